import type { ClusterNode } from '../disruption/cluster/cluster.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import type { Consolidation, WorkloadRestarts } from '../disruption/forecast/disruption-data.ts';
import type { DriftForecast, NodeEffects } from '../disruption/forecast/drift-forecast.ts';
import type { NewNodeClaim } from '../provisioning/input/results.ts';
import type { Rounds } from '../provisioning/scheduler/rounds.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import type { StoppedUpdate } from './roll-out.ts';
import type { WaveLoss } from './wave-losses.ts';

/** The highest number of Karpenter nodes at any time, and their hourly cost; null if one has no price. */
export interface Peak {
  readonly nodes: number;
  readonly hourlyUsd: number | null;
}

/** A settled cluster. */
export interface ClusterState {
  /** By name, with the pods of CapacityBuffers. */
  readonly nodes: readonly ClusterNode[];
  readonly pending: readonly PodGroup[];
  /** NodeClaims for which nothing can be launched, with their pods. */
  readonly failed: readonly NewNodeClaim[];
  /** Whether consolidation was simulated to its end. Otherwise, it may leave fewer nodes. */
  readonly isConsolidated: boolean;
  /** If consolidation never ends: how many commands it takes to come back to the same state. */
  readonly circle: number | undefined;
}

/** Wave by wave, one node after the other, or not at all: then each is counted as if it were replaced by one like it. */
export type Replacing = 'waves' | 'one by one' | 'alike';

/** How a change transforms a cluster, for one replica case. */
export interface Transition {
  /** Null if there is nothing to compare with. */
  readonly before: ClusterState | null;
  readonly after: ClusterState;
  /** The highest number of nodes in between. */
  readonly peak: Peak;
  /** The rounds that show why pods are unschedulable in the end. */
  readonly rounds: Rounds;
  /** NodePool → how its drifted nodes are replaced; null if that is not simulated wave by wave. */
  readonly forecasts: ReadonlyMap<string, DriftForecast> | null;
  /** How drifted nodes are replaced in the simulation. */
  readonly replacing: Replacing;
  /** For each workload, the pods on nodes that go at the same time; null if that is not simulated wave by wave. */
  readonly waveLosses: readonly WaveLoss[] | null;
  /** The nodes that would be left if Karpenter consolidated the running nodes without the change; null if none run, or it is not simulated. */
  readonly unchanged: readonly ClusterNode[] | null;
  /** Number of nodes that consolidation removes after the change; null if it is not simulated. */
  readonly spared: number | null;
  /** Undefined if consolidation replaces no node after the change, or if it is not simulated. */
  readonly consolidation?: Consolidation | undefined;
  /** What a new cluster with head's files would not have; null if nothing, with a snapshot, and if there is nothing to compare with. */
  readonly staying: StayingNodes | null;
  /**
   * Whether new clusters with base's and head's files are alike. False if that is unknown, with a snapshot, and if
   * there is nothing to compare with.
   */
  readonly areNewClustersAlike: boolean;
  /** What new clusters cost with base's and head's files; null if one is unknown, with a snapshot, and if there is nothing to compare with. */
  readonly newClusters: NewClusterCosts | null;
  /** What happens to the running pods of each workload; empty if there is nothing to compare with. */
  readonly restarts: readonly WorkloadRestarts[];
  /** Workloads whose pods get what the change adds to them only once they restart. Absent if there are none. */
  readonly admittedLater?: readonly string[];
  /** Updates that cannot finish, because no node has room for their new pods. */
  readonly stopped: readonly StoppedUpdate[];
  /** Workload → another one with a higher priority, for whose pods kube-scheduler removed its pods. */
  readonly preempted: ReadonlyMap<string, string>;
  /** What failing nodes take with them; nothing unless the cause is a scenario. */
  readonly lost: LostNodes;
}

/** The hourly cost of Karpenter's nodes if the cluster were new: what it costs once all nodes are replaced. */
export interface NewClusterCosts {
  readonly before: number;
  readonly after: number;
}

/** Nodes that stay although a new cluster would cost less without them. */
export interface StayingNodes {
  /** What a new cluster would cost less. */
  readonly hourlyUsd: number;
  /** How many nodes stay for this reason. */
  readonly nodes: number;
  /** Why Karpenter keeps one of them, as a sentence. */
  readonly reason: string;
}

/** What turns one cluster into the other, in addition to the objects of both sides. */
export interface TransitionCauses {
  /** NodePools whose running nodes the change replaces or deletes. */
  readonly effects: NodeEffects;
  /** NodePools whose new nodes never become ready, each with the reason as a clause. Their nodes are not replaced. */
  readonly unready?: ReadonlyMap<string, string> | undefined;
  /** Nodes that fail, all at once. Default: none. */
  readonly isLost?: ((node: ClusterNode['state']) => boolean) | undefined;
  /** Nodes for which it matters why Karpenter does not consolidate them. Default: none. */
  readonly asked?: readonly string[] | undefined;
}

/** Nodes that failed, and the pods on them. */
export interface LostNodes {
  /** Names, sorted. */
  readonly nodes: readonly string[];
  /** Workloads with pods on these nodes, sorted by key. */
  readonly workloads: readonly LostPods[];
  /** Asked node → why Karpenter does not consolidate it, as a sentence; null if it would. */
  readonly kept: ReadonlyMap<string, string | null>;
}

/** The pods of a workload on nodes that failed. */
export interface LostPods {
  readonly workload: string;
  readonly lost: number;
  /** Running pods on the other nodes. */
  readonly left: number;
}

/** One side with its simulation and simulator. */
export interface SimulatedSide {
  readonly simulation: Simulation;
  readonly simulator: Simulator;
}
