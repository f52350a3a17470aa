import type { Estimate } from '../../cost/estimate.ts';
import { type BoundMark, basisMark, boundMark, differenceMark, marked } from '../wording/certainty-marks.ts';
import { isZeroUsd, percentage, rangeLine, signedUsd, usd } from '../wording/figures.ts';
import { nodeClaimsOf, usageOf } from '../wording/placed-nodes.ts';

/** `Nodes 1 → 2 · Cost $280.32 → $560.64/month (+$280.32) · CPU requested 68% → 84% · simulated`; undefined if the nodes are unknown. */
export function figuresLine(estimate: Estimate | null): string | undefined {
  const after = estimate?.head ?? estimate?.base;
  if (!estimate || !after || after.lacks !== undefined) return undefined;
  const { base, head, difference } = estimate;
  const before = base !== null && head !== null ? base : undefined;
  const pair = (earlier: string | undefined, now: string, mark?: BoundMark): string =>
    earlier === undefined || earlier === now ? marked(mark, now) : `${earlier} → ${marked(mark, now)}`;
  const mark = boundMark(after);
  const cost = pair(before && rangeLine(before.monthlyUsd, usd), rangeLine(after.monthlyUsd, usd), mark);
  const { low, likely, high } = difference.monthlyUsd;
  const isSame = likely !== null && [low, likely, high].every((amount) => amount === null || isZeroUsd(amount));
  const signed = likely === null ? 'difference unknown' : marked(differenceMark(estimate), signedUsd(likely));
  const change = before === undefined ? '' : isSame ? ', unchanged' : ` (${signed})`;
  const cpu = [before, after].map((side) => {
    const { requested, allocatable } = usageOf(side ? nodeClaimsOf(side) : []).cpuMillis;
    return allocatable > 0 ? percentage(requested, allocatable) : undefined;
  });
  const basis = basisMark(estimate);
  return [
    `Nodes ${pair(before && rangeLine(before.nodes, String), rangeLine(after.nodes, String), mark)}`,
    after.monthlyUsd.likely === null ? 'Cost unknown' : `Cost ${cost}/month${change}`,
    ...(cpu[1] === undefined ? [] : [`CPU requested ${pair(cpu[0], cpu[1])}`]),
    ...(basis === undefined ? [] : [basis]),
  ].join(' · ');
}
