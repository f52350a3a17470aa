import type { Disruption } from '../../disruption/disruption-data.ts';
import { plural } from '../../plural.ts';
import { axisOf, isWorthDrawing, type PoolTimeline, timelinesOf, type WaveBlock } from '../wording/wave-timeline.ts';
import { type Detail, folded } from './detail.ts';
import { mermaidBlock, mermaidName } from './mermaid.ts';

const maxPools = 8;
const maxBlocks = 10;
/** NodePools that are drawn without a click. */
const unfoldedPools = 4;
const maxName = 20;

/** When nodes go, drawn where it is more than one step; folded when it is long. */
export function waveDiagram(disruption: Disruption, detail: Detail): string[] {
  const all = timelinesOf(disruption, maxBlocks);
  if (!isWorthDrawing(all) || detail.fields === 0) return [];
  const shown = all.slice(0, maxPools);
  const rest = all.length - shown.length;
  const lines = [
    // A title of the diagram would be cut off on a phone.
    `Nodes that go in each wave, ${clockOf(shown)} after Karpenter sees the change, at the slow end:`,
    '',
    ...mermaidBlock(gantt(shown)),
    ...(rest > 0 ? ['', `… and ${plural(rest, 'more NodePool')}.`] : []),
  ];
  if (all.length <= unfoldedPools) return [...lines, ''];
  return folded(`When nodes go: ${plural(all.length, 'NodePool')}, wave by wave`, lines);
}

/** What the axis counts in. */
const clockOf = (timelines: readonly PoolTimeline[]): string =>
  axisOf(timelines).unit === 'day' ? 'days' : 'hours and minutes';

/** Backgrounds that GitHub's light and dark theme both show through, not the yellow of Mermaid's own. */
const shades = '"sectionBkgColor": "#80808018", "altSectionBkgColor": "#80808000", "sectionBkgColor2": "#80808018"';

/** A row a NodePool. The clock starts at midnight of a first of January, so that the axis counts from the start. */
function gantt(timelines: readonly PoolTimeline[]): string[] {
  const longest = Math.max(...timelines.map(({ name }) => mermaidName(name, maxName).length));
  const { tick, unit } = axisOf(timelines);
  const layout = `"displayMode": "compact", "leftPadding": ${8 * longest + 24}, "rightPadding": 40, "barHeight": 20`;
  return [
    `%%{init: {"gantt": {${layout}}, "themeVariables": {${shades}}}}%%`,
    'gantt',
    '  dateFormat YYYY-MM-DD HH:mm',
    `  axisFormat ${unit === 'day' ? 'day %-d' : '%H:%M'}`,
    `  tickInterval ${tick}${unit}`,
    '  todayMarker off',
    ...timelines.flatMap(({ name, isDeletion, blocks }) => [
      `  section ${mermaidName(name, maxName)}`,
      ...blocks.map((block, at) => `  ${task(block, at === 0, isDeletion)}`),
    ]),
  ];
}

/** Each task but the first of a NodePool starts where the one before it ends. */
function task({ first, last, nodes, from, to }: WaveBlock, isFirst: boolean, isDeletion: boolean): string {
  const waves = first === last ? `${nodes}` : `${nodes} in ${last - first + 1} waves`;
  return `${waves} :${isDeletion ? 'crit, ' : ''}${isFirst ? '2000-01-01 00:00, ' : ''}${Math.max(1, to - from)}m`;
}
