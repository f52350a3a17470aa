import type { NodePoolRequirement } from '../../karpenter/api/node-pool.ts';
import type { OtherCost } from '../../karpenter/cloud-provider/other-cost.ts';
import type { hoursPerMonth, Range } from '../../text/range.ts';
import type { Currency } from '../../text/words/money.ts';
import type { Exclusion } from '../provisioning/explanations/exclusion.ts';
import type { Figure, Knowledge } from './knowledge.ts';

/** Nodes and what they cost. */
export interface CostFigures {
  readonly nodes: Figure;
  readonly hourlyUsd: Figure;
  readonly monthlyUsd: Figure;
}

/** A node that Karpenter owns, with its price. */
export interface PlacedNodeClaim {
  /** Its name, if it already runs. */
  readonly node?: string;
  readonly instanceType: string;
  readonly capacityType: string;
  readonly zone: string;
  /** Number of the manifests' pods on it, without those of DaemonSets. */
  readonly pods: number;
  /** For how many pods of CapacityBuffers it has room; absent if it keeps room for none. */
  readonly bufferPods?: number;
  readonly workloads: Readonly<Record<string, number>>;
  /** The likely price: for a new spot node, a typical one of the offerings that the cloud could choose. */
  readonly hourlyUsd: number | null;
  /** The price of the cheapest of these offerings, which Karpenter compares; equals hourlyUsd for on-demand. */
  readonly lowestHourlyUsd: number | null;
  /** The price of the most expensive one; equals hourlyUsd for on-demand. */
  readonly highestHourlyUsd: number | null;
  readonly instanceTypeOptions: number;
  readonly priceSource: 'live' | 'table' | 'estimated';
  /** Requested by all pods including those of DaemonSets, and allocatable on the instance type: millicores and bytes. */
  readonly cpuMillis: { readonly requested: number; readonly allocatable: number };
  readonly memoryBytes: { readonly requested: number; readonly allocatable: number };
  /** `type zone` pairs at the same price. */
  readonly ties: readonly string[];
}

/** The nodes of one NodePool. */
export interface PlacedNodePool {
  readonly name: string;
  readonly nodes: Figure;
  readonly hourlyUsd: Figure;
  /** Cost of its nodes' volumes, not part of `hourlyUsd`. */
  readonly volumesMonthlyUsd: Range;
  /** The nodes of the likely case. */
  readonly nodeClaims: readonly PlacedNodeClaim[];
}

/** The room that CapacityBuffers keep, in the likely case. */
export interface CapacityBuffers {
  readonly buffers: readonly {
    /** `CapacityBuffer/namespace/name`. */
    readonly buffer: string;
    /** Where its pods come from, such as `Deployment/namespace/name`. */
    readonly target: string;
    /** For how many pods it keeps room; null if unknown. */
    readonly pods: number | null;
    /** For how many of them there is room. */
    readonly withRoom: number;
  }[];
  /** What the cluster would not need without all of them; null if unknown, and before the change. */
  readonly kept: { readonly nodes: number; readonly hourlyUsd: number | null } | null;
}

/** The share of the new nodes' cost that one workload's pods account for. */
export interface WorkloadShare {
  readonly workload: string;
  readonly namespace: string | null;
  /** Value of the configured team label; null if the pods do not have it. */
  readonly team: string | null;
  readonly pods: number;
  readonly hourlyUsd: number | null;
}

/** The total cost of the workloads of one namespace or team. */
export interface GroupShare {
  /** Null for workloads without a namespace or team. */
  readonly name: string | null;
  readonly pods: number;
  readonly hourlyUsd: number | null;
}

/** Between which bounds nodes and cost end by chance, for the likely number of replicas. */
export interface ChanceRange {
  /** Number of simulated runs with different random choices. */
  readonly runs: number;
  readonly nodes: { readonly low: number; readonly high: number };
  readonly hourlyUsd: { readonly low: number; readonly high: number };
}

/** A reason why the cost may differ from the likely figure. */
export interface Spread {
  readonly kind: 'replicas' | 'chance' | 'spot' | 'requests' | 'price-age';
  /** How much less (negative) and how much more a month may cost for this reason alone; null if unknown. */
  readonly monthlyUsd: { readonly low: number; readonly high: number } | null;
  /** A sentence without its final period. */
  readonly reason: string;
}

