import type { Simulation } from '../provisioning/simulate.ts';
import { expectedLimits } from './pod-disruption-budget.ts';
import { PodDisruptionLimits } from './pod-disruption-limits.ts';
import type { DriftedNodes } from './waves.ts';

const doNotDisrupt = 'karpenter.sh/do-not-disrupt';

/**
 * Nodes of a NodePool, as the pass places them, whose pods forbid their disruption for good: by annotation, or by a
 * PodDisruptionBudget that allows nothing while all pods are well. With a terminationGracePeriod none does.
 */
export function heldBack({ cases, nodePools, manifests }: Simulation, nodePool: string): DriftedNodes['heldBack'] {
  const { podClasses } = cases.likely.input;
  const pool = nodePools.known.find(({ name }) => name === nodePool);
  if (pool?.nodePool.spec.template.spec.terminationGracePeriod !== undefined) return { nodes: 0, workloads: [] };
  const limits = new PodDisruptionLimits(expectedLimits(manifests, podClasses));
  const forbids = ({ pod }: (typeof podClasses)[number]): boolean => {
    const group = { pod, isDaemon: false, startedAt: 0, isReady: true };
    return pod.metadata.annotations?.[doNotDisrupt] === 'true' || !limits.canEvict(group, Number.MAX_SAFE_INTEGER);
  };
  const forbidding = new Set(podClasses.filter(forbids).map(({ workload }) => workload));
  const nodes = cases.likely.results.newNodeClaims
    .filter((claim) => claim.nodePool === nodePool)
    .map(({ pods }) => [...pods.keys()].filter((workload) => forbidding.has(workload)))
    .filter((workloads) => workloads.length > 0);
  return { nodes: nodes.length, workloads: [...new Set(nodes.flat())].sort() };
}
