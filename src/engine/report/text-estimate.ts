import type { Estimate, PlacedNodePool, Placement } from '../cost/estimate.ts';
import { alternativeName } from './alternative-name.ts';
import { besideInstancesLines } from './beside-instances.ts';
import { plainName, plainSentence } from './escape.ts';
import { aMonth, monthlyText, plural, rangeLine, rangeText, signedCount, signedUsd, usd } from './figures.ts';
import { typeCounts, unknownCost, usageOf } from './placed-nodes.ts';
import { spreadLines } from './spread-lines.ts';
import { alignedRows, bar, type Palette } from './terminal.ts';

/** Nodes and cost by NodePool, who can not land, and what the figures rest on. */
export function estimateLines(estimate: Estimate | null, colours: Palette): string[] {
  const side = estimate?.head ?? estimate?.base;
  if (!estimate || !side) return [];
  const unknown = unknownCost(estimate);
  return [
    ...(side.lacks !== undefined ? launchableRows(side, colours) : nodePoolRows(estimate, side, colours)),
    ...besideInstancesLines(estimate).slice(0, 1),
    ...spreadLines(side).map((line) => plainSentence(line)),
    ...landingLines(side, colours),
    ...alternativeLines(side, colours),
    // What is lacking altogether stands among the assumptions.
    ...(unknown === undefined || side.lacks !== undefined ? [] : [plainSentence(unknown)]),
    ...estimate.assumptions.map((line) => colours.dim(`  ${plainSentence(line)}`)),
  ];
}

function nodePoolRows({ base, head, difference }: Estimate, side: Placement, colours: Palette): string[] {
  const before = new Map((head ? (base?.nodePools ?? []) : []).map((nodePool) => [nodePool.name, nodePool]));
  const names = [...new Set([...side.nodePools.map((nodePool) => nodePool.name), ...before.keys()])].sort();
  const after = new Map(side.nodePools.map((nodePool) => [nodePool.name, nodePool]));
  const rows = names.flatMap((name) => rowsOf(name, before.get(name), after.get(name), base !== null && head !== null));
  if (rows.length === 0) return [];
  const [header, ...body] = alignedRows(
    [['NodePool', 'nodes', 'types', 'a month', 'cpu', 'memory'], ...rows, ...totalRows(names.length, side)],
    [3],
  );
  const change =
    base && head
      ? `base to head: ${rangeLine(difference.nodes, signedCount)} ${Math.abs(difference.nodes.likely ?? 0) === 1 ? 'node' : 'nodes'}, ${rangeLine(difference.monthlyUsd, signedUsd)} a month`
      : undefined;
  return [colours.bold(header!), ...body, ...(change === undefined ? [] : [change])];
}

function rowsOf(
  name: string,
  before: PlacedNodePool | undefined,
  after: PlacedNodePool | undefined,
  isComparison: boolean,
): string[][] {
  const nodes = after ? nodesText(after) : '0';
  const arrow = isComparison && nodesText(before) !== nodes ? `${nodesText(before)} → ` : '';
  const row = [plainName(name, 40), `${arrow}${nodes}`, ...figuresOf(after)];
  const isSame = JSON.stringify(figuresOf(before)) === JSON.stringify(figuresOf(after));
  return isComparison && before && !isSame ? [row, ['', 'base', ...figuresOf(before)]] : [row];
}

/** A NodePool that the side does not have has no nodes. */
const nodesText = (nodePool: PlacedNodePool | undefined): string =>
  nodePool ? rangeLine(nodePool.nodes, String) : '0';

function figuresOf(nodePool: PlacedNodePool | undefined): string[] {
  if (!nodePool) return ['', usd(0), '', ''];
  const { cpuMillis, memoryBytes } = usageOf(nodePool.nodeClaims);
  const hasNodes = nodePool.nodeClaims.length > 0;
  return [
    typesText(nodePool),
    rangeText(nodePool.hourlyUsd, (hourly) => usd(aMonth(hourly))).likely,
    hasNodes ? bar(cpuMillis.requested, cpuMillis.allocatable) : '',
    hasNodes ? bar(memoryBytes.requested, memoryBytes.allocatable) : '',
  ];
}

const shownTypes = 2;

function typesText({ nodeClaims }: PlacedNodePool): string {
  const types = typeCounts(nodeClaims);
  const rest = types.slice(shownTypes).reduce((sum, type) => sum + type.count, 0);
  const shown = types.slice(0, shownTypes).map((type) => {
    // On-demand is what a reader takes for granted.
    const capacity = type.capacityType === 'on-demand' ? '' : ` ${type.capacityType}`;
    return `${type.count} × ${plainName(type.what, 30)}${capacity}`;
  });
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

function totalRows(nodePools: number, side: Placement): string[][] {
  if (nodePools < 2) return [];
  return [['all', rangeLine(side.nodes, String), '', rangeText(side.monthlyUsd, usd).likely]];
}

function launchableRows({ launchable }: Placement, colours: Palette): string[] {
  if (launchable.length === 0) return [];
  const rows = launchable.map((entry) => [
    plainName(entry.nodePool, 40),
    plainName(entry.instanceType, 30),
    monthlyText(entry.hourlyUsd),
  ]);
  const [header, ...body] = alignedRows([['NodePool', 'launches first', 'a month each'], ...rows], [2]);
  return [colours.bold(header!), ...body];
}

const shownAlternatives = 3;

/** What would cost less. */
const alternativeLines = ({ alternatives }: Placement, colours: Palette): string[] =>
  alternatives
    .slice(0, shownAlternatives)
    .map(
      ({ nodePool, kind, nodes, savedHourlyUsd }) =>
        `${colours.note('cheaper:')} ${plainName(nodePool, 40)} with ${alternativeName[kind]}, ${plural(nodes, 'node')}, ${signedUsd(aMonth(-savedHourlyUsd))} a month`,
    );

function landingLines({ unschedulable, ignored }: Placement, colours: Palette): string[] {
  return [
    // Why, the finding says.
    ...unschedulable.map(
      ({ workload, count }) =>
        `${colours.error('can not land:')} ${plural(count, 'pod')} of ${plainName(workload, 160)}`,
    ),
    ...ignored.map(
      ({ workload, count, reason }) =>
        `${colours.note('ignored by Karpenter:')} ${plural(count, 'pod')} of ${plainName(workload, 160)}: ${plainSentence(reason)}`,
    ),
  ];
}
