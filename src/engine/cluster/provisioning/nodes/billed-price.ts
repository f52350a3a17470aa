import type { Launch } from '../input/results.ts';

/**
 * The price that AWS likely bills for a launch, which may differ from the price that Karpenter sorts by. Reserved capacity costs
 * nothing extra, because it is paid for whether a node uses it or not.
 */
export const billedPrice = (
  launch: Launch,
  hourlyUsd: number = launch.typicalHourlyUsd ?? ownPrice(launch),
): number | null => {
  if (launch.capacityType === 'reserved') return 0;
  if (Number.isFinite(hourlyUsd)) return hourlyUsd;
  return null;
};

/** The same price if AWS launches the offering that is cheapest for Karpenter. */
export const cheapestPrice = (launch: Launch): number | null => billedPrice(launch, ownPrice(launch));

const ownPrice = ({ billedHourlyUsd, hourlyUsd }: Launch): number => billedHourlyUsd ?? hourlyUsd;
