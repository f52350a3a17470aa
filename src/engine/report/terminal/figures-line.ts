import type { CostFigures, Estimate, Placement } from '../../cost/estimate.ts';
import type { Range } from '../../range.ts';
import { moneyOf } from '../../text/people-money.ts';
import {
  basisMark,
  boundsText,
  isOneSided,
  markedDifference,
  markedNodes,
  markedRange,
} from '../wording/certainty-marks.ts';
import { percentage, type RangeText } from '../wording/figures.ts';
import { isOutage, nodeClaimsOf, usageOf } from '../wording/placed-nodes.ts';

/**
 * `Nodes 1 → 2 (1–4) · Cost $280.32 → $560.64/month (about +$280.32, range $280.32–$1,121.28) · CPU requested 68% → 84% · simulated`;
 * undefined if the nodes are unknown. `isPartial`: a part of the effect is unknown.
 */
export function figuresLine(estimate: Estimate | null, isPartial = false): string | undefined {
  const after = estimate?.head ?? estimate?.base;
  if (!estimate || !after || after.lacks !== undefined) return undefined;
  const { base, head, difference } = estimate;
  const money = moneyOf(estimate);
  const before = base !== null && head !== null ? base : undefined;
  const nodes = compared([before, after], ({ nodes }) => nodes, markedNodes);
  const cost = compared(
    [before, after],
    ({ monthlyUsd }) => monthlyUsd,
    (side) => markedRange(side.monthlyUsd, money.plain),
  );
  const { low, likely, high } = difference.monthlyUsd;
  const isSame = likely !== null && [low, likely, high].every((amount) => amount === null || money.isZero(amount));
  const more =
    likely === null ? 'difference unknown' : markedDifference(difference.monthlyUsd, { ...money, less: 'less' });
  // The nodes already say in which case a bound applies.
  const bounds = cost.bounds === undefined || cost.bounds === nodes.bounds ? [] : [boundsText(cost.bounds)];
  const remarks = before === undefined || isSame ? bounds : [more, ...bounds];
  // An outage at the same cost is not called unchanged, and neither is a cost of which a part is not counted or unknown.
  const isExact = difference.monthlyUsd.certainty === 'exact' && !isOneSided(after.monthlyUsd);
  const isNamed = before !== undefined && isSame && isExact && !isOutage(estimate) && !isPartial;
  const unchanged = isNamed ? ', unchanged' : '';
  const cpu = [before, after].map((side) => {
    const { requested, allocatable } = usageOf(side ? nodeClaimsOf(side) : []).cpuMillis;
    return allocatable > 0 ? percentage(requested, allocatable) : undefined;
  });
  const basis = basisMark(estimate);
  return [
    `Nodes ${nodes.likely}${inBrackets(nodes.bounds === undefined ? [] : [nodes.bounds])}`,
    after.monthlyUsd.likely === null ? 'Cost unknown' : `Cost ${cost.likely}/month${unchanged}${inBrackets(remarks)}`,
    ...(cpu[1] === undefined ? [] : [`CPU requested ${pair(cpu[0], cpu[1])}`]),
    ...(basis === undefined ? [] : [basis]),
  ].join(' · ');
}

/** The likely figures of both sides with their marks, and the bounds of the one after the change. */
function compared(
  [before, after]: readonly [Placement | undefined, Placement],
  read: (side: CostFigures) => Range,
  text: (side: Placement) => RangeText,
): RangeText {
  const [was, is] = [before, after].map((side) => side && text(side));
  const isSame = before !== undefined && read(before).likely === read(after).likely;
  return { likely: isSame ? is!.likely : pair(was?.likely, is!.likely), bounds: is!.bounds };
}

const pair = (earlier: string | undefined, now: string): string =>
  earlier === undefined || earlier === now ? now : `${earlier} → ${now}`;

const inBrackets = (texts: readonly string[]): string => (texts.length === 0 ? '' : ` (${texts.join(', ')})`);
