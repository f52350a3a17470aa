import type { Estimate, Placement } from '../../cluster/cost/estimate.ts';
import { nodeGroupsKind, perNodeKind } from '../../cluster/cost/other-costs.ts';
import type { OtherCost } from '../../karpenter/cloud-provider/other-cost.ts';
import { type Range, rangeOf } from '../../text/range.ts';
import type { Money } from '../../text/words/money.ts';
import { moneyOf } from '../../text/words/people-money.ts';
import { rangeLine } from './figures.ts';

/** Monthly costs other than instances, without those that are unknown and small. */
export const comparedCosts = (estimate: Estimate): ComparedCost[] =>
  costsOf(estimate).filter((cost) => !isSmallUnknown(cost, estimate));

/** A monthly cost on both sides. */
interface ComparedCost {
  readonly kind: string;
  readonly name: string;
  /** With what the change adds: `EBS volumes $16.00 (+$4.80)`. No names from manifests. */
  readonly text: string;
  /** How it was computed, or why it is unknown. */
  readonly basis: string;
  readonly monthlyUsd: Range;
  /** What the change adds. Null if it is unknown or there is nothing to compare with. */
  readonly difference: number | null;
  /** The last day on which it is as high as after the change, if that is known. */
  readonly until?: string;
}

function costsOf(estimate: Estimate): ComparedCost[] {
  const { base, head, difference } = estimate;
  const nodesDifference = difference.nodes;
  const money = moneyOf(estimate);
  const shown = (head ?? base)?.otherCosts ?? [];
  // They follow from the nodes, of which not all may be counted.
  const isSure =
    (nodesDifference.certainty === 'exact' || nodesDifference.certainty === 'range') && !isBounded(head ?? base);
  const gone = head?.lacks === undefined ? goneCosts(base, shown) : [];
  // Without the number of nodes, nothing says that a cost of nodes is gone.
  const isOfNodes = ({ kind }: OtherCost): boolean => !listedIfChanged.includes(kind);
  const areNodesUnknown = head !== null && head.nodes.likely === null;
  const all = [...shown, ...gone.filter((cost) => !areNodesUnknown || !isOfNodes(cost))];

  return all.map((cost) => {
    const { kind, name, monthlyUsd, basis, until } = cost;
    const before = head && base ? costBefore(base, cost) : null;
    const difference = before ? differenceOf(before, monthlyUsd) : null;

    return {
      kind,
      name,
      text: `${name} ${rangeLine(monthlyUsd, money.plain)}${changeText(difference, { money, isSure })}`,
      basis,
      monthlyUsd,
      difference,
      ...(until !== undefined && { until }),
    };
  });
}

/** Known costs of base that no longer apply. */
const goneCosts = (base: Placement | null, remaining: readonly OtherCost[]): readonly OtherCost[] =>
  (base?.otherCosts ?? [])
    .filter(({ kind, monthlyUsd }) => monthlyUsd.likely !== null && remaining.every((cost) => cost.kind !== kind))
    .map((cost) => ({ ...cost, monthlyUsd: rangeOf(0, 0, 0) }));

/** A cost that does not apply is not listed, so it is 0. Null if the whole side is unknown. */
const costBefore = ({ lacks, otherCosts }: Placement, { kind }: OtherCost): Range | null =>
  otherCosts.find((cost) => cost.kind === kind)?.monthlyUsd ?? (lacks === undefined ? rangeOf(0, 0, 0) : null);

const differenceOf = (before: Range, after: Range): number | null => {
  if (before.likely === null || after.likely === null) return null;
  return after.likely - before.likely;
};

const isBounded = (side: Placement | null): boolean =>
  side !== null && (side.nodes.certainty === 'atLeast' || side.nodes.certainty === 'atMost');

function changeText(
  difference: number | null,
  { money, isSure }: { readonly money: Money; readonly isSure: boolean },
): string {
  if (difference === null) return '';
  if (money.isZero(difference)) {
    if (isSure) return ' (unchanged)';
    return '';
  }
  return ` (${money.signed(difference)})`;
}

