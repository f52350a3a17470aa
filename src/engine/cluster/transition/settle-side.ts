import type { Cluster } from '../disruption/cluster/cluster.ts';
import type { NewNodeClaim } from '../provisioning/input/results.ts';
import type { ReplicaCase } from '../provisioning/pods/replicas.ts';
import { consolidatedCluster } from './consolidate.ts';
import { PeakMeter } from './peak-meter.ts';
import { provisionRounds } from './provision-rounds.ts';
import { simulatedCluster } from './simulated-cluster.ts';
import type { ClusterState, SimulatedSide, Transition } from './transition-data.ts';

/** The settled state of one side's files. */
export function settleSide({ simulation, simulator }: SimulatedSide, which: ReplicaCase): Transition {
  const { cluster: _, isAtRest: __, ...outcome } = settledCluster({ simulation, simulator }, which);
  return { ...outcome, before: null };
}

/** A settled side, with the cluster that a change starts from. */
export interface SettledCluster extends Omit<Transition, 'before'> {
  readonly cluster: Cluster;
  /** Whether consolidation has nothing left to do, so that later consolidation is caused by the change. */
  readonly isAtRest: boolean;
}

/** Settles one side. Running nodes stay as they are. Nodes that only the files imply are consolidated, if that can be simulated. */
export function settledCluster({ simulation, simulator }: SimulatedSide, which: ReplicaCase): SettledCluster {
  const { rounds: first, results } = simulation.cases[which];
  const cluster = simulatedCluster(simulation, which, simulator);
  // Pods that a terminating node kept from being scheduled are placed once it is gone.
  const isLeaving = simulation.existing.nodes.some(({ isDeleting }) => isDeleting);
  const isResumed = isLeaving && cluster.pending.length > 0 && !simulator.settings.firstRound;
  const rounds = isResumed ? provisionRounds(cluster, simulator).rounds : first;
  const isRunning = simulation.live.nodes.some(({ nodePool }) => nodePool !== undefined);
  const peak = new PeakMeter(cluster);
  const failed = results.newNodeClaims.filter(({ launch }) => 'error' in launch);
  // A scheduler's first round alone is not a settled cluster.
  const consolidated = simulator.settings.firstRound ? undefined : consolidatedCluster(cluster, simulator);
  const copy = consolidated?.cluster ?? null;
  const isAtRest = copy !== null && isSame(copy, cluster);
  const end = isRunning || copy === null ? cluster : copy;

  return {
    cluster: end,
    isAtRest: isRunning ? isAtRest : copy !== null,
    after: clusterStateOf(end, failed, {
      isConsolidated: isRunning ? isAtRest : copy !== null,
      circle: consolidated?.circle,
    }),
    peak: peak.most,
    rounds,
    forecasts: null,
    replacing: 'waves',
    waveLosses: null,
    unchanged: isRunning ? (copy?.sorted() ?? null) : null,
    spared: null,
    staying: null,
    areNewClustersAlike: false,
    newClusters: null,
    lost: { nodes: [], workloads: [], kept: new Map() },
    stopped: [],
    preempted: new Map(),
    restarts: [],
  };
}

const isSame = (a: Cluster, b: Cluster): boolean =>
  a.nodes.size === b.nodes.size && [...a.nodes.keys()].every((name) => b.nodes.has(name));

/** A copy of a cluster's current state, independent of later changes. */
export const clusterStateOf = (
  cluster: Cluster,
  failed: readonly NewNodeClaim[],
  ending: Pick<ClusterState, 'isConsolidated' | 'circle'>,
): ClusterState => ({
  nodes: cluster.sorted().map((node) => ({
    ...node,
    pods: [...node.pods, ...(cluster.held.get(node.state.name) ?? [])],
  })),
  pending: cluster.pending,
  failed,
  isConsolidated: ending.isConsolidated,
  circle: ending.circle,
});
