import type { Certainty, CostFigures, Estimate, Placement } from '../../cost/estimate.ts';
import { hasOnePrice } from '../../cost/placed-node-claim.ts';
import type { Range } from '../../range.ts';
import { type RangeText, rangeText, sometimes } from './figures.ts';
import { nodeClaimsOf } from './placed-nodes.ts';

/** How a figure is bounded: from below, from above, or only roughly known. Undefined if it needs no mark. */
export type BoundMark = 'at least' | 'at most' | 'about';

/** The mark of nodes and cost on one side. */
export const boundMark = ({ certainty }: Placement): BoundMark | undefined => boundOf(certainty);

const boundOf = (certainty: Certainty): BoundMark | undefined =>
  certainty === 'atLeast' ? 'at least' : certainty === 'atMost' ? 'at most' : undefined;

const opposite: Partial<Record<Certainty, Certainty>> = { atLeast: 'atMost', atMost: 'atLeast' };

/** The mark of a difference: a lower bound of `before` is an upper bound of the difference. */
export function differenceMark({ base, head, difference }: Estimate): BoundMark | undefined {
  const after = head && boundOf(head.certainty);
  const before = base && boundOf(opposite[base.certainty] ?? base.certainty);
  if (after && before && after !== before) return 'about';
  return after ?? before ?? (hasRange(difference) ? 'about' : undefined);
}

const hasRange = ({ monthlyUsd: { low, high } }: CostFigures): boolean =>
  low !== null && high !== null && low.toFixed(2) !== high.toFixed(2);

/** A figure preceded by its mark: `at most $12.00`. */
export const marked = (mark: BoundMark | undefined, figure: string): string =>
  mark === undefined || figure === 'unknown' ? figure : `${mark} ${figure}`;

/** A difference with its mark. "At least −$5" is easy to misread, so it is "at most $5 less". */
export function markedDifference(
  mark: BoundMark | undefined,
  by: number,
  { signed, plain, less }: { signed: (by: number) => string; plain: (by: number) => string; less: 'less' | 'fewer' },
): string {
  if (mark === undefined || mark === 'about' || by >= 0 || plain(-by) === plain(0)) return marked(mark, signed(by));
  return `${mark === 'at least' ? 'at most' : 'at least'} ${plain(-by)} ${less}`;
}

/**
 * A range with its mark. A bound is about the likely case, so the figures of the other cases are left out: "at least $12.00" and
 * "$8.00–$20.00" would contradict each other.
 */
export function markedRange(mark: BoundMark | undefined, range: Range, format: (figure: number) => string): RangeText {
  const { likely, bounds } = rangeText(range, format);
  const isBound = (mark === 'at least' || mark === 'at most') && range.likely !== null;
  return { likely: marked(mark, likely), bounds: isBound && bounds !== undefined ? 'in the likely case' : bounds };
}

/** Bounds in words: `range $8.00–$20.00`, or only the case in which a figure is one. */
export const boundsText = (bounds: string): string => (/^\D?\d/.test(bounds) ? `range ${bounds}` : bounds);

/** Whether chance alone makes the number of nodes of a side a range. */
export const variesByChance = ({ chance, spread }: Placement): boolean =>
  chance !== undefined && !spread.some(({ kind }) => kind === 'replicas');

/** The number of nodes of a side with its mark: `6` and `sometimes 7` if it depends on chance. */
export function markedNodes(side: Placement): RangeText {
  const text = markedRange(boundMark(side), side.nodes, String);
  return boundMark(side) === undefined && variesByChance(side) ? { ...text, bounds: sometimes(side.nodes) } : text;
}

/** Where the figures come from, in a few words; undefined if there are none. */
export function basisMark({ base, head }: Estimate): string | undefined {
  const side = head ?? base;
  if (!side || side.lacks !== undefined || side.certainty === 'unknown') return undefined;
  if (side.certainty === 'exact') return 'exact, from the snapshot';
  if (side.certainty === 'estimated' && isAllObserved(side)) return 'nodes from the snapshot, prices estimated';
  return [base, head].some((one) => one !== null && isObserved(one)) ? 'simulated from the snapshot' : 'simulated';
}

/** Whether all nodes are those of a real cluster, at on-demand prices. */
function isAllObserved(side: Placement): boolean {
  const claims = nodeClaimsOf(side);
  return claims.length > 0 && claims.every((claim) => claim.node !== undefined && hasOnePrice(claim));
}

/** Whether nodes of a real cluster are part of a side. */
const isObserved = (side: Placement): boolean => nodeClaimsOf(side).some(({ node }) => node !== undefined);