/** Monthly amounts up to this, or up to this share of the total, are too small to be worth a line. */
const smallUsd = 10;
const smallShare = 0.02;

const isSmall = (amount: number, { base, head }: Estimate): boolean =>
  Math.abs(amount) <= Math.max(smallUsd, smallShare * Math.abs((head ?? base)?.monthlyUsd.likely ?? 0));

/** An unknown cost that is at most a few dollars. */
const isSmallUnknown = ({ monthlyUsd: { likely, high } }: ComparedCost, estimate: Estimate): boolean =>
  likely === null && high !== null && isSmall(high, estimate);

/** The other monthly costs that a change moves by more than a few dollars. */
const notable = (estimate: Estimate): ComparedCost[] =>
  costsOf(estimate).filter(({ difference }) => difference !== null && !isSmall(difference, estimate));

/** ` until 2026-12-02`: the last day on which a cost is as low as after the change; empty if that is unknown. */
const untilText = ({ difference, until }: ComparedCost): string => {
  if (until === undefined || (difference ?? 0) >= 0) return '';
  return ` until ${until}`;
};

/** What every other cost differs by, however little: `EBS volumes +$21`. For a line that would otherwise call the cost unchanged. */
export function allDifferences(estimate: Estimate): string[] {
  const money = moneyOf(estimate);
  return costsOf(estimate).flatMap((cost) => {
    const { name, difference } = cost;
    if (difference === null || money.isZero(difference)) return [];
    return [`${name} ${money.signed(difference)}${untilText(cost)}`];
  });
}

/**
 * What other costs differ by, next to a cost of instances that differs too: `node groups −$984`. Those that follow from the number of nodes
 * only if they matter, and those that change with each node, such as larger disks, in any case.
 */
export function furtherDifferences(estimate: Estimate): string[] {
  const money = moneyOf(estimate);
  const matters = notable(estimate).map(({ kind }) => kind);
  return costsOf(estimate)
    .filter((cost) => isDifferentPerNode(cost, estimate) || matters.includes(cost.kind))
    .map((cost) => `${cost.name} ${money.signed(cost.difference ?? 0)}${untilText(cost)}`);
}

/** Nodes of several sizes have disks of several sizes, so the average moves a little with the nodes. */
const averageShare = 0.1;

function isDifferentPerNode({ kind, monthlyUsd, difference }: ComparedCost, { base, head }: Estimate): boolean {
  const [nodesBefore, nodesAfter] = [base?.nodes.likely ?? 0, head?.nodes.likely ?? 0];
  if (difference === null || monthlyUsd.likely === null || nodesBefore === 0 || nodesAfter === 0) return false;
  if (listedIfChanged.includes(kind) || kind === perNodeKind) return false;

  const before = (monthlyUsd.likely - difference) / nodesBefore;
  const after = monthlyUsd.likely / nodesAfter;
  return Math.abs(difference) >= 1 && Math.abs(after - before) > averageShare * Math.max(after, before);
}

/** Notable other costs with what the change adds: `EBS volumes $570.00 (−$648.00)`. */
export const notableCosts = (estimate: Estimate): string[] => notable(estimate).map(({ text }) => text);

/** What the change adds to the monthly cost of node groups, if that is known and matters. */
export const nodeGroupsDifference = (estimate: Estimate): number | undefined =>
  notable(estimate).find(({ kind }) => kind === nodeGroupsKind)?.difference ?? undefined;

/** Costs that have nothing to do with Karpenter’s nodes. They are listed only if the change affects them. */
const listedIfChanged: readonly string[] = ['control-plane', nodeGroupsKind];

/** One line below the cost of instances, if there are others. */
export function otherCostLine(estimate: Estimate): string | undefined {
  const costs = comparedCosts(estimate).filter(
    ({ kind, difference }) =>
      !listedIfChanged.includes(kind) || (difference !== null && !moneyOf(estimate).isZero(difference)),
  );
  if (costs.length === 0) return undefined;
  return `Other monthly costs: ${costs.map(({ text }) => text).join('; ')}`;
}
