import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { plural } from '../../../text/words/plural.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import { budgetMapping, type Candidate, candidatesOf } from '../cluster/candidates.ts';
import type { Cluster, ClusterNode } from '../cluster/cluster.ts';
import { isDoNotDisrupt } from '../cluster/pod-disruption-limits.ts';
import { consolidateAfter, simulateScheduling } from '../cluster/simulate-scheduling.ts';
import { BalancedEvaluator } from './balanced-consolidation.ts';
import { computeConsolidation } from './consolidation.ts';
import { isStaticPool } from './disruption-method.ts';

/**
 * Why Karpenter does not consolidate a node on its own, as one sentence: the first condition of Karpenter's code that fails. Undefined if
 * it would consolidate the node. Nodes consolidated together with others are not considered.
 * Source: core pkg/controllers/disruption/{types,consolidation,singlenodeconsolidation}.go.
 */
export function whyKept(cluster: Cluster, name: string): string | undefined {
  const node = cluster.nodes.get(name);
  if (node === undefined) return undefined;
  const candidate = candidatesOf(cluster, 'graceful').find((candidate) => candidate.name === name);
  if (candidate === undefined) return whyNoCandidate(cluster, node);
  return whyNotAllowed(cluster, candidate) ?? whyNotCheaper(cluster, candidate);
}

function whyNoCandidate(
  cluster: Cluster,
  { state, isDoNotDisrupt: isKept, isMarkedForDeletion, pods }: ClusterNode,
): string {
  const holding = whatHolds(cluster, pods);
  if (cluster.nodePool(state.nodePool) === undefined)
    return (isMarkedForDeletion && holding) || 'No NodePool of the input owns it.';
  if (isKept) return `It has the annotation \`${doNotDisrupt}\`.`;
  if (isMarkedForDeletion) return 'Karpenter is already removing it.';

  return holding ?? 'It is not ready yet, or Karpenter has just assigned pods to it.';
}

/** The pods that must not be evicted; undefined if there are none. */
function whatHolds(cluster: Cluster, pods: ClusterNode['pods']): string | undefined {
  const annotated = pods.find((group) => isDoNotDisrupt(group, cluster.now));
  if (annotated !== undefined)
    return `A pod of \`${annotated.workload}\` on it has the annotation \`${doNotDisrupt}\`.`;

  const { limits } = cluster.setup;
  const held = pods.find((group) => !limits.canEvict(group, cluster.now));
  if (held === undefined) return undefined;

  const budgets = limits.blocking(held, cluster.now).map(quoted);

  if (budgets.length > 1)
    return `The PodDisruptionBudgets ${budgets.join(' and ')} both select pods of \`${held.workload}\` on it, so Kubernetes evicts none of them.`;

  return `The PodDisruptionBudget ${budgets[0]} currently allows no eviction of the pods of \`${held.workload}\` on it.`;
}

/** What the NodePool does not allow. */
function whyNotAllowed(cluster: Cluster, candidate: Candidate): string | undefined {
  const { nodePool } = candidate.pool;
  const { name } = nodePool.metadata;
  if (isStaticPool(candidate)) return `NodePool \`${name}\` has a fixed number of nodes.`;

  if (consolidateAfter(nodePool) === undefined) {
    const after = nodePool.spec.disruption?.consolidateAfter;
    if (after === 'Never') return `NodePool \`${name}\` has \`consolidateAfter: Never\`.`;
    return `\`consolidateAfter\` of NodePool \`${name}\` is not known.`;
  }

  const { isEmpty } = candidate;
  if (isEmpty && candidate.isHeld) return 'It has no pods, but Karpenter keeps it for a CapacityBuffer.';
  if (!isEmpty && nodePool.spec.disruption?.consolidationPolicy === 'WhenEmpty')
    return `NodePool \`${name}\` has \`consolidationPolicy: WhenEmpty\`, and pods run on the node.`;
  if ((budgetMapping(cluster, isEmpty ? 'Empty' : 'Underutilized').get(name) ?? 0) === 0)
    return `The disruption budgets of NodePool \`${name}\` currently allow no node to be disrupted.`;

  return undefined;
}

/** The reason for a node that is not kept but needed. */
export const isNeeded = 'Some of its pods would find no other node.';

/** Why nothing would be saved. */
function whyNotCheaper(cluster: Cluster, candidate: Candidate): string | undefined {
  if (candidate.isEmpty) return undefined;
  if (candidate.instanceType < 0)
    return 'Its instance type is not one that its NodePool can launch, so Karpenter knows no price.';

  const option = computeConsolidation(cluster, [candidate]);
  if (option !== undefined) {
    const isWorthIt = new BalancedEvaluator(cluster).approves(option);
    if (isWorthIt) return undefined;

    return 'It would save too little for the number of pods that would have to move (`consolidationPolicy: Balanced`).';
  }

  const { isComplete, newNodeClaims } = simulateScheduling(cluster, { candidates: [candidate], isConsolidation: true });
  if (!isComplete) return isNeeded;
  if (newNodeClaims.length > 1) return `Its pods would need ${plural(newNodeClaims.length, 'new node')}.`;

  return 'Its pods would need a new node, and none is cheaper.';
}
