import type { Estimate, PlacedNodePool, Placement } from '../../cluster/cost/estimate.ts';
import { listIf, optional } from '../../text/list-if.ts';
import { htmlCode, htmlText } from '../../text/words/escape.ts';
import type { Money } from '../../text/words/money.ts';
import { moneyOf } from '../../text/words/people-money.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import {
  isMarked,
  isOneSided,
  marked,
  markedDifference,
  markedNodes,
  markedRange,
  writtenDifference,
} from '../wording/certainty-marks.ts';
import { aMonth, percentage, type RangeText } from '../wording/figures.ts';
import { isOutage, orSimilar, type Share, type TypeCount, typeCounts, usageOf } from '../wording/placed-nodes.ts';

/** A NodePool on the sides that are compared, base first; undefined on a side that does not have it. */
interface PoolRow {
  readonly name: string;
  readonly sides: readonly (PlacedNodePool | undefined)[];
  /** How much more it costs per hour than before; null if that is unknown. */
  readonly moreUsd: number | null;
  readonly isSame: boolean;
}

/**
 * Nodes, types and cost of each NodePool, before and after, in three columns, because a phone has no room for more. The largest
 * change in cost comes first. At most `max` NodePools have their own row, and only if they change. Empty if none changes.
 */
export function poolTable(estimate: Estimate, max: number): string[] {
  const { base, head } = estimate;
  const money = moneyOf(estimate);
  const sides = base && head ? [base, head] : [(head ?? base)!];
  const rows = poolRows(sides);
  const changed = rows.filter(({ isSame }) => !isSame);
  const shown = changed.slice(0, max);
  const rest = [...changed.slice(max), ...rows.filter(({ isSame }) => isSame)];

  if (shown.length === 0) return [];

  // The cost of a single NodePool is the total, including its bounds.
  const total = totalCost(sides, estimate);
  const isBold = !isOutage(estimate);

  const cellOf = ({ sides: pools, moreUsd }: PoolRow): string =>
    costCell(pools.map(costOf(money)), { moreUsd, isBold, money, isMarked: pools.some(isCostMarked(money)) });

  return [
    '| NodePool | Nodes | Monthly cost |',
    '| :--- | :--- | ---: |',
    ...shown.map((row) => poolRow(row, rows.length === 1 ? total : cellOf(row))),
    ...(rest.length > 0 ? [restRow(rest, { isBold, money })] : []),
    ...(rows.length === 1 ? [] : [totalRow(sides, total)]),
  ];
}

function poolRows(sides: readonly Placement[]): PoolRow[] {
  const pools = sides.map(({ nodePools }) => new Map(nodePools.map((pool) => [pool.name, pool])));
  const names = [...new Set(pools.flatMap((side) => [...side.keys()]))].sort();
  const sidesOf = (name: string): PoolRow['sides'] => pools.map((side) => side.get(name));
  const weight = ({ moreUsd }: PoolRow): number => {
    if (moreUsd === null) return Infinity;
    return Math.abs(moreUsd);
  };

  // The sort is stable, so NodePools with the same difference stay in the order of their names.
  return names
    .map((name) => rowOf(name, sidesOf(name)))
    .sort((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a)));
}

function rowOf(name: string, sides: PoolRow['sides']): PoolRow {
  const [before, after] = sides.map((pool) => (pool ? pool.hourlyUsd.likely : 0));
  const isPair = sides.length === 2;

  const difference = () => {
    if (before == null || (isPair && after == null)) return null;
    if (isPair) return after! - before;
    return before;
  };

  const moreUsd = difference();
  const [textBefore, textAfter] = sides.map(
    (pool) => pool && JSON.stringify([typeLines(pool), pool.nodes, pool.hourlyUsd]),
  );
  return { name, sides, moreUsd, isSame: isPair && textBefore === textAfter };
}

const arrow = ' → ';

function poolRow({ name, sides }: PoolRow, cost: string): string {
  const title = [htmlCode(name), ...small(usedLines(sides))].join('<br>');
  return `| ${title} | ${nodesCell(sides)} | ${cost} |`;
}

/** The monthly cost of a NodePool with its mark; of one that a side does not have, 0. */
const costOf =
  (money: Money) =>
  (pool: PlacedNodePool | undefined): string => {
    if (pool) return markedRange(pool.hourlyUsd, money.monthly).likely;
    return money.plain(0);
  };

