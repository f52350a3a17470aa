import type { Estimate, Placement } from '../../cost/estimate.ts';
import { plural } from '../../plural.ts';
import { htmlCode, prose } from '../../text/escape.ts';
import { monthlyText } from '../wording/figures.ts';
import { onExisting, unknownCost, unschedulableCount } from '../wording/placed-nodes.ts';
import type { Detail } from './detail.ts';
import { poolTable } from './pool-table.ts';

/** Before and after by NodePool, and what is not in the table. */
export function costTable(estimate: Estimate | null, detail: Detail): string[] {
  const side = estimate?.head ?? estimate?.base;
  if (!estimate || !side) return ['Not estimated: there is nothing to simulate.', ''];
  const remarks = remarksOn(estimate).flatMap((line) => [line, '']);
  if (side.lacks !== undefined) return [...remarks, ...launchableTable(side, detail)];
  const table = poolTable(estimate, Math.min(shownPools, Math.max(1, detail.items)));
  return [...table, ...(table.length > 0 ? [''] : []), ...remarks];
}

/** NodePools that have a row of their own. */
const shownPools = 8;

function remarksOn(estimate: Estimate): string[] {
  const unknown = unknownCost(estimate);
  const lost = estimate.head ? unschedulableCount(estimate.head) : 0;
  const existing = onExisting((estimate.head ?? estimate.base)!);
  return [
    ...(unknown === undefined ? [] : [prose(unknown)]),
    ...(existing.pods > 0 ? [existingText(existing)] : []),
    ...(lost > 0 ? [`Nodes and cost do not include the ${plural(lost, 'unschedulable pod')}.`] : []),
  ];
}

const existingText = ({ pods, nodes }: ReturnType<typeof onExisting>): string =>
  `${plural(pods, 'pod')} run${pods === 1 ? 's' : ''} on ${plural(nodes, 'node')} that Karpenter does not own and that ${nodes === 1 ? 'is' : 'are'} not counted here.`;

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
