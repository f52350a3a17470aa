import type { Resources } from '../../../karpenter/api/resources.ts';
import type { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import type { PodClass } from './scheduler-input.ts';

/** `Deployment/namespace/name` → number of pods. */
export type PodCounts = ReadonlyMap<string, number>;

/** Pod class, as in the input of the pass → number of pods. */
export type ClassCounts = ReadonlyMap<PodClass, number>;

/** The offering that a NodeClaim would get, and the candidates it was chosen from. */
export interface Launch {
  readonly capacityType: 'on-demand' | 'spot' | 'reserved';
  readonly instanceType: string;
  readonly zone: string;
  readonly hourlyUsd: number;
  /** What a user pays, if Karpenter sorts by a different price (bare metal). */
  readonly billedHourlyUsd?: number;
  /** What such a node usually costs, if it is a new spot node: AWS does not always launch the cheapest offering. */
  readonly typicalHourlyUsd?: number;
  readonly priceSource: 'live' | 'table' | 'estimated';
  /**
   * At least one type of the NodeClaim has its price from a NodeOverlay. CreateFleet is then called with `prioritized` (spot:
   * `capacity-optimized-prioritized`) instead of the lowest price.
   */
  readonly isPrioritized?: true;
  /** `type zone` pairs with the same price, if there is more than one. The first one by name is used. */
  readonly ties: readonly string[];
  /**
   * The billed price of the most expensive candidate with this capacity type. AWS chooses among spot offerings, so the price
   * is between the two.
   */
  readonly highestHourlyUsd: number;
  /** The types sent to CreateFleet, after the launch filters and the limit of 60, by name. */
  readonly types: readonly string[];
}

/** A node that Karpenter would launch. */
export interface NewNodeClaim {
  readonly nodePool: string;
  readonly nodeClass: string;
  /** The position in Karpenter's own list at the end of the pass, fewest pods first. Nodes are created in this order. */
  readonly position: number;
  readonly pods: PodCounts;
  /** The same pods, by their class in the input. */
  readonly classes: ClassCounts;
  /** After FinalizeScheduling, before ToNodeClaim. */
  readonly requirements: Requirements;
  /** The requests of the pods plus the minimum overhead of DaemonSets. */
  readonly requests: Resources;
  /** The instance types it can still launch, by name, after truncation. */
  readonly instanceTypes: readonly string[];
  readonly launch: Launch | { readonly error: string };
  /** The round that launched it, from 2 on; absent for the first round. */
  readonly round?: number;
}

/** The unschedulable pods of one workload, with the reason for each NodePool. */
export interface PodError {
  readonly workload: string;
  readonly count: number;
  /** Karpenter's whole message: the joined errors of all templates. */
  readonly message: string;
  /** All distinct messages, if pods of one workload fail for different reasons. The first one is `message`. */
  readonly messages: readonly string[];
  /** `nodePool` is empty if the reason concerns no single NodePool: there is none, or none can launch anything. */
  readonly reasons: readonly { readonly nodePool: string; readonly reason: string }[];
}

/** Pods that Karpenter ignores. */
export interface IgnoredPod {
  readonly workload: string;
  readonly count: number;
  readonly reason: string;
}

/** A NodePool that can launch nothing. */
export interface EmptyNodePool {
  readonly nodePool: string;
  readonly reason: string;
}

/** Pods placed on existing nodes, and pods that could not be placed anywhere. */
export type Placed = Pick<Results, 'existingNodes' | 'podErrors'>;

/** Where pods are placed, by Karpenter or by kube-scheduler alone. */
export const placedPods = (results: Results): Placed => results.withoutKarpenter ?? results;

/** The outcome of one scheduling pass. */
export interface Results {
  readonly newNodeClaims: readonly NewNodeClaim[];
  readonly existingNodes: readonly {
    readonly name: string;
    readonly pods: PodCounts;
    /** The same pods, by their class in the input. */
    readonly classes: ClassCounts;
  }[];
  readonly podErrors: readonly PodError[];
  readonly ignored: readonly IgnoredPod[];
  /** NodePools that can launch nothing, with the requirement that rules out all instance types. */
  readonly emptyNodePools: readonly EmptyNodePool[];
  /** The empty NodePools that Karpenter reports in NoCompatibleInstanceTypes events. It checks none while no pod waits. */
  readonly events: readonly EmptyNodePool[];
  /**
   * While no NodePool is usable, Karpenter does nothing and gives up on every pod. These are the pods that kube-scheduler
   * alone places on existing nodes, and the others.
   */
  readonly withoutKarpenter?: Placed;
  /** Assumptions behind the figures, such as the outcome of ties that upstream breaks at random. */
  readonly assumptions: readonly string[];
  /** Counts of the work done, for tests that limit it. These are counts, not times. */
  readonly counters: { readonly typesFiltered: number; readonly fitsTried: number; readonly attempts: number };
}
