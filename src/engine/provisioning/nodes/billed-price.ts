import type { Launch } from '../results.ts';

/** What AWS bills for a launch, which is not always what Karpenter orders by; reserved capacity is paid for whether a node uses it or not. */
export const billedPrice = (
  launch: Launch,
  hourlyUsd: number = launch.billedHourlyUsd ?? launch.hourlyUsd,
): number | null => {
  if (launch.capacityType === 'reserved') return 0;
  return Number.isFinite(hourlyUsd) ? hourlyUsd : null;
};
