import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { parseDuration } from '../../../karpenter/api/duration.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import { asList, asText, type Manifest, mappingOrEmpty } from '../../../manifest/model/manifest.ts';
import type { BoundPod, ExistingNode, NodePoolInput } from '../../provisioning/input/scheduler-input.ts';
import type { KnownNodePool } from '../../provisioning/node-pools/node-pools.ts';
import type { RunningPod } from '../../provisioning/pods/live-state.ts';
import { expectedLimits } from '../../provisioning/pods/pod-disruption-budget.ts';
import type { ReplicaCase } from '../../provisioning/pods/replicas.ts';
import type { Simulation } from '../../provisioning/simulation.ts';
import type { Simulator } from '../../provisioning/simulator/simulator.ts';
import { budgetsOf, isTemporary } from '../cluster/budgets.ts';
import type { Cluster, ClusterNode, ClusterSetup } from '../cluster/cluster.ts';
import { priceOf } from '../cluster/launched-node.ts';
import { PodDisruptionLimits } from '../cluster/pod-disruption-limits.ts';
import { settlingTime } from './disrupt.ts';

/**
 * The fixed parts of one side's cluster: its NodePools, PodDisruptionBudgets and settings. Budgets with a schedule only
 * delay disruption, so they are left out.
 */
export function clusterSetupOf(simulation: Simulation, which: ReplicaCase, simulator: Simulator): ClusterSetup {
  const { nodePools, manifests, live, cases } = simulation;
  const { podClasses: _, existingNodes: __, ...input } = cases[which].input;
  const now = startOf(simulator);
  const { wanted } = cases[which];
  const counted = new Set(wanted.map(({ workload }) => workload));
  const others = live.pods.filter(({ workload, isDaemon }) => !isDaemon && !counted.has(workload));

  return {
    ...input,
    nodePools: lastingPools(nodePools.known, input.nodePools, now),
    // The disruptions that the controller would allow while all pods are healthy.
    limits: new PodDisruptionLimits(
      expectedLimits(manifests, [...wanted, ...others.map(({ pod }) => ({ pod, count: 1 }))]),
    ),
    hasSpotToSpotConsolidation: simulator.karpenterSettings.featureGates.spotToSpotConsolidation === true,
    behavior: simulator.karpenter.disruption,
  };
}

const knownPools = new WeakMap<readonly KnownNodePool[], Map<number, ClusterSetup['nodePools']>>();

/** The NodePools of one side. All of its clusters share the list, because passes with the same list share what is compiled from it. */
function lastingPools(
  nodePools: readonly KnownNodePool[],
  inputs: readonly NodePoolInput[],
  now: number,
): ClusterSetup['nodePools'] {
  const byTime = knownPools.get(nodePools) ?? new Map<number, ClusterSetup['nodePools']>();
  knownPools.set(nodePools, byTime);
  let pools = byTime.get(now);
  if (pools === undefined) {
    const remedies = new Map(inputs.map((input) => [input.nodePool.metadata.name, input.remedies]));
    pools = nodePools.map(({ name, nodePool, instanceTypes }) => {
      const remedy = remedies.get(name);
      return { nodePool: withLastingBudgets(nodePool, now), instanceTypes, ...(remedy && { remedies: remedy }) };
    });

    byTime.set(now, pools);
  }

  return pools;
}

function withLastingBudgets(nodePool: NodePool, now: number): NodePool {
  const { spec } = nodePool;
  const budgets = budgetsOf(nodePool).filter((budget) => !isTemporary(budget, now));
  return { ...nodePool, spec: { ...spec, disruption: { ...spec.disruption, budgets } } };
}

interface Standing {
  /** Node and NodeClaim of each node, by its name. */
  readonly named: ReadonlyMap<string, readonly Manifest[]>;
  readonly nodePools: ClusterSetup['nodePools'];
  readonly now: number;
}

