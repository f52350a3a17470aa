import type { PlacedNodeClaim, Placement } from '../../cost/estimate.ts';
import { plainName } from '../escape.ts';
import { monthlyText, percentage, plural } from '../figures.ts';
import { type Markup, markup, named, none } from './markup.ts';

/** Groups of equal nodes drawn for one side; the others are counted. */
const maxBoxes = 1_500;
/** Workloads of a node that are listed; the others are counted. */
const maxListed = 8;
const hues = 8;
/** What all workloads without a hue of their own are drawn in. */
const otherHue = 'other';

/** Which hue stands for a workload, the same on both sides: those that cost most have one each. */
export class Legend {
  readonly workloads: readonly string[];
  readonly hasOthers: boolean;

  constructor(sides: readonly (Placement | null)[]) {
    const shares = sides.flatMap((side) => side?.shares ?? []);
    const dearest = shares.toSorted((a, b) => (b.hourlyUsd ?? Infinity) - (a.hourlyUsd ?? Infinity));
    const all = [...new Set(dearest.map(({ workload }) => workload))];
    this.workloads = all.slice(0, hues);
    this.hasOthers = all.length > hues;
  }

  hue(workload: string): string {
    const at = this.workloads.indexOf(workload);
    return at === -1 ? otherHue : `w${at}`;
  }
}

/** What the hues mean. */
export function legendList(legend: Legend): Markup {
  const items = legend.workloads.map((workload) => legendItem(legend.hue(workload), named(workload)));
  const others = legend.hasOthers ? legendItem(otherHue, 'other workloads') : none;
  return markup`<ul class="legend">${items}${others}${legendItem('daemon', 'DaemonSets')}${legendItem('free', 'free')}</ul>
`;
}

const legendItem = (hue: string, what: Markup | string): Markup =>
  markup`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${hue}" width="10" height="10"/></svg> ${what}</li>`;

interface Box {
  readonly claim: PlacedNodeClaim;
  readonly nodePool: string;
  count: number;
}

/** The nodes of a side as boxes: how much of CPU and memory which pods ask for. */
export function nodeBoxes(side: Placement, legend: Legend): Markup {
  const boxes = new Map<string, Box>();
  for (const { name, nodeClaims } of side.nodePools) {
    for (const claim of nodeClaims) {
      const { instanceType, capacityType, zone, workloads } = claim;
      const key = JSON.stringify([name, instanceType, capacityType, zone, workloads]);
      const box = boxes.get(key);
      if (box) box.count++;
      else boxes.set(key, { claim, nodePool: name, count: 1 });
    }
  }
  const all = [...boxes.values()];
  const rest = all.slice(maxBoxes).reduce((sum, { count }) => sum + count, 0);
  const more = rest > 0 ? markup`<p>… and ${plural(rest, 'more node')}, which the tables count.</p>` : none;
  return markup`<ul class="nodes">
${all.slice(0, maxBoxes).map((box) => nodeBox(box, side, legend))}</ul>${more}`;
}

function nodeBox({ claim, nodePool, count }: Box, side: Placement, legend: Legend): Markup {
  const { instanceType, capacityType, zone, cpuMillis, memoryBytes, hourlyUsd, workloads } = claim;
  const cpu = percentage(cpuMillis.requested, cpuMillis.allocatable);
  const memory = percentage(memoryBytes.requested, memoryBytes.allocatable);
  const price = hourlyUsd === null ? 'price unknown' : `${monthlyText(hourlyUsd)} a month${count > 1 ? ' each' : ''}`;
  const bars = [bar(claim, side, { legend, isCpu: true }), bar(claim, side, { legend, isCpu: false })];
  return markup`<li><b>${count > 1 ? `${count} × ` : ''}${plainName(instanceType, 30)}</b><br>${capacityType}, ${plainName(zone, 30)}<svg viewBox="0 0 100 22" preserveAspectRatio="none" role="img" aria-label="CPU ${cpu} requested, memory ${memory}">${bars}</svg>CPU ${cpu} · memory ${memory}<details><summary>${plural(claim.pods, 'pod')}</summary><ul>${podItems(workloads)}</ul>NodePool ${plainName(nodePool)}; ${price}; ${plural(claim.instanceTypeOptions, 'instance type')} would do</details></li>
`;
}

function podItems(workloads: PlacedNodeClaim['workloads']): Markup[] {
  const sorted = Object.entries(workloads).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const items = sorted.slice(0, maxListed).map(([name, count]) => markup`<li>${count} × ${plainName(name)}</li>`);
  const rest = sorted.length - items.length;
  return rest > 0 ? [...items, markup`<li>and ${plural(rest, 'more workload')}</li>`] : items;
}

interface BarOptions {
  readonly legend: Legend;
  readonly isCpu: boolean;
}

/** One bar of a hundred units; what is requested and belongs to no workload is DaemonSets'. */
function bar(claim: PlacedNodeClaim, side: Placement, { legend, isCpu }: BarOptions): Markup[] {
  const { requested, allocatable } = isCpu ? claim.cpuMillis : claim.memoryBytes;
  const y = isCpu ? 0 : 12;
  const units = (amount: number): number => (allocatable > 0 ? (amount / allocatable) * 100 : 0);
  const widths = new Map<string, number>();
  for (const [workload, count] of Object.entries(claim.workloads)) {
    const amounts = side.requests[workload];
    const amount = amounts ? (isCpu ? amounts.cpuMillis : amounts.memoryBytes) : 0;
    const hue = legend.hue(workload);
    widths.set(hue, (widths.get(hue) ?? 0) + units(amount * count));
  }
  const taken = [...widths.values()].reduce((sum, width) => sum + width, 0);
  widths.set('daemon', Math.min(units(requested), 100) - taken);
  let at = 0;
  const parts = [...widths].sort(([a], [b]) => hueRank(a) - hueRank(b)).filter(([, width]) => width > 0.05);
  const drawn = parts.map(([hue, width]) => {
    const part = rect(hue, { x: at, y, width });
    at += width;
    return part;
  });
  return [rect('free', { x: 0, y, width: 100 }), ...drawn];
}

const hueRank = (hue: string): number => (hue === 'daemon' ? hues + 1 : hue === otherHue ? hues : Number(hue.slice(1)));

const tenths = (figure: number): number => Math.round(figure * 10) / 10;

const rect = (hue: string, { x, y, width }: { x: number; y: number; width: number }): Markup =>
  markup`<rect class="${hue}" x="${tenths(x)}" y="${y}" width="${tenths(width)}" height="10"/>`;
