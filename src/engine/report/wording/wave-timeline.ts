import type { Disruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { compareNames } from '../../text/name-order.ts';

/** Consecutive waves, in minutes after Karpenter sees the change, at the slowest pace of the forecast. */
export interface WaveBlock {
  /** 1-based numbers of its first and last wave. */
  readonly first: number;
  readonly last: number;
  readonly nodes: number;
  readonly from: number;
  readonly to: number;
}

/** When the nodes of one NodePool are replaced or deleted. */
export interface PoolTimeline {
  readonly name: string;
  readonly isDeletion: boolean;
  readonly blocks: readonly WaveBlock[];
}

/**
 * When nodes are replaced or deleted, for NodePools whose pace is known. A NodePool has at most `maxBlocks` blocks: the
 * last one combines the remaining waves.
 */
export function timelinesOf({ timeline }: Pick<Disruption, 'timeline'>, maxBlocks: number): PoolTimeline[] {
  const pools = new Map<string, WaveBlock[]>();
  const deleted = new Set<string>();
  for (const { what, nodePool, nodes, at, until } of timeline) {
    if ((what !== 'wave' && what !== 'deletion') || nodePool === null || !nodes || !at || !until) continue;

    const earlier = pools.get(nodePool) ?? [];
    const number = earlier.length + 1;
    pools.set(nodePool, [...earlier, { first: number, last: number, nodes, from: at.high, to: until.high }]);
    if (what === 'deletion') deleted.add(nodePool);
  }

  return [...pools]
    .sort(([a], [b]) => compareNames(a, b))
    .map(([name, blocks]) => ({ name, isDeletion: deleted.has(name), blocks: shortened(blocks, maxBlocks) }));
}

function shortened(blocks: readonly WaveBlock[], max: number): readonly WaveBlock[] {
  if (blocks.length <= max) return blocks;
  const rest = blocks.slice(max - 1);
  const nodes = rest.reduce((sum, block) => sum + block.nodes, 0);
  return [...blocks.slice(0, max - 1), { ...rest[0]!, last: rest.at(-1)!.last, nodes, to: rest.at(-1)!.to }];
}

/** Whether a picture says more than the sentence: several waves, or several NodePools at the same time. */
export const isWorthDrawing = (timelines: readonly PoolTimeline[]): boolean =>
  timelines.reduce((sum, { blocks }) => sum + blocks.length, 0) > 1;

/** Possible distances between marks on the axis: minutes, hours and days. */
const ticks: readonly (readonly [tick: number, unit: 'minute' | 'hour' | 'day', minutes: number])[] = [
  ...[1, 2, 5, 10, 15, 30].map((tick) => [tick, 'minute', tick] as const),
  ...[1, 2, 3, 6, 12].map((tick) => [tick, 'hour', tick * 60] as const),
  ...[1, 2, 7, 30].map((tick) => [tick, 'day', tick * 24 * 60] as const),
];
const maxTicks = 8;

/** The length of the timelines in minutes, and the distance between the marks on their axis. */
export function axisOf(timelines: readonly PoolTimeline[]) {
  const minutes = Math.max(...timelines.flatMap(({ blocks }) => blocks.map(({ to }) => to)));
  const [tick, unit, each] = ticks.find(([, , each]) => minutes / each <= maxTicks) ?? ticks.at(-1)!;
  return { minutes, tick, unit, tickMinutes: each };
}
