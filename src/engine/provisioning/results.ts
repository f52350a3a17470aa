import type { Resources } from '../api/resources.ts';
import type { Requirements } from '../scheduling/requirements.ts';
import type { PodClass } from './scheduler-input.ts';

/** Pods by workload: `Deployment/namespace/name` → how many. */
export type PodCounts = ReadonlyMap<string, number>;

/** Pods by the class that they were given to the pass as → how many. */
export type ClassCounts = ReadonlyMap<PodClass, number>;

/** The offering a NodeClaim would get, and among what it was chosen. */
export interface Launch {
  readonly capacityType: 'on-demand' | 'spot' | 'reserved';
  readonly instanceType: string;
  readonly zone: string;
  readonly hourlyUsd: number;
  /** What a user pays instead, where Karpenter orders by another price (bare metal). */
  readonly billedHourlyUsd?: number;
  readonly priceSource: 'live' | 'table' | 'estimated';
  /**
   * Some type that the NodeClaim names has its price from a NodeOverlay: CreateFleet is asked for `prioritized`
   * (spot: `capacity-optimized-prioritized`) instead of the lowest price.
   */
  readonly isPrioritized?: true;
  /** `type zone` pairs with the same price, when there is more than one; the first by name was taken. */
  readonly ties: readonly string[];
  /** What the dearest offering of this capacity type among the candidates is billed at: spot is AWS's choice, so the price lies between. */
  readonly highestHourlyUsd: number;
  /** Types sent to CreateFleet after the launch filters and the truncation to 60, by name. */
  readonly types: readonly string[];
}

/** A node that Karpenter would launch. */
export interface NewNodeClaim {
  readonly nodePool: string;
  readonly nodeClass: string;
  /** Place in Karpenter's own list when the pass ends, fewest pods first: the order in which nodes are created. */
  readonly position: number;
  readonly pods: PodCounts;
  /** The same pods by the class that they were given as. */
  readonly classes: ClassCounts;
  /** After FinalizeScheduling, before ToNodeClaim. */
  readonly requirements: Requirements;
  /** Pods plus the minimum daemon overhead. */
  readonly requests: Resources;
  /** Instance types it could still launch, by name, after truncation. */
  readonly instanceTypes: readonly string[];
  readonly launch: Launch | { readonly error: string };
  /** The round that launched it, from 2 on; absent for the first. */
  readonly round?: number;
}

/** Pods of one workload that cannot land, with why, per NodePool. */
export interface PodError {
  readonly workload: string;
  readonly count: number;
  /** Karpenter's whole message, the errors of all templates joined. */
  readonly message: string;
  /** All distinct messages, where pods of one workload fail for different reasons; the first is `message`. */
  readonly messages: readonly string[];
  /** The name is empty where it is no single NodePool: there is none, or none can launch anything. */
  readonly reasons: readonly { readonly nodePool: string; readonly reason: string }[];
}

/** Pods that Karpenter itself refuses to look at. */
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

/** Pods that found room on nodes that exist, and pods that found none anywhere. */
export type Placed = Pick<Results, 'existingNodes' | 'podErrors'>;

/** Where pods end up, be it by Karpenter's doing or by kube-scheduler's alone. */
export const placedPods = (results: Results): Placed => results.withoutKarpenter ?? results;

/** The outcome of one scheduling pass. */
export interface Results {
  readonly newNodeClaims: readonly NewNodeClaim[];
  readonly existingNodes: readonly {
    readonly name: string;
    readonly pods: PodCounts;
    /** The same pods by the class that they were given as. */
    readonly classes: ClassCounts;
  }[];
  readonly podErrors: readonly PodError[];
  readonly ignored: readonly IgnoredPod[];
  /** NodePools that can launch nothing at all, with the requirement that empties them. */
  readonly emptyNodePools: readonly EmptyNodePool[];
  /** Those of them that Karpenter tells of (its NoCompatibleInstanceTypes events): it looks at none while no pod waits. */
  readonly events: readonly EmptyNodePool[];
  /**
   * While no NodePool can be used Karpenter does nothing, and gives up on every pod. This is where kube-scheduler alone puts
   * them, when it finds room on nodes that exist.
   */
  readonly withoutKarpenter?: Placed;
  /** What the figures rest on and the input did not say, such as ties that upstream breaks by chance. */
  readonly assumptions: readonly string[];
  /** Work done, for tests that guard it: never a clock. */
  readonly counters: { readonly typesFiltered: number; readonly fitsTried: number; readonly attempts: number };
}