/** Something a NodePool could additionally allow so that the same pods run on cheaper nodes, as simulated. */
export interface Alternative {
  readonly nodePool: string;
  /** Allow spot capacity; allow every family of the categories now listed by family or type; allow newer generations; allow arm64. */
  readonly kind: 'spot' | 'families' | 'generations' | 'arm64';
  /** All requirements that the NodePool would then have. */
  readonly requirements: readonly NodePoolRequirement[];
  /** Number of new nodes with this alternative. */
  readonly nodes: number;
  readonly hourlyUsd: number;
  readonly savedHourlyUsd: number;
}

/** What a NodePool can launch, whatever its pods are. */
export interface LaunchableNodePool {
  readonly nodePool: string;
  /** The node that it launches for a small pod, which is the cheapest one. */
  readonly instanceType: string;
  readonly capacityType: string;
  readonly hourlyUsd: number | null;
  /** What this node offers to pods: millicores and bytes. */
  readonly cpuMillis: number;
  readonly memoryBytes: number;
  /** The instance types that it can launch, by name. */
  readonly instanceTypes: readonly string[];
  /** The price of the most expensive of them. */
  readonly highestHourlyUsd: number | null;
  /** How many nodes like the first one the limits allow, and the limit that decides; null without such a limit. */
  readonly withinLimits: { readonly resource: string; readonly nodes: number } | null;
  /** Its limits are written, and unknown. */
  readonly areLimitsUnknown?: true;
  /** It is not ready, so it launches all this only once its errors are fixed. */
  readonly isNotReady?: true;
}

/**
 * A missing input that leaves nodes and cost unknown. `objects`: they existed before the change, and can no longer be read. `nodes`: no
 * known workload runs on a NodePool, and no nodes are known. `charts`: none of them runs on a NodePool, but the pods of charts may.
 * `counted-workloads`: there are workloads, but none that counts.
 */
export type MissingInput = 'region' | 'objects' | 'NodePools' | 'workloads' | 'counted-workloads' | 'nodes' | 'charts';

/** An instance type that few people want for ordinary pods. */
export interface UnusualType {
  readonly instanceType: string;
  /** A few words: `bare metal, 96 CPUs`. */
  readonly why: string;
}

/** Pods of one workload that no NodePool can run. */
export interface UnschedulablePods {
  readonly workload: string;
  readonly count: number;
  /** Number of old pods that keep running, because these new ones stop a rollout; absent if they do not. */
  readonly oldPods?: number;
  /** NodePools that would run them if they launched nodes. Their own findings say why they launch none. Absent if there are none. */
  readonly waitsFor?: readonly string[];
  readonly reasons: readonly {
    readonly nodePool: string;
    /** Karpenter's own message. */
    readonly reason: string;
    /** The one constraint that excludes the pods, in words that continue a sentence after the NodePool's name. */
    readonly plain?: string;
    /** What kind of constraint it is. */
    readonly because?: Exclusion['kind'];
    /** Whether the pods require labels that the NodePool has, so that only its taints keep them off. */
    readonly isMeant?: true;
    /** The smallest change that, when simulated, makes all of the workload's pods schedulable. */
    readonly change?: string;
  }[];
}

