import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { parseDuration } from '../../../karpenter/api/duration.ts';
import { selects } from '../../../karpenter/api/label-selector.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import { readLimits } from '../../provisioning/pods/pod-disruption-budget.ts';
import type { Simulation } from '../../provisioning/simulation.ts';

/** Kubernetes' default for `terminationGracePeriodSeconds`. */
const defaultGraceSeconds = 30;

/**
 * The longest time in seconds that nodes of a NodePool take to drain: the longest grace period of their running and simulated pods,
 * limited by the NodePool's terminationGracePeriod.
 */
export function graceSeconds(nodePool: string, base: Simulation | null): number {
  if (base === null) return defaultGraceSeconds;

  const pods = podsOf(nodePool, base);
  const bound = drainBound(nodePool, base);
  if (bound !== undefined && pods.some(isHolding(base))) return bound;
  return longestGrace(pods, bound);
}

/** The same without the pods that Karpenter waits for. */
export function graceSecondsOfOthers(nodePool: string, base: Simulation | null): number {
  if (base === null) return defaultGraceSeconds;

  const isHeld = isHolding(base);
  const others = podsOf(nodePool, base).filter((pod) => !isHeld(pod));
  return longestGrace(others, drainBound(nodePool, base));
}

/** How long a pod may take to stop, in seconds. */
export const graceOf = ({ spec }: Pod): number => spec.terminationGracePeriodSeconds ?? defaultGraceSeconds;

const longestGrace = (pods: readonly PodOfNode[], bound = Number.POSITIVE_INFINITY): number => {
  const graces = pods.map(({ pod }) => graceOf(pod));
  return Math.min(Math.max(0, ...graces), bound);
};

/**
 * The workloads for whose pods Karpenter waits until the NodePool's terminationGracePeriod ends, sorted. None if it has no such period, or if the
 * workloads of some pods are unknown.
 */
export function heldUntilTheEnd(nodePool: string, base: Simulation | null): readonly string[] {
  if (base === null || drainBound(nodePool, base) === undefined) return [];
  const holding = podsOf(nodePool, base).filter(isHolding(base));
  const workloads = holding.map(({ workload }) => workload);
  if (workloads.includes(undefined)) return [];
  return [...new Set(workloads as string[])].sort();
}

/** A pod of a node, and its workload if it is known. */
interface PodOfNode {
  readonly workload?: string;
  readonly pod: Pod;
}

/** The running and simulated pods on the nodes of a NodePool. */
function podsOf(nodePool: string, { cases, existing }: Simulation): readonly PodOfNode[] {
  const { input, results } = cases.likely;
  const placed = results.newNodeClaims
    .filter((claim) => claim.nodePool === nodePool)
    .flatMap(({ pods }) => [...pods.keys()]);
  const names = new Set(placed);

  return [
    ...input.podClasses.filter(({ workload }) => names.has(workload)),
    ...existing.nodes.filter((node) => node.nodePool === nodePool).flatMap((node) => node.pods),
  ];
}

/** Whether Karpenter waits for a pod until terminationGracePeriod ends, because it forbids disruption or a budget never allows its eviction. */
function isHolding({ manifests }: Simulation): (of: PodOfNode) => boolean {
  const budgets = readLimits(manifests).filter(({ isFullyBlocking }) => isFullyBlocking);
  return ({ pod: { metadata } }) =>
    metadata.annotations?.[doNotDisrupt] === 'true' ||
    budgets.some(({ namespace, selector }) => namespace === metadata.namespace && selects(selector, metadata.labels));
}

/** Seconds after which nodes of a NodePool are deleted regardless of their pods; undefined if they wait forever. */
function drainBound(nodePool: string, { nodePools }: Simulation): number | undefined {
  const pool = nodePools.known.find(({ name }) => name === nodePool);
  const nanos = parseDuration(pool?.nodePool.spec.template.spec.terminationGracePeriod ?? '');
  if (nanos === undefined) return undefined;
  return Number(nanos / 1_000_000_000n);
}
