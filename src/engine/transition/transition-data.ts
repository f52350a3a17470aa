import type { ClusterNode } from '../disruption/cluster/cluster.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import type { DriftForecast } from '../disruption/forecast/drift-forecast.ts';
import type { NewNodeClaim } from '../provisioning/results.ts';
import type { Rounds } from '../provisioning/scheduler/rounds.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator.ts';

/** The highest number of Karpenter nodes at any time, and their hourly cost; null if one has no price. */
export interface Peak {
  readonly nodes: number;
  readonly hourlyUsd: number | null;
}

/** A settled cluster. */
export interface ClusterState {
  /** By name. */
  readonly nodes: readonly ClusterNode[];
  /** Pending pods. */
  readonly pending: readonly PodGroup[];
  /** NodeClaims for which nothing can be launched, with their pods. */
  readonly failed: readonly NewNodeClaim[];
  /** Whether consolidation was simulated to its end. Otherwise, it may leave fewer nodes. */
  readonly isConsolidated: boolean;
}

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
  /** Number of nodes that consolidation removes after the change; null if it is not simulated. */
  readonly spared: number | null;
}

/** One side with its simulation and simulator. */
export interface SimulatedSide {
  readonly simulation: Simulation;
  readonly simulator: Simulator;
}
