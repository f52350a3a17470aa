import { parseDuration } from '../api/duration.ts';
import type { NodePool } from '../api/node-pool.ts';
import type { Ground } from '../provisioning/ground.ts';
import type { Launch } from '../provisioning/results.ts';
import type { ExistingNode, PodClass } from '../provisioning/scheduler-input.ts';
import type { Simulation } from '../provisioning/simulate.ts';
import { budgetsOf, isTemporary } from './budgets.ts';
import { Cluster, type ClusterNode, type ClusterSetup, type PodGroup } from './cluster.ts';
import { type Course, disrupt, settlingTime } from './disrupt.ts';
import { priceOf } from './launched-node.ts';
import { expectedLimits } from './pod-disruption-budget.ts';
import { PodDisruptionLimits } from './pod-disruption-limits.ts';

/** More nodes than this are not consolidated here, and not with more scheduling passes: a review has to be quick. */
const maxNodes = 100;
const maxSimulations = 250;
const maxCommands = 100;

/**
 * What Karpenter's consolidation leaves of the nodes that a side launches, each as it was launched; null where that is not
 * known: nodes of Karpenter's that run already, a loop without an end, or too much to try. Budgets with a schedule only delay
 * consolidation, so they do not count; nodes do not expire, and neither pods nor prices change.
 */
export function steadyLaunches(simulation: Simulation, ground: Ground): readonly Launch[] | null {
  const { existing, cases } = simulation;
  const { results } = cases.likely;
  const isOurs = ({ nodePool }: ExistingNode): boolean => nodePool !== undefined;
  if (!ground.karpenter.consolidatesBySavings || existing.nodes.some(isOurs)) return null;
  if (results.newNodeClaims.length > maxNodes) return null;
  const cluster = clusterOf(simulation, ground);
  const launches = staticLaunches(simulation);
  const course = disrupt(cluster, { isConcurrent: false, step: stepOf(cluster), maxCommands, maxSimulations });
  if (course.stop !== 'settled' || course.provisioned.some(({ error }) => error !== undefined)) return null;
  for (const { node, launch } of launched(course)) launches.set(node.state.name, launch);
  const left = cluster.sorted().filter(({ state }) => state.nodePool !== undefined);
  const known = left.flatMap(({ state }) => launches.get(state.name) ?? []);
  return known.length === left.length ? known : null;
}

const launched = ({ provisioned, commands }: Course): readonly { node: ClusterNode; launch: Launch }[] =>
  [...provisioned, ...commands].flatMap(({ nodes }) => nodes);

const staticLaunches = ({ staticPools }: Simulation): Map<string, Launch> =>
  new Map(staticPools.flatMap(({ nodes, launch }) => nodes.flatMap(({ name }) => (launch ? [[name, launch]] : []))));

function clusterOf({ manifests, nodePools, existing, staticPools, live, cases }: Simulation, ground: Ground): Cluster {
  const { podClasses, existingNodes: _, ...input } = cases.likely.input;
  const now = Date.parse(`${ground.settings.today}T00:00:00Z`);
  const pods = [...podClasses, ...live.pods.map(({ pod }) => ({ pod, count: 1 }))];
  const setup: ClusterSetup = {
    ...input,
    nodePools: nodePools.known.map(({ nodePool, instanceTypes }) => ({
      nodePool: withLastingBudgets(nodePool, now),
      instanceTypes,
    })),
    limits: new PodDisruptionLimits(expectedLimits(manifests, pods)),
    hasSpotToSpotConsolidation: ground.karpenterSettings.featureGates.spotToSpotConsolidation === true,
  };
  const nodes = [
    ...existing.nodes.filter(({ isDeleting }) => !isDeleting),
    ...staticPools.flatMap((pool) => pool.nodes),
  ];
  return new Cluster(setup, {
    nodes: nodes.map((node) => standingNode(node, setup, now)),
    pending: podClasses.map(waiting),
    now,
  });
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

/** A node that is there from the beginning, such as one that Karpenter does not own. */
function standingNode(
  { pods, isInitialized, isDeleting: _, isInFlight: __, ...state }: ExistingNode,
  { nodePools }: ClusterSetup,
  now: number,
): ClusterNode {
  const pool = nodePools.find(({ nodePool }) => nodePool.metadata.name === state.nodePool);
  return {
    state,
    price: pool === undefined ? 0 : priceOf(pool, state.labels),
    ...{ isReady: true, isDoNotDisrupt: false, hasTerminationGracePeriod: false, drifted: undefined },
    pods: pods.map(({ pod, isDaemon }) => ({
      workload: `${pod.metadata.namespace}/${pod.metadata.name}`,
      ...{ pod, isDaemon, count: 1, order: 0, firstIndex: 0, startedAt: now, isReady: true },
    })),
    isInitialized,
    ...{ isMarkedForDeletion: false, isConsolidatable: false, lastPodEvent: now, nominatedUntil: 0 },
  };
}

/** Long enough for every node to be looked at again, and for pods that forbid disruption for some time to allow it. */
function stepOf(cluster: Cluster): number {
  const spans = cluster.pending.map(({ pod }) => {
    const nanos = parseDuration(pod.metadata.annotations?.['karpenter.sh/do-not-disrupt'] ?? '');
    return nanos === undefined ? 0 : Number(nanos / 1_000_000n);
  });
  return Math.max(settlingTime(cluster), ...new Set(spans)) + 1;
}
