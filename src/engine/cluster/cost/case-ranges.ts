import { minus, type Range, rangeDifference, rangeOf, rounded } from '../../text/range.ts';
import { type ByReplicaCase, byReplicaCase } from '../provisioning/pods/replicas.ts';
import type { ChanceRange, PlacedNodeClaim } from './estimate.ts';

type Claims = readonly PlacedNodeClaim[];

/** The nodes of each replica case, and those of the likely case with other random choices. */
export interface CaseClaims {
  readonly claims: ByReplicaCase<Claims>;
  readonly others: readonly Claims[];
  /** A figure of a case is unknown if what determines it is unknown. */
  readonly isExact: ByReplicaCase<boolean>;
}

export const countRange = (all: CaseClaims): Range => widened(all, rangeOfCases(all, count), [count, count]);

/** The cloud chooses between spot offerings: the likely cost uses typical ones, the bounds the cheapest and the most expensive ones. */
export function costRange(all: CaseClaims): Range {
  const { claims, isExact } = all;
  const low = isExact.low ? lowestOf(claims.low) : null;
  const likely = isExact.likely ? likelyOf(claims.likely) : null;
  const high = isExact.high ? highestOf(claims.high) : null;
  return widened(all, rangeOf(low, likely, high), [lowestOf, highestOf]);
}

/** The cost of each case at likely prices. */
export const likelyPrices = (all: Pick<CaseClaims, 'claims' | 'isExact'>): Range => rangeOfCases(all, likelyOf);

/** What chance alone does to the likely case; undefined if all runs end with the same nodes at the same cost. */
export function chanceRange({ claims, others, isExact }: CaseClaims): ChanceRange | undefined {
  if (!isExact.likely || others.length === 0) return undefined;

  const runs = [claims.likely, ...others];
  const prices = runs.map(likelyOf);
  if (prices.includes(null)) return undefined;

  const bounds = (figures: readonly number[]) => ({ low: Math.min(...figures), high: Math.max(...figures) });
  const nodes = bounds(runs.map(({ length }) => length));
  const hourlyUsd = bounds(prices.map((price) => rounded(price!)));
  const isSame = nodes.low === nodes.high && hourlyUsd.low === hourlyUsd.high;

  if (isSame) return undefined;
  return { runs: runs.length, nodes, hourlyUsd };
}

/** The difference between head and base, case by case and run by run, because both sides have the same pods in the same case. */
export function differenceOf(head: CaseClaims, base: CaseClaims): { readonly nodes: Range; readonly hourlyUsd: Range } {
  const between = (figures: (all: CaseClaims) => Range, [least, most]: readonly [Measure, Measure]): Range => {
    const cases = rangeDifference(figures({ ...head, others: [] }), figures({ ...base, others: [] }));
    const isPaired = head.isExact.likely && base.isExact.likely && head.others.length === base.others.length;
    const pairs = isPaired ? head.others.map((claims, run) => [claims, base.others[run]!] as const) : [];
    const by = (measure: Measure): readonly (number | null)[] =>
      pairs.map(([after, before]) => minus(measure(after), measure(before)));
    return withBounds(cases, by(least), by(most));
  };

  return { nodes: between(countRange, [count, count]), hourlyUsd: between(costRange, [lowestOf, highestOf]) };
}

type Figure = number | null;
type Measure = (claims: Claims) => Figure;

function rangeOfCases({ claims, isExact }: Pick<CaseClaims, 'claims' | 'isExact'>, measure: Measure): Range {
  const figures = byReplicaCase((which) => {
    if (isExact[which]) return measure(claims[which]);
    return null;
  });
  return rangeOf(figures.low, figures.likely, figures.high);
}

/** A range whose bounds include the runs with other random choices. */
function widened({ others, isExact }: CaseClaims, range: Range, [least, most]: readonly [Measure, Measure]): Range {
  const runs = isExact.likely ? others : [];
  return withBounds(range, runs.map(least), runs.map(most));
}

/** A range that also includes other figures, or other low and high ones. */
export function withBounds(
  { low, likely, high }: Range,
  lows: readonly Figure[],
  highs: readonly Figure[] = lows,
): Range {
  const bound = (figure: Figure, figures: readonly Figure[], choose: (...all: number[]) => number): Figure =>
    figures.reduce((so, run) => {
      if (so === null || run === null) return null;
      return choose(so, rounded(run));
    }, figure);
  return { low: bound(low, lows, Math.min), likely, high: bound(high, highs, Math.max) };
}

const count: Measure = ({ length }) => length;
const lowestOf: Measure = (claims) => sum(claims, 'lowestHourlyUsd');
const likelyOf: Measure = (claims) => sum(claims, 'hourlyUsd');
const highestOf: Measure = (claims) => sum(claims, 'highestHourlyUsd');

/** The price of all nodes in US dollars per hour, or null if the price of one of them is not known. */
export function sum(claims: Claims, price: 'hourlyUsd' | 'lowestHourlyUsd' | 'highestHourlyUsd'): number | null {
  let total = 0;
  for (const claim of claims) {
    const usd = claim[price];
    if (usd === null) return null;
    total += usd;
  }

  return total;
}
