import { doNotDisrupt } from '../../karpenter/api/disruption-keys.ts';
import { label } from '../../karpenter/api/labels.ts';
import { Cluster, type ClusterNode } from '../disruption/cluster/cluster.ts';
import { priceOf } from '../disruption/cluster/launched-node.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import { clusterSetupOf, runningNode, startOf } from '../disruption/controller/cluster-setup.ts';
import { daemonsOf } from '../disruption/controller/pod-binding.ts';
import type { NewNodeClaim } from '../provisioning/input/results.ts';
import type { PodClass } from '../provisioning/input/scheduler-input.ts';
import { manifestsOfNodes } from '../provisioning/pods/live-state.ts';
import type { ReplicaCase } from '../provisioning/pods/replicas.ts';
import type { SettledNode } from '../provisioning/scheduler/rounds.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { runningLaunch } from './running-launch.ts';

/** The cluster of one side once nothing more is placed: running nodes, and those that the rounds launch. */
export function simulatedCluster(simulation: Simulation, which: ReplicaCase, simulator: Simulator): Cluster {
  const { rounds, results } = simulation.cases[which];
  // Karpenter keeps retrying NodeClaims that cannot be launched, so their pods stay pending.
  const stuck = results.newNodeClaims.flatMap(({ launch, classes }) => {
    if ('error' in launch) return [...classes];
    return [];
  });
  const waiting = [...rounds.left, ...stuck].map(leftGroup).filter(isReal);
  const now = startOf(simulator);
  const setup = clusterSetupOf(simulation, which, simulator);
  const launches = new Map(
    simulation.staticPools.flatMap(({ nodes }) => nodes.map(({ node, launch }) => [node.name, launch])),
  );
  const cluster = new Cluster(setup, { nodes: [], pending: waiting, now });

  cluster.virtual = virtualGroups(simulation, which);
  cluster.held = heldGroups(rounds.nodes);
  const named = manifestsOfNodes(simulation.manifests);

  for (const settled of rounds.nodes) {
    const { node, claim } = settled;
    if (node.isDeleting) continue;

    if (claim !== undefined) {
      addLaunched(cluster, settled, claim);
      continue;
    }

    const running = runningNode(node, { named, nodePools: setup.nodePools, now });
    const pool = cluster.nodePool(node.nodePool);
    const launch = launches.get(node.name) ?? runningLaunch(node, pool, simulator);

    cluster.add({
      ...running,
      ...(launch && { launch, instanceTypeOptions: launch.types.length }),
      isRunning: !launches.has(node.name),
      pods: [...running.pods, ...groupsOf(settled, now)],
    });
  }

  return cluster;
}

/** A node that a round launched, with its pods including those of DaemonSets. */
export function addLaunched(cluster: Cluster, settled: SettledNode, claim: NewNodeClaim): void {
  const { launch } = claim;
  const pool = cluster.nodePool(claim.nodePool);
  if ('error' in launch || pool === undefined) return;

  const { pods: _, isInitialized: __, isDeleting: ___, ...state } = settled.node;
  const { spec, metadata } = pool.nodePool.spec.template;

  const node: ClusterNode = {
    state,
    price: priceOf(pool, state.labels),
    isReady: true,
    isDoNotDisrupt: metadata?.annotations?.[doNotDisrupt] === 'true',
    hasTerminationGracePeriod: spec.terminationGracePeriod !== undefined,
    drifted: undefined,
    pods: [...daemonsOf(cluster, { state }), ...groupsOf(settled, cluster.now)],
    isInitialized: true,
    isMarkedForDeletion: false,
    isConsolidatable: false,
    lastPodEvent: cluster.now,
    nominatedUntil: 0,
    launch,
    instanceTypeOptions: claim.instanceTypes.length,
  };

  cluster.add(node);
}

/** The pods that rounds placed on a node, without those of CapacityBuffers. */
export const groupsOf = ({ classes }: SettledNode, now: number): readonly PodGroup[] =>
  [...classes].map((podClass) => ({ ...waitingGroup(podClass), startedAt: now })).filter(isReal);

export const isReal = ({ isVirtual }: PodGroup): boolean => isVirtual !== true;

/** The pods of the CapacityBuffers of a side. */
export const virtualGroups = ({ cases }: Simulation, which: ReplicaCase): readonly PodGroup[] =>
  cases[which].input.podClasses
    .filter(({ isVirtual }) => isVirtual)
    .map((podClass) => waitingGroup([podClass, podClass.count]));

/** Node → the pods of CapacityBuffers that rounds planned there. */
export const heldGroups = (nodes: readonly SettledNode[]): Cluster['held'] =>
  new Map(
    nodes.flatMap(({ node, classes }) => {
      const groups = [...classes].map(waitingGroup).filter((group) => !isReal(group));
      if (groups.length === 0) return [];
      return [[node.name, groups] as const];
    }),
  );

/** Pending pods of a class. */
export const waitingGroup = ([{ workload, pod, order, firstIndex, isVirtual }, count]: readonly [
  PodClass,
  number,
]): PodGroup => ({
  workload,
  pod,
  count,
  order,
  firstIndex,
  ...(isVirtual && { isVirtual }),
  isDaemon: false,
  startedAt: undefined,
  isReady: true,
});

/** The pods of a class that got no place: its youngest, because the queue tries equal pods by age. */
export const leftGroup = ([podClass, count]: readonly [PodClass, number]): PodGroup =>
  waitingGroup([{ ...podClass, firstIndex: podClass.firstIndex + podClass.count - count }, count]);

/** Whether Karpenter owns a node. */
export const isKarpenterNode = ({ state }: { readonly state: Pick<ClusterNode['state'], 'labels'> }): boolean =>
  state.labels[label.nodePool] !== undefined;

/** How many pods a cluster has, placed or not. */
export const podsIn = (pending: readonly PodGroup[], nodes: readonly Pick<ClusterNode, 'pods'>[]): number =>
  [pending, ...nodes.map(({ pods }) => pods)].flat().reduce((sum, { count }) => sum + count, 0);
