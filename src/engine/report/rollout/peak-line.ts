import type { Estimate } from '../../cost/estimate.ts';
import { plural } from '../../plural.ts';
import { monthlyText } from '../wording/figures.ts';

/** The most nodes that run at the same time during the rollout, if that is more than before and after. */
export function peakLine(estimate: Estimate | null): readonly string[] {
  const { base, head, peak } = estimate ?? {};
  const most = peak?.nodes.likely ?? null;
  const sides = Math.max(base?.nodes.likely ?? 0, head?.nodes.likely ?? 0);
  if (!peak || most === null || most <= sides) return [];
  const hourly = peak.hourlyUsd.likely;
  const cost = hourly === null ? '' : `, at a rate of ${monthlyText(hourly)}/month`;
  return [`During the rollout, up to ${plural(most, 'node')} run at the same time${cost}`];
}
