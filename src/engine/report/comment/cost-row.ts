import type { Estimate, Placement } from '../../cost/estimate.ts';
import { plural } from '../../plural.ts';
import type { Range } from '../../range.ts';
import { prose } from '../../text/escape.ts';
import { moneyIn, rateText } from '../../text/money.ts';
import { areBuffersChanged, bufferLines } from '../wording/capacity-buffers.ts';
import { basisMark, markedDifference, markedNodes, markedRange } from '../wording/certainty-marks.ts';
import type { RangeText } from '../wording/figures.ts';
import { notableCosts } from '../wording/other-costs.ts';
import { isOutage, onExisting, unknownCost, unschedulableCount } from '../wording/placed-nodes.ts';

/** Nodes and monthly cost before and after, in one row, with remarks on what the row leaves out. */
export function costRow(estimate: Estimate | null): string[] {
  const side = estimate?.head ?? estimate?.base;
  if (!estimate || !side) return [];
  const table = side.lacks === undefined && isWorthATable(estimate) ? [...tableOf(estimate), ''] : [];
  // The summary has no figures of an outage that costs the same or less.
  const hasFigures = table.length > 0 || !isOutage(estimate);
  return [...table, ...remarksOn(estimate, hasFigures).flatMap((line) => [line, ''])];
}

/** The summary already has figures that do not change, and those of a review without a base. */
function isWorthATable({ base, head, difference, shownIn }: Estimate): boolean {
  if (!base || !head) return false;
  const money = moneyIn(shownIn);
  const { low, likely, high } = difference.monthlyUsd;
  const isSameCost = [low, likely, high].every((amount) => amount === null || money.isZero(amount));
  return !isSameCost || likely === null || base.nodes.likely !== head.nodes.likely;
}

const arrow = ' → ';

function tableOf(estimate: Estimate): string[] {
  const { base, head, difference } = estimate as Estimate & { base: Placement; head: Placement };
  const lost = isOutage(estimate);
  const money = moneyIn(estimate.shownIn);
  const { likely } = difference.monthlyUsd;
  const { bounds } = markedRange(difference.monthlyUsd, money.unbroken);
  const amount =
    likely === null
      ? 'unknown'
      : markedDifference(difference.monthlyUsd, { signed: money.unbroken, plain: money.plain, less: 'less' });
  const nodes = compared(base, head, ({ nodes }) => nodes, markedNodes);
  const monthly = compared(
    base,
    head,
    ({ monthlyUsd }) => monthlyUsd,
    (side) => markedRange(side.monthlyUsd, money.plain),
  );
  const basis = basisMark(estimate);
  return [
    '| Nodes | Monthly cost | Difference |',
    '| :--- | :--- | ---: |',
    // A saving because pods have no node is not in bold.
    `| ${[nodes, ...small(basis)].join('<br>')} | ${monthly} | ${[lost ? amount : `**${amount}**`, ...small(lost ? undefined : bounds)].join('<br>')} |`,
  ];
}

function compared(
  base: Placement,
  head: Placement,
  read: (side: Placement) => Range,
  text: (side: Placement) => RangeText,
): string {
  const { likely: is, bounds } = text(head);
  const { likely: was } = text(base);
  return [was === is || read(base).likely === read(head).likely ? is : `${was}${arrow}${is}`, ...small(bounds)].join(
    '<br>',
  );
}

const small = (text: string | undefined): string[] => (text === undefined ? [] : [`<sub>${text}</sub>`]);

function remarksOn(estimate: Estimate, hasFigures: boolean): string[] {
  const unknown = unknownCost(estimate);
  const lost = estimate.head ? unschedulableCount(estimate.head) : 0;
  const existing = onExisting((estimate.head ?? estimate.base)!);
  const others = notableCosts(estimate);
  const rate = rateText(estimate.shownIn);
  return [
    ...(unknown === undefined ? [] : [prose(unknown)]),
    ...(areBuffersChanged(estimate) ? bufferLines(estimate).map((line) => prose(line)) : []),
    ...(existing.pods > 0 ? [existingText(existing)] : []),
    ...(lost > 0 && hasFigures ? [lostText(estimate, lost)] : []),
    ...(others.length > 0 ? [`Other monthly costs: ${others.map((text) => prose(text)).join('; ')}.`] : []),
    ...(rate === undefined ? [] : [prose(rate)]),
  ];
}

/** What the figures leave out, and whether the change is the reason. */
function lostText({ base }: Estimate, lost: number): string {
  const isOlder = base !== null && unschedulableCount(base) === lost;
  const pods = plural(lost, 'unschedulable pod');
  return `Nodes and cost do not include ${isOlder ? `${pods}, as before the change` : `the ${pods}`}.`;
}

const existingText = ({ pods, nodes }: ReturnType<typeof onExisting>): string =>
  `${plural(pods, 'pod')} run${pods === 1 ? 's' : ''} on ${plural(nodes, 'node')} that Karpenter does not manage. The figures do not include ${nodes === 1 ? 'it' : 'them'}.`;
