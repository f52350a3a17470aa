import { label } from '../../../karpenter/api/labels.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import type { Candidate } from '../cluster/candidates.ts';
import type { ClusterNode } from '../cluster/cluster.ts';

const shapes = new WeakMap<Pod, string>();

/** What matters about a pod for scheduling. Its name does not, and neither does the node that it runs on. */
function shapeOf(pod: Pod): string {
  const cached = shapes.get(pod);
  if (cached !== undefined) return cached;

  const { nodeName: _, ...spec } = pod.spec;
  const shape = JSON.stringify([pod.metadata.namespace, pod.metadata.labels, pod.metadata.annotations, spec]);
  shapes.set(pod, shape);
  return shape;
}

const podTexts = new WeakMap<ClusterNode['pods'], string>();

/** Cached by the list of pods, which is another one as soon as a pod comes or goes. */
function podsText(pods: ClusterNode['pods']): string {
  const cached = podTexts.get(pods);
  if (cached !== undefined) return cached;

  const texts = pods.map(({ workload, pod, count, isDaemon }) =>
    JSON.stringify([workload, shapeOf(pod), count, isDaemon]),
  );
  const text = texts.sort().join();
  podTexts.set(pods, text);
  return text;
}

const stateTexts = new WeakMap<ClusterNode['state'], string>();

function stateText(state: ClusterNode['state']): string {
  const cached = stateTexts.get(state);
  if (cached !== undefined) return cached;

  const { labels, taints, allocatable, capacity } = state;
  const shared = Object.entries(labels).filter(([key]) => key !== label.hostname);
  shared.sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([shared, taints, [...allocatable], [...capacity]]);
  stateTexts.set(state, text);
  return text;
}

/**
 * The same text for candidates that differ only in names. If one of them cannot be removed or replaced, neither can the others, because what
 * is left of the cluster is the same.
 */
export function candidateText({ node, pool, price, disruptionCost }: Candidate): string {
  const scalars = [pool.nodePool.metadata.name, price, disruptionCost, node.lastPodEvent, node.isInitialized];
  return [JSON.stringify(scalars), stateText(node.state), podsText(node.pods)].join('\n');
}
