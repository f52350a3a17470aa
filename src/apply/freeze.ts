import type { Freeze } from '../engine/karpenter/api/settings.ts';

/** Why nothing is applied at a time (ISO, UTC); undefined if there is no freeze. A freeze includes the whole day of its end date. */
export function frozenBecause(freezes: readonly Freeze[], now: string): string | undefined {
  const at = Date.parse(now);
  const holding = freezes.find(({ from, to }) => at >= Date.parse(from) && at <= endOf(to));
  return holding && `a freeze stops applies from ${holding.from} to ${holding.to}: ${holding.reason}`;
}

const dayMs = 24 * 60 * 60 * 1000;

const endOf = (to: string): number => {
  if (to.includes('T')) return Date.parse(to);
  return Date.parse(to) + dayMs - 1;
};
