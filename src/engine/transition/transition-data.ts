import type { ClusterNode } from '../disruption/cluster/cluster.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import type { DriftForecast } from '../disruption/forecast/drift-forecast.ts';
import type { NewNodeClaim } from '../provisioning/results.ts';
import type { Rounds } from '../provisioning/scheduler/rounds.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator.ts';

/** The most nodes of Karpenter's that stood at one time, and what they cost an hour together; null where one has no price. */
export interface Peak {
  readonly nodes: number;
  readonly hourlyUsd: number | null;
}

/** A cluster at rest. */
export interface ClusterState {
  /** By name. */
  readonly nodes: readonly ClusterNode[];
  /** Pods without a node. */
  readonly pending: readonly PodGroup[];
  /** NodeClaims for which nothing can be launched, with their pods. */
  readonly failed: readonly NewNodeClaim[];
  /** Consolidation was followed to its end; otherwise it may leave fewer nodes. */
  readonly isConsolidated: boolean;
}

/** What a change makes of a cluster, for one number of replicas. */
export interface Transition {
  /** Null: there is nothing to compare with. */
  readonly before: ClusterState | null;
  readonly after: ClusterState;
  /** The most on the way from one to the other. */
  readonly peak: Peak;
  /** Why pods are left without a node in the end. */
  readonly rounds: Rounds;
  /** NodePool → how its drifted nodes go; null where that is not followed wave by wave. */
  readonly forecasts: ReadonlyMap<string, DriftForecast> | null;
  /** Nodes that consolidation takes away after the change; null where it is not followed. */
  readonly spared: number | null;
}

/** One side with what it is simulated on. */
export interface SimulatedSide {
  readonly simulation: Simulation;
  readonly simulator: Simulator;
}