/** A node that exists from the beginning, with the pods that ran there before the simulation. */
export function runningNode(
  { pods, isInitialized, isDeleting: _, ...state }: ExistingNode,
  { named, nodePools, now }: Standing,
): ClusterNode {
  const pool = nodePools.find(({ nodePool }) => nodePool.metadata.name === state.nodePool);
  const ofNode = named.get(state.name) ?? [];
  const annotations = ofNode.map(({ object }) => mappingOrEmpty(mappingOrEmpty(object.metadata).annotations));

  return {
    state,
    price: pool === undefined ? 0 : priceOf(pool, state.labels),
    isReady: ofNode.every(isReady),
    isDoNotDisrupt: annotations.some((ofObject) => ofObject[doNotDisrupt] === 'true'),
    hasTerminationGracePeriod: ofNode.some(
      (manifest) => manifest.get(['spec', 'terminationGracePeriod']) !== undefined,
    ),
    drifted: undefined,
    pods: pods.filter(isRunning).map((pod, order) => ({
      workload: pod.workload,
      pod: pod.pod,
      isDaemon: pod.isDaemon,
      count: 1,
      order: order - pods.length,
      firstIndex: 0,
      startedAt: now,
      isReady: true,
    })),
    isInitialized,
    lifetimeRemaining: lifetimeRemaining(ofNode, now),
    isMarkedForDeletion: false,
    isConsolidatable: false,
    lastPodEvent: now,
    nominatedUntil: 0,
  };
}

/** Source: core pkg/utils/disruption/disruption.go LifetimeRemaining. */
function lifetimeRemaining(objects: readonly Manifest[], now: number): number {
  const claim = objects.find(({ kind }) => kind === 'NodeClaim');
  const span = parseDuration(asText(claim?.get(['spec', 'expireAfter'])) ?? '');
  const created = Date.parse(asText(claim?.get(['metadata', 'creationTimestamp'])) ?? '');
  if (span === undefined || span <= 0n || Number.isNaN(created)) return 1;
  const total = Number(span / 1_000_000n);
  if (total === 0) return 1;
  return Math.min(1, Math.max(0, (total - (now - created)) / total));
}

const isRunning = (pod: BoundPod): pod is RunningPod => 'workload' in pod;

/** A Node without conditions counts as ready, because snapshots may lack them. */
function isReady(manifest: Manifest): boolean {
  const conditions = manifest.kind === 'Node' ? manifest.get(['status', 'conditions']) : undefined;
  const ready = asList(conditions)
    .map(mappingOrEmpty)
    .find(({ type }) => type === 'Ready');
  return ready === undefined || ready.status === 'True';
}

/** Milliseconds after which every node may be considered again, and temporary do-not-disrupt annotations have ended. */
export function timeUntilAllSettled(cluster: Cluster): number {
  const groups = [...cluster.pending, ...[...cluster.nodes.values()].flatMap(({ pods }) => pods)];
  const spans = groups.map(({ pod }) => {
    const nanos = parseDuration(pod.metadata.annotations?.[doNotDisrupt] ?? '');
    if (nanos === undefined) return 0;
    return Number(nanos / 1_000_000n);
  });
  return spans.reduce((longest, span) => Math.max(longest, span), settlingTime(cluster)) + 1;
}

/** The maximum number of scheduling passes for a cluster. Each takes longer with more nodes and pods, and a review has to be quick. */
export function affordablePasses({ pending, nodes }: Cluster): number {
  const groups = [...pending, ...[...nodes.values()].flatMap(({ pods }) => pods)];
  const pods = groups.reduce((sum, { count }) => sum + count, 0);
  return Math.min(600, Math.floor(120_000 / (nodes.size + pods / 50 + 20)));
}

/** The time at which a simulated cluster starts, in milliseconds since 1970. */
export const startOf = ({ settings }: Simulator): number => Date.parse(`${settings.today}T00:00:00Z`);