const isCostMarked =
  (money: Money) =>
  (pool: PlacedNodePool | undefined): boolean =>
    pool !== undefined && isMarked(pool.hourlyUsd, money.monthly);

/** What a cost is compared with. */
interface RowCost {
  readonly moreUsd: number | null;
  /** Whether a word says that it is not exact. */
  readonly isMarked: boolean;
}

/** How costs are written. */
interface CostLook {
  readonly isBold: boolean;
  readonly money: Money;
}

/** `+$280.32`, with `$280.32 → $560.64` below it. Only the cost if there is nothing to compare with. */
function costCell(
  sums: readonly string[],
  { moreUsd, isBold, money, isMarked: isCostUncertain }: RowCost & CostLook,
): string {
  if (sums.length === 1) return sums[0]!;

  const isSame = moreUsd !== null && money.isZero(aMonth(moreUsd));
  if (isSame) return [sums[1]!, ...small(isCostUncertain ? [] : ['unchanged'])].join('<br>');

  const more = () => {
    if (moreUsd === null) return 'unknown';
    return bold(marked(isCostUncertain ? 'about' : undefined, money.unbroken(aMonth(moreUsd))), isBold);
  };

  return [more(), ...small([sums.join(arrow)])].join('<br>');
}

/** A saving because pods have no node is not in bold. */
const bold = (text: string, isBold: boolean): string => {
  if (isBold) return `**${text}**`;
  return text;
};

const small = (lines: readonly string[]): string[] => lines.map((line) => `<sub>${line}</sub>`);

const shownTypes = 2;

/** `1 × m6i.2xlarge → 2 × m6i.2xlarge`, one instance type per line. Below it, in small letters, the range of nodes. */
function nodesCell(sides: PoolRow['sides']): string {
  const lists = sides.map((pool) => (pool ? typeLines(pool) : ['none']));
  const [before = [], after] = lists;
  const isSame = after === undefined || before.join() === after.join();

  const linesOf = () => {
    if (isSame) return before;
    return (
      countsOnly(sides) ?? [
        ...before,
        ...after.map((line, i) => {
          if (i === 0) return `→\u00a0${line}`;
          return line;
        }),
      ]
    );
  };

  const lines = linesOf();
  const figure = sides.at(-1)?.nodes;
  if (figure === undefined || figure.likely === null) return lines.join('<br>');

  const nodes = markedRange(figure, String);

  return [
    ...lines,
    ...small([...listIf(isMarked(figure, String), `${nodes.likely} in total`), ...boundsOf(nodes)]),
  ].join('<br>');
}

/** `2–4 nodes`, or in which case a bound applies. */
const boundsOf = ({ bounds }: RangeText): string[] => {
  if (bounds === undefined) return [];
  return [/\d/.test(bounds) ? `${bounds} nodes` : bounds];
};

/** `1 → 2 × m6i.2xlarge`; undefined unless there is one and the same type before and after. */
function countsOnly(sides: PoolRow['sides']): string[] | undefined {
  const [before = [], after = []] = sides.map((pool) => {
    if (pool) return typeCounts(pool.nodeClaims);
    return [];
  });
  const [typeBefore, typeAfter] = [before[0], after[0]];

  if (
    before.length !== 1 ||
    after.length !== 1 ||
    typeBefore!.instanceType !== typeAfter!.instanceType ||
    typeBefore!.capacityType !== typeAfter!.capacityType
  )
    return undefined;

  return [typeLine({ ...typeAfter!, count: `${typeBefore!.count} → ${typeAfter!.count}` })];
}

function typeLines({ nodeClaims, nodes }: PlacedNodePool): string[] {
  const types = typeCounts(nodeClaims);
  if (types.length === 0) return [nodes.likely === null ? 'unknown' : 'none'];
  const rest = types.slice(shownTypes).reduce((sum, { count }) => sum + count, 0);
  const lines = types.slice(0, shownTypes).map(typeLine);
  if (rest > 0) return [...lines, `and ${rest} more`];
  return lines;
}

function typeLine(type: Omit<TypeCount, 'count'> & { readonly count: number | string }): string {
  const { instanceType, capacityType, count } = type;
  // On-demand is the usual case, so it is not repeated.
  const capacity = textIf(capacityType !== 'on-demand', ` ${htmlText(capacityType, 20)}`);
  return `${count}\u00a0×\u00a0${htmlText(instanceType, 30)}${capacity}${orSimilar(type)}`;
}

