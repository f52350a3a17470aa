import type { Pod } from '../../karpenter/api/pod.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Cluster, ClusterNode } from '../disruption/cluster/cluster.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import { countPods } from './change-pods.ts';

/**
 * The API server evicts a pod only while the PodDisruptionBudget allows it, and a pod that stays pending uses that up. So if evicted pods of nodes
 * that are drained cannot be scheduled, the others stay where they are, and their nodes with them. Puts such pods back, and returns the names of
 * their nodes. Source: Kubernetes pkg/registry/core/pod/rest/eviction.go, core pkg/controllers/node/termination.
 */
export function returnHeldPods(cluster: Cluster, drained: readonly ClusterNode[]): ReadonlySet<string> {
  const returned = new Set<string>();

  for (const pods of podsByBudget(cluster, drained)) {
    const waiting = countPods(cluster.pending.filter(({ pod }) => pods.has(pod)));
    let held = waiting - cluster.setup.limits.mostAtOnce([...pods][0]!).most;

    for (const node of drained.toReversed()) {
      for (const pod of pods) {
        if (held <= 0 || node.hasTerminationGracePeriod) continue;

        const taken = putBack(cluster, { node, pod, most: held });
        held -= taken;
        if (taken > 0) returned.add(node.state.name);
      }
    }
  }

  return returned;
}

/** The pods of nodes that share their PodDisruptionBudgets, such as all pods of a StatefulSet. */
function podsByBudget({ setup }: Cluster, drained: readonly ClusterNode[]): ReadonlySet<Pod>[] {
  const pods = drained.flatMap((node) =>
    node.pods.flatMap(({ pod, isDaemon }) => {
      if (isDaemon) return [];
      return [pod];
    }),
  );
  const limited = [...new Set(pods)].filter((pod) => setup.limits.mostAtOnce(pod).by.length > 0);
  return [...groupBy(limited, (pod) => setup.limits.mostAtOnce(pod).by.join()).values()].map((pods) => new Set(pods));
}

/** Puts pods back that a node had, and returns their number. */
function putBack(
  cluster: Cluster,
  { node, pod, most }: { readonly node: ClusterNode; readonly pod: Pod; readonly most: number },
): number {
  const running = cluster.nodes.get(node.state.name);
  const there = countPods((running?.pods ?? []).filter((group) => group.pod === pod));
  const [group] = node.pods.filter((candidate) => candidate.pod === pod && !candidate.isDaemon);
  const count = group === undefined ? 0 : Math.min(most, group.count - there);
  if (group === undefined || count <= 0) return 0;

  const pods = running?.pods ?? node.pods.filter(({ isDaemon }) => isDaemon);
  cluster.nodes.set(node.state.name, {
    ...(running ?? node),
    pods: [...pods, { ...group, count }],
    isMarkedForDeletion: true,
  });
  cluster.pending = withoutPods(cluster.pending, pod, count);

  return count;
}

function withoutPods(groups: readonly PodGroup[], pod: Pod, count: number): readonly PodGroup[] {
  let remaining = count;

  return groups.flatMap((group) => {
    if (group.pod !== pod || remaining === 0) return [group];
    const gone = Math.min(remaining, group.count);
    remaining -= gone;
    if (group.count === gone) return [];
    return [{ ...group, count: group.count - gone }];
  });
}