/** Where all pods of one side (base or head) run. */
export interface Placement extends CostFigures {
  /** Absent if there are both pods and NodePools to work with. */
  readonly lacks?: MissingInput;
  /** Why its figures are not exact; empty if all of them are, or if they are ranges by chance, autoscalers or prices alone. */
  readonly because: Knowledge;
  /** Whether all its nodes are in a snapshot, at known prices that do not vary. */
  readonly isSeen: boolean;
  /** Nodes that Karpenter does not own. They are not part of the figures above. */
  readonly otherNodes: { readonly nodes: number; readonly hourlyUsd: number | null };
  /** How far chance moves the figures; absent if it does not, or if the cluster is too large to be simulated several times. */
  readonly chance?: ChanceRange;
  /** Why the cost is a range. */
  readonly spread: readonly Spread[];
  /** Costs in addition to the instances, which are not part of the figures above, in a fixed order. */
  readonly otherCosts: readonly OtherCost[];
  /** Absent if there are none, or if Karpenter ignores them. */
  readonly capacityBuffers?: CapacityBuffers;
  readonly existingNodes: readonly { readonly name: string; readonly workloads: Readonly<Record<string, number>> }[];
  readonly nodePools: readonly PlacedNodePool[];
  /** Unusual instance types among the nodes; absent if there are none. */
  readonly unusualTypes?: readonly UnusualType[];
  readonly steadyState: { readonly nodes: number; readonly hourlyUsd: number } | null;
  readonly unschedulable: readonly UnschedulablePods[];
  /** Pods that run on, and cannot be scheduled again once their node is gone; only after a change. Absent if there are none. */
  readonly unschedulableLater?: readonly UnschedulablePods[];
  /** Whether `unschedulable` pods may run on existing nodes, because these are unknown. */
  readonly mayRunElsewhere?: true;
  readonly ignored: readonly { readonly workload: string; readonly count: number; readonly reason: string }[];
  /** Requests of one pod of each workload on the new nodes: millicores and bytes. */
  readonly requests: Readonly<Record<string, { readonly cpuMillis: number; readonly memoryBytes: number }>>;
  /** How the cost of the new nodes is split between workloads, the most expensive first. */
  readonly shares: readonly WorkloadShare[];
  /** Cheaper alternatives, the largest saving first. Only head has them. */
  readonly alternatives: readonly Alternative[];
  /** The drawback of spot capacity at head's cloud provider, a sentence without its final period. */
  readonly spotCaveat?: string | undefined;
  /** What each NodePool can launch. If the number of nodes is known, only NodePools without nodes on both sides. */
  readonly launchable: readonly LaunchableNodePool[];
  /** NodePools of which it is unknown what they can launch. */
  readonly unknownNodePools?: readonly string[];
  /** How much of the new nodes' capacity is requested, in the likely case; null without nodes. */
  readonly utilisation: {
    readonly cpu: number;
    readonly memory: number;
    /** Cost of capacity that no pod requests: for each node, the smaller of its idle shares of CPU and memory. Null if a node has no price. */
    readonly idleHourlyUsd: number | null;
  } | null;
  /** Number of pods counted for each workload: low, likely, high. */
  readonly replicas: Readonly<Record<string, { readonly low: number; readonly likely: number; readonly high: number }>>;
}

/** One sentence about what an estimate rests on. */
export interface Assumption {
  readonly text: string;
  /** Whether nodes or cost could differ if this does not hold. False: it only explains where a figure comes from. */
  readonly canMoveFigures: boolean;
}

/** Nodes and cost of base and head, with what the figures rest on. */
export interface Estimate {
  /** No node of the snapshot belongs to a NodePool of the files. */
  readonly isOfOtherCluster?: true;
  readonly region: string | null;
  readonly regionSource: string;
  /** All figures are in USD. */
  readonly currency: 'USD';
  /** The currency that texts show them in, if it is another one. */
  readonly shownIn?: Currency;
  readonly hoursPerMonth: typeof hoursPerMonth;
  readonly karpenterVersion: string;
  /** All assumptions, the most important first. */
  readonly assumptions: readonly string[];
  /** Those of `assumptions` that could change nodes or cost if they do not hold, in the same order. */
  readonly keyAssumptions: readonly string[];
  /** The cluster before the change: as the snapshot shows it, or what base's files settle to. */
  readonly base: Placement | null;
  /** The cluster after the change, once it has settled. */
  readonly head: Placement | null;
  readonly difference: CostFigures;
  /** The most nodes at any time between base and head; null without a base. */
  readonly peak: CostFigures | null;
  /** What the scheduler's first round would launch for head, regardless of later rounds; null if unknown. */
  readonly firstRound: CostFigures | null;
  /** What running nodes cost that a new cluster with head's files would not have; absent if nothing. */
  readonly staying?: { readonly monthlyUsd: number; readonly nodes: number; readonly reason: string };
  /** The cost rises only because restarted pods are packed in another way: a new cluster with head's files costs as much as base. */
  readonly isRepacked?: true;
}
