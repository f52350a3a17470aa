import type { Estimate } from '../../cost/estimate.ts';
import { plural } from '../../plural.ts';
import { moneyIn } from '../../text/money.ts';

/** The most nodes that run at the same time during the rollout, if that is more than before and after. */
export function peakLine(estimate: Estimate | null): readonly string[] {
  const { base, head, peak, shownIn } = estimate ?? {};
  const most = peak?.nodes.likely ?? null;
  const sides = Math.max(base?.nodes.likely ?? 0, head?.nodes.likely ?? 0);
  if (!peak || most === null || most <= sides) return [];
  const hourly = peak.hourlyUsd.likely;
  const cost = hourly === null ? '' : `, at a rate of ${moneyIn(shownIn).monthly(hourly)}/month`;
  return [`During the rollout, up to ${plural(most, 'node')} run at the same time${cost}`];
}
