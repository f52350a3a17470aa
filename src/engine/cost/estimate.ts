import type { NodePoolRequirement } from '../api/node-pool.ts';
import type { OtherCost } from '../cloud-provider/other-cost.ts';
import type { hoursPerMonth, Range } from '../range.ts';

/** How sure a figure is: `exact` as a snapshot shows it, a bound from below or above, worked out, or not known. */
export type Certainty = 'exact' | 'atLeast' | 'atMost' | 'estimated' | 'unknown';

/** Nodes and what they cost. */
export interface CostFigures {
  readonly nodes: Range;
  readonly hourlyUsd: Range;
  readonly monthlyUsd: Range;
}

/** A node of Karpenter's, priced. */
export interface PlacedNodeClaim {
  /** Its name, where it runs already. */
  readonly node?: string;
  readonly instanceType: string;
  readonly capacityType: string;
  readonly zone: string;
  /** Number of pods of the manifests on it, daemons not counted. */
  readonly pods: number;
  readonly workloads: Readonly<Record<string, number>>;
  readonly hourlyUsd: number | null;
  /** Dearest price among the offerings that the cloud could choose; equals hourlyUsd for on-demand. */
  readonly highestHourlyUsd: number | null;
  readonly instanceTypeOptions: number;
  readonly priceSource: 'live' | 'table' | 'estimated';
  /** Requested by pods and daemons, and allocatable on the type: millicores and bytes. */
  readonly cpuMillis: { readonly requested: number; readonly allocatable: number };
  readonly memoryBytes: { readonly requested: number; readonly allocatable: number };
  /** `type zone` pairs at the same price. */
  readonly ties: readonly string[];
}

/** The nodes of one NodePool. */
export interface PlacedNodePool {
  readonly name: string;
  readonly nodes: Range;
  readonly hourlyUsd: Range;
  /** Volumes of its nodes, not part of `hourlyUsd`. */
  readonly volumesMonthlyUsd: Range;
  /** The likely case. */
  readonly nodeClaims: readonly PlacedNodeClaim[];
}

/** What one workload's pods cost on the new nodes: a split of their prices. */
export interface WorkloadShare {
  readonly workload: string;
  readonly namespace: string | null;
  /** Value of the label that names who pays; null where the pods have none. */
  readonly team: string | null;
  readonly pods: number;
  readonly hourlyUsd: number | null;
}

/** What the workloads of a namespace or a team cost together. */
export interface GroupShare {
  /** Null: they have none. */
  readonly name: string | null;
  readonly pods: number;
  readonly hourlyUsd: number | null;
}

/** A reason why the cost may be another one than the likely figure. */
export interface Spread {
  readonly kind: 'replicas' | 'spot' | 'requests' | 'price-age';
  /** By how much a month may cost less (negative) and more for this reason alone; null: nobody knows how much. */
  readonly monthlyUsd: { readonly low: number; readonly high: number } | null;
  /** A sentence without its full stop. */
  readonly reason: string;
}

/** What a NodePool could allow beside what it allows now, simulated: the same pods on cheaper nodes. */
export interface Alternative {
  readonly nodePool: string;
  /** Spot capacity; every family of the categories that are listed by family or type now; newer generations; arm64. */
  readonly kind: 'spot' | 'families' | 'generations' | 'arm64';
  /** What the NodePool would say then: all of its requirements. */
  readonly requirements: readonly NodePoolRequirement[];
  /** All new nodes then. */
  readonly nodes: number;
  readonly hourlyUsd: number;
  readonly savedHourlyUsd: number;
}

/** What is not known at all, so that neither nodes nor cost are; `objects` were there and can no longer be read. */
export type MissingInput = 'region' | 'objects' | 'NodePools' | 'workloads';

/** Where all pods of one side (base or head) land. */
export interface Placement {
  /** Absent where there is something to place, and somewhere. */
  readonly lacks?: MissingInput;
  readonly nodes: Range;
  readonly hourlyUsd: Range;
  readonly monthlyUsd: Range;
  readonly certainty: Certainty;
  /** Nodes that Karpenter does not own, not part of the figures above. */
  readonly otherNodes: { readonly nodes: number; readonly hourlyUsd: number | null };
  /** Why the cost has the bounds that it has. */
  readonly spread: readonly Spread[];
  /** What is billed beside the instances and is not part of the figures above, in a fixed order. */
  readonly otherCosts: readonly OtherCost[];
  readonly existingNodes: readonly { readonly name: string; readonly workloads: Readonly<Record<string, number>> }[];
  readonly nodePools: readonly PlacedNodePool[];
  readonly steadyState: { readonly nodes: number; readonly hourlyUsd: number } | null;
  readonly unschedulable: readonly {
    readonly workload: string;
    readonly count: number;
    readonly reasons: readonly {
      readonly nodePool: string;
      /** In Karpenter's words. */
      readonly reason: string;
      /** The one constraint, in plain words that go on after the NodePool's name. */
      readonly plain?: string;
      /** The smallest change found that was proved to let all of the workload's pods land. */
      readonly change?: string;
    }[];
  }[];
  readonly ignored: readonly { readonly workload: string; readonly count: number; readonly reason: string }[];
  /** What one pod of each workload on the new nodes asks for: millicores and bytes. */
  readonly requests: Readonly<Record<string, { readonly cpuMillis: number; readonly memoryBytes: number }>>;
  /** Who pays for the new nodes, the dearest workload first. */
  readonly shares: readonly WorkloadShare[];
  /** Cheaper choices, the largest saving first; head alone has them. */
  readonly alternatives: readonly Alternative[];
  /** What speaks against spot capacity where head's nodes are bought, a sentence without its full stop. */
  readonly spotCaveat?: string | undefined;
  /** When no workloads are known: what each NodePool would launch first. */
  readonly launchable: readonly {
    readonly nodePool: string;
    readonly instanceType: string;
    readonly hourlyUsd: number | null;
  }[];
  /** Shares of what the new nodes have that is requested, likely case; null without nodes. */
  readonly utilisation: {
    readonly cpu: number;
    readonly memory: number;
    /** What nobody asks for: of each node the smaller of its idle shares in CPU and memory. Null: a node has no price. */
    readonly idleHourlyUsd: number | null;
  } | null;
  /** Replicas counted per workload: low, likely, high. */
  readonly replicas: Readonly<Record<string, { readonly low: number; readonly likely: number; readonly high: number }>>;
}

/** Nodes and cost of base and head, with what the figures rest on. */
export interface Estimate {
  readonly region: string | null;
  readonly regionSource: string;
  readonly currency: string;
  readonly hoursPerMonth: typeof hoursPerMonth;
  readonly karpenterVersion: string;
  /** The first line is the one that matters most. */
  readonly assumptions: readonly string[];
  /** The cluster before the change: as it runs, or what base's files settle to. */
  readonly base: Placement | null;
  /** The cluster when nothing moves any more. */
  readonly head: Placement | null;
  readonly difference: CostFigures;
  /** The most nodes on the way from one to the other; null without a base. */
  readonly peak: CostFigures | null;
  /** What the scheduler's first round would launch for head, whatever comes after; null where that is not known. */
  readonly firstRound: CostFigures | null;
}
