import type { Estimate, Placement, Range } from '../cost/estimate.ts';
import type { Detail } from './detail.ts';
import { htmlCode, prose } from './escape.ts';
import { isZeroUsd, monthlyText, percentage, plural, rangeText, signedCount, signedUsd, usd } from './figures.ts';
import { nodeClaimsOf, onExisting, type Share, unknownCost, unschedulableCount, usageOf } from './placed-nodes.ts';

/** Before and after in at most four narrow columns; what the first line already says in full is not said again. */
export function costTable(estimate: Estimate | null, detail: Detail): string[] {
  const side = estimate?.head ?? estimate?.base;
  if (!estimate || !side) return ['Not estimated: there is nothing to simulate.', ''];
  const remarks = remarksOn(estimate).flatMap((line) => [line, '']);
  if (side.lacks !== undefined) return [...remarks, ...launchableTable(side, detail)];
  return [...(isUnchanged(estimate) ? [] : [...table(estimate, side), '']), ...remarks];
}

/** Whether base and head need the same nodes at the same cost. */
const isUnchanged = ({ base, head, difference }: Estimate): boolean =>
  base !== null &&
  head !== null &&
  Object.values(difference.nodes).every((figure) => figure === 0) &&
  Object.values(difference.monthlyUsd).every((figure) => figure !== null && isZeroUsd(figure));

function table({ base, head, difference }: Estimate, side: Placement): string[] {
  if (!base || !head) {
    return [
      '| | estimate |',
      '| :--- | ---: |',
      `| Nodes | ${rangeCell(side.nodes, String)} |`,
      `| A month | ${rangeCell(side.monthlyUsd, usd)} |`,
      ...requestRows([side]),
    ];
  }
  return [
    '| | before | after | |',
    '| :--- | ---: | ---: | ---: |',
    `| Nodes | ${rangeCell(base.nodes, String)} | ${rangeCell(head.nodes, String)} | ${rangeCell(difference.nodes, signedCount)} |`,
    `| A month | ${rangeCell(base.monthlyUsd, usd)} | ${rangeCell(head.monthlyUsd, usd)} | ${bold(difference.monthlyUsd)} |`,
    ...requestRows([base, head]),
  ];
}

const bold = (difference: Range): string => {
  const { likely, bounds } = rangeText(difference, signedUsd);
  return `**${likely}**${boundsCell(bounds)}`;
};

/** The likely figure, and its bounds on a line of their own: a phone has no room beside it. */
function rangeCell(range: Range, format: (figure: number) => string): string {
  const { likely, bounds } = rangeText(range, format);
  return `${likely}${boundsCell(bounds)}`;
}

const boundsCell = (bounds: string | undefined): string => (bounds === undefined ? '' : `<br><sub>${bounds}</sub>`);

/** How much of what is bought is asked for; the amounts stand with the nodes, a phone has no room for them here. */
function requestRows(sides: readonly Placement[]): string[] {
  const usages = sides.map((side) => usageOf(nodeClaimsOf(side)));
  if (usages.every(({ cpuMillis }) => cpuMillis.allocatable === 0)) return [];
  const row = (title: string, shares: readonly Share[]): string =>
    `| ${title} | ${shares.map(shareCell).join(' | ')} |${shares.length === 2 ? ' |' : ''}`;
  return [
    row(
      'CPU requested',
      usages.map((usage) => usage.cpuMillis),
    ),
    row(
      'Memory requested',
      usages.map((usage) => usage.memoryBytes),
    ),
  ];
}

const shareCell = ({ requested, allocatable }: Share): string =>
  allocatable === 0 ? '–' : percentage(requested, allocatable);

function remarksOn(estimate: Estimate): string[] {
  const unknown = unknownCost(estimate);
  const lost = estimate.head ? unschedulableCount(estimate.head) : 0;
  const existing = onExisting((estimate.head ?? estimate.base)!);
  return [
    ...(unknown === undefined ? [] : [prose(unknown)]),
    ...(existing.pods > 0 ? [existingText(existing)] : []),
    ...(lost > 0 ? [`Nodes and cost are without the ${plural(lost, 'pod')} that can not land.`] : []),
  ];
}

const existingText = ({ pods, nodes }: ReturnType<typeof onExisting>): string =>
  `${plural(pods, 'pod')} ${pods === 1 ? 'lands' : 'land'} on ${plural(nodes, 'existing node')}, which ${nodes === 1 ? 'is' : 'are'} not counted here.`;

function launchableTable({ launchable }: Placement, detail: Detail): string[] {
  if (launchable.length === 0) return [];
  const rows = launchable.slice(0, detail.items).map(({ nodePool, instanceType, hourlyUsd }) => {
    return `| ${htmlCode(nodePool)} | ${htmlCode(instanceType)} | ${monthlyText(hourlyUsd)} |`;
  });
  const rest = launchable.length - rows.length;
  return [
    '| NodePool | launches first | a month each |',
    '| :--- | :--- | ---: |',
    ...rows,
    '',
    ...(rest > 0 ? [`… and ${plural(rest, 'more NodePool')}.`, ''] : []),
  ];
}
