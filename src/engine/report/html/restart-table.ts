import type { Estimate, PlacedNodeClaim } from '../../cost/estimate.ts';
import type { Disruption, NodePoolDisruption } from '../../disruption/disruption-data.ts';
import { compareNames } from '../../name-order.ts';
import { timelinesOf } from '../wording/wave-timeline.ts';
import { type Markup, named, none } from './markup.ts';
import { table, textCell } from './table.ts';
import { clock } from './wave-chart.ts';

/**
 * The workloads whose nodes are replaced or deleted, and when their pods restart. Karpenter chooses which node is in which wave,
 * so a workload on several nodes gets the whole time of the NodePool.
 */
export function restartTable(disruption: Disruption, estimate: Estimate | null): Markup {
  const { base } = estimate ?? {};
  if (!base) return none;
  const timelines = new Map(timelinesOf(disruption, Number.POSITIVE_INFINITY).map((one) => [one.name, one.blocks]));
  const rows = disruption.nodePools.flatMap((pool) => {
    const claims = base.nodePools.find(({ name }) => name === pool.name)?.nodeClaims ?? [];
    const going = goingNodes(pool);
    if (going === 0 || claims.length === 0) return [];
    const isWhole = going !== null && going >= claims.length;
    const blocks = timelines.get(pool.name) ?? [];
    const [first, last] = [blocks[0], blocks.at(-1)];
    const time = first && last ? `${clock(first.from)}–${clock(last.to)}` : 'unknown';
    const start = first?.from ?? Number.MAX_SAFE_INTEGER;
    return podsByWorkload(claims).map(({ workload, pods, nodes }) => [
      { content: named(workload, 120) },
      { content: named(pool.name) },
      { content: isWhole ? String(pods) : `up to ${pods}`, sort: pods },
      textCell(wavesText(blocks.at(-1)?.last ?? 0, nodes)),
      { content: time, sort: start },
    ]);
  });
  return rows.length === 0
    ? none
    : table(
        'Workloads whose pods restart, by the nodes on which they run before the change. Karpenter chooses which node of a NodePool is first.',
        [
          { title: 'Workload' },
          { title: 'NodePool' },
          { title: 'Pods', isFigure: true },
          { title: 'Waves', isFigure: true },
          { title: 'Time (h:mm)', isFigure: true },
        ],
        rows,
      );
}

/** Nodes that are really replaced or deleted; null if that is unknown. */
function goingNodes({ effect, nodesReplaced, waves }: NodePoolDisruption): number | null {
  if (effect === 'none' || effect === 'new-nodes') return 0;
  return waves.length === 0 ? nodesReplaced : waves.reduce((sum, { nodes }) => sum + nodes, 0);
}

/** A workload on fewer nodes than there are waves is not affected by all of them. */
const wavesText = (waves: number, nodes: number): string =>
  waves === 0 ? 'unknown' : waves === 1 ? '1' : nodes < waves ? `up to ${nodes} of ${waves}` : `up to ${waves}`;

interface PodsOfWorkload {
  readonly workload: string;
  readonly pods: number;
  /** Nodes that run at least one of these pods. */
  readonly nodes: number;
}

/** The largest number of pods first. */
function podsByWorkload(claims: readonly PlacedNodeClaim[]): PodsOfWorkload[] {
  const found = new Map<string, { pods: number; nodes: number }>();
  for (const { workloads } of claims) {
    for (const [workload, pods] of Object.entries(workloads)) {
      const { pods: earlier = 0, nodes = 0 } = found.get(workload) ?? {};
      found.set(workload, { pods: earlier + pods, nodes: nodes + 1 });
    }
  }
  return [...found]
    .map(([workload, counts]) => ({ workload, ...counts }))
    .sort((a, b) => b.pods - a.pods || compareNames(a.workload, b.workload));
}
