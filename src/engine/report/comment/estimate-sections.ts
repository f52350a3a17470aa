import type { Estimate, Placement } from '../../cost/estimate.ts';
import { plural } from '../../plural.ts';
import type { Review } from '../../review/review-data.ts';
import { code, htmlCode, prose } from '../../text/escape.ts';
import { aMonth, monthlyText, percentage, usd } from '../wording/figures.ts';
import {
  type NodeGroup,
  nodeClaimsOf,
  nodeGroups,
  type Share,
  typeCounts,
  unschedulableCount,
  usageOf,
} from '../wording/placed-nodes.ts';
import { sharperFigureSteps } from '../wording/sharper-figures.ts';
import { spreadLines } from '../wording/spread-lines.ts';
import { capped, type Detail, folded } from './detail.ts';
import { typeDiagram } from './type-diagram.ts';

/** Nodes after the change, equal ones counted, folded under what they are. */
export function nodesSection(estimate: Estimate | null, detail: Detail): string[] {
  const head = estimate?.head;
  if (!estimate || !head || nodeClaimsOf(head).length === 0 || detail.nodes === 0) return [];
  const groups = nodeGroups(head);
  const rest = groups.slice(detail.nodes).reduce((sum, group) => sum + group.count, 0);
  const lines = [
    ...typeDiagram(estimate),
    '| Node | pods | requested | a month |',
    '| :--- | ---: | :--- | ---: |',
    ...groups.slice(0, detail.nodes).map(nodeRow),
    ...(rest > 0 ? ['', `… and ${plural(rest, 'more node')}.`] : []),
    '',
    requestedLine(head),
  ];
  return folded(`Nodes after: ${nodesSummary(head)}`, lines);
}

/** `Requested: 13.3 of 15.8 CPUs, 6 of 56.8 GiB of memory.` */
function requestedLine(head: Placement): string {
  const { cpuMillis, memoryBytes } = usageOf(nodeClaimsOf(head));
  const idle = head.utilisation?.idleHourlyUsd ?? null;
  const waste = idle === null ? '' : ` Nobody asks for ${usd(aMonth(idle))} of it a month.`;
  return `Requested: ${shareText(cpuMillis, 1000)} CPUs, ${shareText(memoryBytes, 2 ** 30)} GiB of memory.${waste}`;
}

const shareText = ({ requested, allocatable }: Share, unit: number): string =>
  `${amount(requested / unit)} of ${amount(allocatable / unit)}`;

/** At most one decimal, none where it is 0. */
const amount = (figure: number): string => figure.toFixed(1).replace(/\.0$/, '');

const shownTypes = 2;

function nodesSummary(head: Placement): string {
  const types = typeCounts(nodeClaimsOf(head));
  const shown = types
    .slice(0, shownTypes)
    .map(({ what, capacityType, count }) => `${count} × ${htmlCode(what, 30)} ${spaced(capacityType)}`);
  const rest = types.slice(shownTypes).reduce((sum, type) => sum + type.count, 0);
  const landing = unschedulableCount(head) === 0 && head.nodes.likely !== null ? ' · every pod lands' : '';
  return `${shown.join(', ')}${rest > 0 ? `, ${rest} more` : ''}${landing}`;
}

/** Capacity types are Karpenter's three words, but they come from data. */
const spaced = (capacityType: string): string => capacityType.replace(/[^a-z-]/g, '');

function nodeRow({ nodePool, instanceType, capacityType, zone, count, pods, usage, hourlyUsd }: NodeGroup): string {
  const { cpuMillis, memoryBytes } = usage;
  const node = `${count} × ${htmlCode(instanceType, 30)}<br><sub>${spaced(capacityType)}, ${htmlCode(zone, 30)}<br>NodePool ${htmlCode(nodePool)}</sub>`;
  const requested = `CPU ${percentage(cpuMillis.requested, cpuMillis.allocatable)}<br>memory ${percentage(memoryBytes.requested, memoryBytes.allocatable)}`;
  return `| ${node} | ${pods} | ${requested} | ${monthlyText(hourlyUsd)} |`;
}

/** What the figures rest on: the reader decides how far to trust them. */
export function basisSection(review: Review, detail: Detail): string[] {
  if (detail.items === 0) return [];
  const { estimate, target } = review;
  const lines = [
    // The first assumption is the one that matters most, so it comes first.
    ...capped(estimate?.assumptions ?? [], detail.items, (line) => [`- ${prose(line, detail.sentence)}`]),
    ...(estimate ? estimateBasis(estimate, detail) : []),
    ...(target.kubernetesVersion === undefined
      ? []
      : [`- Kubernetes ${prose(target.kubernetesVersion, 20)} (${prose(target.kubernetesVersionSource, 120)})`]),
    `- Karpenter ${prose(target.karpenterVersion, 20)} (${prose(target.karpenterVersionSource, 120)})`,
  ];
  const steps = sharperFigureSteps(review);
  return folded('How this was worked out, and how to make it more exact', [
    ...lines,
    ...(steps.length === 0 ? [] : ['', 'More exact with:', '', ...steps.map((step) => `- ${prose(step)}`)]),
  ]);
}

function estimateBasis(estimate: Estimate, detail: Detail): string[] {
  const region =
    estimate.region === null
      ? '- No region is known'
      : `- Region ${code(estimate.region, 40)} (${prose(estimate.regionSource, 120)})`;
  const prices = estimate.head ? priceSources(estimate.head) : '';
  return [
    ...scaledWorkloads(estimate, detail),
    ...spreadLines(estimate.head ?? estimate.base).map((line) => `- ${prose(line, detail.sentence)}`),
    `- A month is ${estimate.hoursPerMonth} hours, in ${prose(estimate.currency, 10)}${prices}; traffic, load balancers and volumes that pods claim are not counted`,
    region,
  ];
}

const sourceText = { live: 'fetched live', table: 'from the price table', estimated: 'estimated' } as const;

function priceSources(head: Placement): string {
  const claims = nodeClaimsOf(head).filter((claim) => claim.hourlyUsd !== null);
  const counts = (['live', 'table', 'estimated'] as const).flatMap((source) => {
    const count = claims.filter((claim) => claim.priceSource === source).length;
    return count === 0 ? [] : [count === claims.length ? sourceText[source] : `${count} ${sourceText[source]}`];
  });
  return counts.length === 0 ? '' : `; prices of nodes: ${counts.join(', ')}`;
}

/** Workloads that an autoscaler moves: they are why there is a range. */
function scaledWorkloads({ head }: Estimate, detail: Detail): string[] {
  const scaled = Object.entries(head?.replicas ?? {}).filter(([, { low, high }]) => low !== high);
  return capped(scaled, detail.items, ([workload, { low, likely, high }]) => [
    `- ${code(workload, 120)} counts ${plural(likely, 'pod')}, and ${low} to ${high} for the range`,
  ]);
}
