import type { DisruptionReason } from '../../../karpenter/api/disruption/disruption-budget.ts';
import { label } from '../../../karpenter/api/labels.ts';
import { groupBy } from '../../../text/group-by.ts';
import { compareNames } from '../../../text/name-order.ts';
import { allowedDisruptions, budgetsOf } from './budgets.ts';
import type { Cluster, ClusterNode, ClusterSetup } from './cluster.ts';
import { evictionCost, perNodeCost } from './eviction-cost.ts';
import { endsByItself, isDoNotDisrupt } from './pod-disruption-limits.ts';
import type { PodGroup } from './pod-group.ts';

/** A node that may be disrupted. Source: core pkg/controllers/disruption/types.go. */
export interface Candidate {
  readonly name: string;
  readonly node: ClusterNode;
  readonly pool: ClusterSetup['nodePools'][number];
  /** Index of its type among the NodePool's instance types; negative if unknown. */
  readonly instanceType: number;
  readonly price: number;
  readonly disruptionCost: number;
  readonly reschedulable: readonly PodGroup[];
  /** Whether emptiness removes it rather than consolidation. */
  readonly isEmpty: boolean;
  /** Whether pods of a CapacityBuffer are planned there, so that it does not count as empty. */
  readonly isHeld: boolean;
}

/** On nodes with a terminationGracePeriod, pods do not block `eventual` disruption. */
export type DisruptionClass = 'graceful' | 'eventual';

/** The cost of the node itself plus the cost of evicting its pods that have to move. */
export const disruptionCost = (pods: readonly PodGroup[]): number =>
  pods
    .filter(({ isDaemon }) => !isDaemon)
    .reduce((cost, { pod, count }) => cost + count * Math.max(0, evictionCost(pod)), perNodeCost);

/** Nodes that any method can disrupt, by name. */
export function candidatesOf(cluster: Cluster, disruptionClass: DisruptionClass): readonly Candidate[] {
  return cluster.sorted().flatMap((node) => candidate(cluster, node, disruptionClass) ?? []);
}

function candidate(cluster: Cluster, node: ClusterNode, disruptionClass: DisruptionClass): Candidate | undefined {
  const pool = cluster.nodePool(node.state.nodePool);
  const isFree = node.isInitialized && !node.isMarkedForDeletion && cluster.now >= node.nominatedUntil;
  if (pool === undefined || !isFree || node.isDoNotDisrupt) return undefined;

  const isEventual = disruptionClass === 'eventual' && node.hasTerminationGracePeriod;
  const isAwaited = (group: PodGroup): boolean =>
    disruptionClass === 'eventual' && cluster.areJobsAwaited && endsByItself(group);
  if (!isEventual && node.pods.some((group) => blocks(cluster, group) && !isAwaited(group))) return undefined;

  const reschedulable = node.pods.filter(({ isDaemon }) => !isDaemon);
  const cost = disruptionCost(reschedulable);

  return {
    name: node.state.name,
    node,
    pool,
    instanceType: pool.instanceTypes.names.indexOf(node.state.labels[label.instanceType] ?? ''),
    price: node.price,
    disruptionCost: cost,
    reschedulable,
    isEmpty: cluster.setup.behavior.isEmptyByCost ? cost <= perNodeCost : reschedulable.length === 0,
    isHeld: cluster.held.has(node.state.name),
  };
}

const blocks = ({ setup, now }: Cluster, group: PodGroup): boolean =>
  isDoNotDisrupt(group, now) || !setup.limits.canEvict(group, now);

/** The pods of Jobs that must not be disrupted, and for whose end Karpenter waits before it removes their node. */
export function awaitedPods(cluster: Cluster, { pods, hasTerminationGracePeriod }: ClusterNode): readonly PodGroup[] {
  if (!cluster.areJobsAwaited || hasTerminationGracePeriod) return [];
  return pods.filter((group) => !group.isDaemon && endsByItself(group) && blocks(cluster, group));
}

/**
 * The disruption cost by which Karpenter before 1.14 orders candidates. All pods count, those of DaemonSets included, and less the
 * sooner the node expires. Source: core v1.13.0 pkg/controllers/disruption/types.go NewCandidate.
 */
export const costOfAllPods = ({ node }: Candidate): number =>
  node.pods.reduce((cost, { pod, count }) => cost + count * evictionCost(pod), 0) * (node.lifetimeRemaining ?? 1);

/** The possible saving for each unit of disruption cost. */
export const savingsRatio = (candidate: Candidate): number => candidate.price / candidate.disruptionCost;

/** NodePool → nodes that may be disrupted now. Source: core pkg/controllers/disruption/helpers.go BuildDisruptionBudgetMapping. */
export function budgetMapping(cluster: Cluster, reason: DisruptionReason): Map<string, number> {
  const nodes = [...cluster.nodes.values()].filter(({ isInitialized }) => isInitialized);
  return new Map(
    cluster.setup.nodePools.map(({ nodePool }) => {
      const { name } = nodePool.metadata;
      const ofPool = nodes.filter(({ state }) => state.nodePool === name);
      const busy = ofPool.filter(({ isReady, isMarkedForDeletion }) => !isReady || isMarkedForDeletion).length;
      const allowed = allowedDisruptions(budgetsOf(nodePool), { now: cluster.now, nodes: ofPool.length, reason });
      return [name, Math.max(0, allowed - busy)];
    }),
  );
}

/** Takes one node from a NodePool's budget; false if nothing is left. */
export function spendBudget(budget: Map<string, number>, { pool }: Candidate): boolean {
  const { name } = pool.nodePool.metadata;
  const allowed = budget.get(name) ?? 0;
  if (allowed === 0) return false;
  budget.set(name, allowed - 1);
  return true;
}

/** Candidates of each NodePool, in their order, NodePools by name. */
export function byNodePool(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const pools = groupBy(candidates, ({ pool }) => pool.nodePool.metadata.name);
  return [...pools].sort(([a], [b]) => compareNames(a, b)).map(([, candidates]) => candidates);
}
