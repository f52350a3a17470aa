import { doNotDisrupt } from '../api/disruption-keys.ts';
import { parseDuration } from '../api/duration.ts';
import { label } from '../api/labels.ts';
import type { NodePool } from '../api/node-pool.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Ground } from '../provisioning/ground.ts';
import type { RunningPod } from '../provisioning/live-state.ts';
import { expectedLimits } from '../provisioning/pod-disruption-budget.ts';
import type { ExistingNode, PodClass } from '../provisioning/scheduler-input.ts';
import type { Simulation } from '../provisioning/simulate.ts';
import { mapping } from '../provisioning/value-reader.ts';
import { budgetsOf, isTemporary } from './budgets.ts';
import { Cluster, type ClusterNode, type ClusterSetup, type PodGroup } from './cluster.ts';
import { settlingTime } from './disrupt.ts';
import { priceOf } from './launched-node.ts';
import { PodDisruptionLimits } from './pod-disruption-limits.ts';

/**
 * The cluster of one side's likely case before its pods have nodes. Budgets with a schedule are left out: they only delay.
 * PodDisruptionBudgets allow what they do while all pods are well.
 */
export function simulatedCluster(simulation: Simulation, ground: Ground): Cluster {
  const { existing, staticPools, cases, manifests } = simulation;
  const now = Date.parse(`${ground.settings.today}T00:00:00Z`);
  const setup = setupOf(simulation, simulation, ground);
  const standing = [...existing.nodes, ...staticPools.flatMap(({ nodes }) => nodes.map(({ node }) => node))];
  return new Cluster(setup, {
    nodes: standing
      .filter(({ isDeleting }) => !isDeleting)
      .map((node) => standingNode(node, { manifests, nodePools: setup.nodePools, now })),
    pending: cases.likely.input.podClasses.map(waiting),
    now,
  });
}

/** Pods of one side with NodePools and PodDisruptionBudgets of another. */
export function setupOf(pods: Simulation, { nodePools, manifests }: Simulation, ground: Ground): ClusterSetup {
  const { podClasses, existingNodes: _, ...input } = pods.cases.likely.input;
  const now = Date.parse(`${ground.settings.today}T00:00:00Z`);
  const counted = [...podClasses, ...pods.live.pods.map(({ pod }) => ({ pod, count: 1 }))];
  return {
    ...input,
    nodePools: nodePools.known.map(({ nodePool, instanceTypes }) => ({
      nodePool: withLastingBudgets(nodePool, now),
      instanceTypes,
    })),
    limits: new PodDisruptionLimits(expectedLimits(manifests, counted)),
    hasSpotToSpotConsolidation: ground.karpenterSettings.featureGates.spotToSpotConsolidation === true,
  };
}

function withLastingBudgets(nodePool: NodePool, now: number): NodePool {
  const { spec } = nodePool;
  const budgets = budgetsOf(nodePool).filter((budget) => !isTemporary(budget, now));
  return { ...nodePool, spec: { ...spec, disruption: { ...spec.disruption, budgets } } };
}

const waiting = ({ workload, pod, count, order, firstIndex }: PodClass): PodGroup => ({
  ...{ workload, pod, count, order, firstIndex },
  ...{ isDaemon: false, startedAt: undefined, isReady: true },
});

interface Standing {
  readonly manifests: readonly Manifest[];
  readonly nodePools: ClusterSetup['nodePools'];
  readonly now: number;
}

/** A node that is there from the beginning. */
function standingNode(
  { pods, isInitialized, isDeleting: _, ...state }: ExistingNode,
  { manifests, nodePools, now }: Standing,
): ClusterNode {
  const pool = nodePools.find(({ nodePool }) => nodePool.metadata.name === state.nodePool);
  const own = manifests.filter(({ name, kind }) => name === state.name && (kind === 'Node' || kind === 'NodeClaim'));
  const annotations = own.map(({ object }) => mapping(mapping(object.metadata).annotations));
  return {
    state,
    price: pool === undefined ? 0 : priceOf(pool, state.labels),
    isReady: own.every(isReady),
    isDoNotDisrupt: annotations.some((known) => known[doNotDisrupt] === 'true'),
    hasTerminationGracePeriod: own.some((manifest) => manifest.get(['spec', 'terminationGracePeriod']) !== undefined),
    drifted: undefined,
    pods: pods.map((pod, order) => ({
      workload: (pod as Partial<RunningPod>).workload ?? pod.pod.metadata.name,
      ...{ pod: pod.pod, isDaemon: pod.isDaemon, count: 1, order: order - pods.length, firstIndex: 0 },
      ...{ startedAt: now, isReady: true },
    })),
    isInitialized,
    ...{ isMarkedForDeletion: false, isConsolidatable: false, lastPodEvent: now, nominatedUntil: 0 },
  };
}

/** A Node is ready unless it says that it is not; snapshots may lack its conditions. */
function isReady(manifest: Manifest): boolean {
  const conditions = manifest.kind === 'Node' ? manifest.get(['status', 'conditions']) : undefined;
  const ready = (Array.isArray(conditions) ? conditions : []).map(mapping).find(({ type }) => type === 'Ready');
  return ready === undefined || ready.status === 'True';
}

/** Milliseconds after which every node is looked at again, and pods that forbid disruption for some time allow it. */
export function longStep(cluster: Cluster): number {
  const groups = [...cluster.pending, ...[...cluster.nodes.values()].flatMap(({ pods }) => pods)];
  const spans = groups.map(({ pod }) => {
    const nanos = parseDuration(pod.metadata.annotations?.[doNotDisrupt] ?? '');
    return nanos === undefined ? 0 : Number(nanos / 1_000_000n);
  });
  return spans.reduce((longest, span) => Math.max(longest, span), settlingTime(cluster)) + 1;
}

/** How many scheduling passes may be spent on a cluster: each takes about as long as there are pods, and a review has to be quick. */
export function affordablePasses(cluster: Cluster): number {
  const groups = [...cluster.pending, ...[...cluster.nodes.values()].flatMap(({ pods }) => pods)];
  const pods = groups.reduce((sum, { count }) => sum + count, 0);
  return Math.min(250, Math.floor(600_000 / (pods + 1_500)));
}

/** Whether Karpenter owns a node. */
export const isKarpenters = ({ labels }: Pick<ExistingNode, 'labels'>): boolean => labels[label.nodePool] !== undefined;
