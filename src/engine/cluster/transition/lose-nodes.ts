import { compareNames } from '../../text/name-order.ts';
import type { Cluster } from '../disruption/cluster/cluster.ts';
import { whyKept } from '../disruption/methods/why-kept.ts';
import { removeNode } from './change-nodes.ts';
import { countPods } from './change-pods.ts';
import type { LostNodes, TransitionCauses } from './transition-data.ts';

/** Removes failing nodes, all at once. Nothing holds their pods back: they become pending. */
export function loseNodes(
  cluster: Cluster,
  { isLost = () => false, asked = [] }: Pick<TransitionCauses, 'isLost' | 'asked'>,
): LostNodes {
  const kept = new Map(asked.map((name) => [name, whyKept(cluster, name) ?? null]));
  const failing = cluster.sorted().filter(({ state }) => isLost(state));
  const before = runningPods(cluster);

  for (const node of failing) removeNode(cluster, node);

  const remaining = runningPods(cluster);
  const workloads = [...before]
    .map(([workload, count]) => ({
      workload,
      lost: count - (remaining.get(workload) ?? 0),
      left: remaining.get(workload) ?? 0,
    }))
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => compareNames(a.workload, b.workload));

  return { nodes: failing.map(({ state }) => state.name), workloads, kept };
}

/** Workload → pods on nodes, without those of DaemonSets. */
function runningPods(cluster: Cluster): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { pods } of cluster.nodes.values())
    for (const group of pods)
      if (!group.isDaemon) counts.set(group.workload, (counts.get(group.workload) ?? 0) + countPods([group]));
  return counts;
}
