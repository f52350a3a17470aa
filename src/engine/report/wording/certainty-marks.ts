import type { Estimate, Placement } from '../../cluster/cost/estimate.ts';
import type { Certainty, Figure } from '../../cluster/cost/knowledge.ts';
import { hasOnePrice } from '../../cluster/cost/placed-node-claim.ts';
import type { Money } from '../../text/words/money.ts';
import { plural } from '../../text/words/plural.ts';
import { type RangeText, rangeText, sometimes } from './figures.ts';
import { nodeClaimsOf } from './placed-nodes.ts';

/** How a figure is bounded: from below, from above, or only roughly known. Undefined if it needs no mark, or if it is unknown. */
type BoundMark = 'at least' | 'at most' | 'about';

const marks: Readonly<Record<Certainty, BoundMark | undefined>> = {
  exact: undefined,
  range: 'about',
  atLeast: 'at least',
  atMost: 'at most',
  unknown: undefined,
};

/** The mark of a figure. */
export const markOf = ({ certainty }: Pick<Figure, 'certainty'>): BoundMark | undefined => marks[certainty];

/** Whether the likely figure is a bound. */
export const isOneSided = ({ certainty }: Pick<Figure, 'certainty'>): boolean =>
  certainty === 'atLeast' || certainty === 'atMost';

/** Whether a word has to say that a figure is not exact, because it has no bounds that do. */
export const isMarked = (figure: Figure, format: (likely: number) => string): boolean =>
  isOneSided(figure) || (figure.certainty === 'range' && rangeText(figure, format).bounds === undefined);

/** Whether a figure is only known not to be negative, which says nothing. */
const saysNothing = ({ certainty, likely }: Figure): boolean => certainty === 'atLeast' && likely === 0;

/** The likely figure with its mark: `at least $12.00`. */
export const figureText = (figure: Figure, format: (likely: number) => string): string => {
  if (figure.likely === null || saysNothing(figure)) return 'unknown';
  return marked(markOf(figure), format(figure.likely));
};

/** A figure with its mark or its bounds, in one line: `at least $480.00`, `$480.00 ($410.00–$560.00)`. */
export function figureLine(figure: Figure, format: (likely: number) => string): string {
  if (isOneSided(figure)) return figureText(figure, format);
  const { likely, bounds } = markedRange(figure, format);
  if (bounds === undefined) return likely;
  return `${likely} (${bounds})`;
}

/** A figure preceded by its mark: `at most $12.00`. */
export const marked = (mark: BoundMark | undefined, figure: string): string => {
  if (mark === undefined || figure === 'unknown') return figure;
  return `${mark} ${figure}`;
};

/**
 * What a month costs more, as the difference of the amounts that are written next to it, wherever both sides are known: once and for all, a
 * reader can subtract them. A bound that is not the likely case stays that of the estimate.
 */
export function writtenDifference({ base, head, difference }: Estimate, money: Money): Figure {
  const [before, after] = [base?.monthlyUsd.likely ?? null, head?.monthlyUsd.likely ?? null];
  const { monthlyUsd } = difference;
  if (before === null || after === null || monthlyUsd.likely === null || money.isZero(monthlyUsd.likely))
    return monthlyUsd;

  const likely = money.between(before, after);
  const bound = (usd: number | null): number | null => {
    if (usd !== null && money.isZero(usd - monthlyUsd.likely!)) return likely;
    return usd;
  };

  return { ...monthlyUsd, likely, low: bound(monthlyUsd.low), high: bound(monthlyUsd.high) };
}

/** A difference with its mark. "At least −$5" is easy to misread, so it is "at most $5 less". */
export function markedDifference(
  difference: Figure,
  { signed, plain, less }: { signed: (by: number) => string; plain: (by: number) => string; less: 'less' | 'fewer' },
): string {
  const by = difference.likely;
  const mark = markOf(difference);
  if (by === null) return 'unknown';
  if (mark === undefined || mark === 'about' || by >= 0 || plain(-by) === plain(0)) return marked(mark, signed(by));

  const opposite = mark === 'at least' ? 'at most' : 'at least';
  return `${opposite} ${plain(-by)} ${less}`;
}

/**
 * A range with its mark. A bound is about the likely case, so the figures of the other cases are left out: "at least $12.00" and
 * "$8.00–$20.00" would contradict each other. Bounds say that a figure is a range. Without any, "about" does.
 */
export function markedRange(figure: Figure, format: (likely: number) => string): RangeText {
  const { likely, bounds } = rangeText(figure, format);
  if (saysNothing(figure)) return { likely: 'unknown', bounds: undefined };
  if (isOneSided(figure))
    return { likely: marked(markOf(figure), likely), bounds: bounds === undefined ? undefined : 'in the likely case' };
  return { likely: bounds === undefined ? marked(markOf(figure), likely) : likely, bounds };
}

/** Bounds in words: `range $8.00–$20.00`, or only the case in which a figure is one. */
export const boundsText = (bounds: string): string => {
  if (/^\D?\d/.test(bounds)) return `range ${bounds}`;
  return bounds;
};

/** Whether chance alone makes the number of nodes of a side a range. */
const variesByChance = ({ chance, spread }: Placement): boolean =>
  chance !== undefined && !spread.some(({ kind }) => kind === 'replicas');

/** The number of nodes of a side with its mark: `6` and `sometimes 7` if it depends on chance. */
export function markedNodes(side: Placement): RangeText {
  const text = markedRange(side.nodes, String);
  if (!isOneSided(side.nodes) && variesByChance(side)) return { ...text, bounds: sometimes(side.nodes) };
  return text;
}

/** `6 nodes`, `at least 6 nodes`, `6 nodes (sometimes 7)`, `6 nodes (4–8)`, `number of nodes unknown`. */
export function nodesText(side: Placement): string {
  const { likely } = side.nodes;
  if (likely === null || saysNothing(side.nodes)) return 'number of nodes unknown';
  const { bounds } = markedNodes(side);
  const nodes = plural(likely, 'node');
  if (isOneSided(side.nodes) || bounds === undefined) return marked(markOf(side.nodes), nodes);
  return `${nodes} (${bounds})`;
}

/** Where the figures come from, in a few words; undefined if there are none. */
export function basisMark({ base, head }: Estimate): string | undefined {
  const side = head ?? base;
  if (!side || side.lacks !== undefined || side.nodes.certainty === 'unknown') return undefined;
  if (side.isSeen && side.because.length === 0) return 'exact, from the snapshot';
  if (!isOneSided(side.nodes) && isAllObserved(side)) return 'nodes from the snapshot, prices estimated';
  if ([base, head].some((placement) => placement !== null && isObserved(placement)))
    return 'simulated from the snapshot';

  return 'simulated';
}

/** Whether all nodes are those of a real cluster, at on-demand prices. */
function isAllObserved(side: Placement): boolean {
  const claims = nodeClaimsOf(side);
  return claims.length > 0 && claims.every((claim) => claim.node !== undefined && hasOnePrice(claim));
}

/** Whether nodes of a real cluster are part of a side. */
const isObserved = (side: Placement): boolean => nodeClaimsOf(side).some(({ node }) => node !== undefined);
