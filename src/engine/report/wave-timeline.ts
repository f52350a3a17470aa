import type { NodePoolDisruption } from '../disruption/disruption.ts';

/** Waves that follow each other, in minutes after Karpenter sees the change, as slow as the forecast allows. */
export interface WaveBlock {
  /** 1-based numbers of its first and last wave. */
  readonly first: number;
  readonly last: number;
  readonly nodes: number;
  readonly from: number;
  readonly to: number;
}

/** How the nodes of one NodePool go. */
export interface PoolTimeline {
  readonly name: string;
  readonly isDeletion: boolean;
  readonly blocks: readonly WaveBlock[];
}

/** When nodes go, of the NodePools whose pace is known; waves beyond `maxBlocks` of a NodePool are one block. */
export const timelinesOf = (nodePools: readonly NodePoolDisruption[], maxBlocks: number): PoolTimeline[] =>
  nodePools.flatMap(({ name, effect, waves, duration }) => {
    const sizes = waves.flatMap(({ nodes }) => (nodes > 0 ? [nodes] : []));
    if (duration === null || sizes.length === 0) return [];
    const minutes = duration.high / sizes.length;
    return [{ name, isDeletion: effect === 'delete', blocks: blocksOf(sizes, minutes, maxBlocks) }];
  });

function blocksOf(sizes: readonly number[], minutes: number, maxBlocks: number): WaveBlock[] {
  const singles = sizes.length > maxBlocks ? maxBlocks - 1 : sizes.length;
  const block = (first: number, last: number): WaveBlock => ({
    first: first + 1,
    last: last + 1,
    nodes: sizes.slice(first, last + 1).reduce((sum, nodes) => sum + nodes, 0),
    from: first * minutes,
    to: (last + 1) * minutes,
  });
  const blocks = sizes.slice(0, singles).map((_, at) => block(at, at));
  return singles < sizes.length ? [...blocks, block(singles, sizes.length - 1)] : blocks;
}

/** Whether a picture says more than the sentence: several waves, or several NodePools at the same time. */
export const isWorthDrawing = (timelines: readonly PoolTimeline[]): boolean =>
  timelines.reduce((sum, { blocks }) => sum + blocks.length, 0) > 1;

/** Distances of marks on the axis: minutes, hours and days. */
const ticks: readonly (readonly [tick: number, unit: 'minute' | 'hour' | 'day', minutes: number])[] = [
  ...[1, 2, 5, 10, 15, 30].map((tick) => [tick, 'minute', tick] as const),
  ...[1, 2, 3, 6, 12].map((tick) => [tick, 'hour', tick * 60] as const),
  ...[1, 2, 7, 30].map((tick) => [tick, 'day', tick * 24 * 60] as const),
];
const maxTicks = 8;

/** Minutes that the timelines take, and where marks stand on their axis. */
export function axisOf(timelines: readonly PoolTimeline[]) {
  const minutes = Math.max(...timelines.flatMap(({ blocks }) => blocks.map(({ to }) => to)));
  const [tick, unit, each] = ticks.find(([, , each]) => minutes / each <= maxTicks) ?? ticks.at(-1)!;
  return { minutes, tick, unit, tickMinutes: each };
}
