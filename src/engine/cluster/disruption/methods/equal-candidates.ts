import { label } from '../../../karpenter/api/labels.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import type { Candidate } from '../cluster/candidates.ts';

const shapes = new WeakMap<Pod, string>();

/** What matters about a pod for scheduling. Its name does not, and neither does the node that it runs on. */
function shapeOf(pod: Pod): string {
  const known = shapes.get(pod);
  if (known !== undefined) return known;
  const { nodeName: _, ...spec } = pod.spec;
  const shape = JSON.stringify([pod.metadata.namespace, pod.metadata.labels, pod.metadata.annotations, spec]);
  shapes.set(pod, shape);
  return shape;
}

/**
 * The same text for candidates that differ only in names. If one of them cannot be removed or replaced, neither can the others, because what
 * is left of the cluster is the same.
 */
export function candidateText({ node, pool, price, disruptionCost }: Candidate): string {
  const { labels, taints, allocatable, capacity } = node.state;
  const shared = Object.entries(labels).filter(([key]) => key !== label.hostname);
  const pods = node.pods.map(({ workload, pod, count, isDaemon }) => [workload, shapeOf(pod), count, isDaemon]);

  return JSON.stringify([
    pool.nodePool.metadata.name,
    ...[price, disruptionCost, node.lastPodEvent, node.isInitialized],
    shared.sort(([a], [b]) => (a < b ? -1 : 1)),
    ...[taints, [...allocatable], [...capacity]],
    pods.map((own) => JSON.stringify(own)).sort(),
  ]);
}
