import type { Launch } from '../results.ts';

/**
 * The price that AWS bills for a launch, which may differ from the price that Karpenter sorts by. Reserved capacity costs
 * nothing extra, because it is paid for whether a node uses it or not.
 */
export const billedPrice = (
  launch: Launch,
  hourlyUsd: number = launch.billedHourlyUsd ?? launch.hourlyUsd,
): number | null => {
  if (launch.capacityType === 'reserved') return 0;
  return Number.isFinite(hourlyUsd) ? hourlyUsd : null;
};