/** How much of the paid capacity is requested: `CPU 68 → 84%`, `memory 11%`. */
function usedLines(sides: PoolRow['sides']): string[] {
  const usages = sides.flatMap((pool) => {
    if (pool && pool.nodeClaims.length > 0) return [usageOf(pool.nodeClaims)];
    return [];
  });
  if (usages.length === 0) return [];

  const line = (title: string, shares: readonly Share[]): string => {
    const texts = shares.map(({ requested, allocatable }) => percentage(requested, allocatable));
    const [before, after] = new Set(texts);
    const used = after === undefined ? before : `${before!.replace('%', '')}\u00a0→\u00a0${after}`;
    return `${title}\u00a0${used}`;
  };

  return [
    line(
      'CPU',
      usages.map(({ cpuMillis }) => cpuMillis),
    ),
    line(
      'memory',
      usages.map(({ memoryBytes }) => memoryBytes),
    ),
  ];
}

type Figure = number | null;

const sumOf = (figures: readonly Figure[]): Figure =>
  figures.reduce<Figure>((total, figure) => {
    if (total === null || figure === null) return null;
    return total + figure;
  }, 0);

/** The sum of the NodePools without their own row, so that the table is complete. */
function restRow(rest: readonly PoolRow[], look: CostLook): string {
  const of = (read: (pool: PlacedNodePool) => Figure): Figure[] =>
    rest[0]!.sides.map((_, at) =>
      sumOf(
        rest.map(({ sides }) => {
          if (sides[at]) return read(sides[at]);
          return 0;
        }),
      ),
    );

  const nodes = of((pool) => pool.nodes.likely).map((count) => {
    if (count === null) return 'unknown';
    return plural(count, 'node');
  });
  const sums = of((pool) => pool.hourlyUsd.likely);
  const isAbout = rest.some(({ sides }) => sides.some(isCostMarked(look.money)));
  const costs = sums.map((usd) =>
    marked(isAbout ? 'about' : undefined, usd === null ? 'unknown' : look.money.monthly(usd)),
  );
  const title = rest.length === 1 ? htmlCode(rest[0]!.name) : plural(rest.length, 'other');

  return `| ${title} | ${[...new Set(nodes)].join(arrow)} | ${costCell(costs, { moreUsd: sumOf(rest.map(({ moreUsd }) => moreUsd)), isMarked: isAbout, ...look })} |`;
}

function totalRow(sides: readonly Placement[], cost: string): string {
  const counts = sides.map(markedNodes);
  const after = counts.at(-1)!;
  const likely = [...new Set(counts.map((count) => count.likely))].join(arrow);
  const nodes = [`${likely} ${byCount(sides.at(-1)!.nodes.likely, 'node', 'nodes')}`, ...small(boundsOf(after))];
  return `| **all** | ${nodes.join('<br>')} | ${cost} |`;
}

function totalCost(sides: readonly Placement[], estimate: Estimate): string {
  const money = moneyOf(estimate);
  const difference = writtenDifference(estimate, money);
  const sums = sides.map((side) => markedRange(side.monthlyUsd, money.plain));

  const more = {
    ...markedRange(difference, money.unbroken),
    likely: markedDifference(difference, { signed: money.unbroken, plain: money.plain, less: 'less' }),
  };

  const { likely, bounds } = sums.length === 1 ? sums[0]! : more;
  const after = sums.at(-1)!;
  const isSame = difference.likely !== null && money.isZero(difference.likely);

  if (sums.length === 2 && isSame && (bounds === undefined || !/\d/.test(bounds))) {
    const isExact = difference.certainty === 'exact' && !isOneSided(sides.at(-1)!.monthlyUsd);
    const lines = [...listIf(isExact, 'unchanged'), ...optional(after.bounds)];
    return [after.likely, ...small(lines)].join('<br>');
  }

  // The bounds of the amount itself: the first lines have those of the difference.
  const ofAfter = textIf(after.bounds !== undefined && /\d/.test(after.bounds), ` (${after.bounds})`);
  const lines = sums.length === 1 ? [] : [`${[...new Set(sums.map((sum) => sum.likely))].join(arrow)}${ofAfter}`];

  return [bold(likely, !isOutage(estimate)), ...small([...lines, ...optional(bounds)])].join('<br>');
}
