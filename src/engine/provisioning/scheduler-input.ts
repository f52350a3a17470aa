import type { NodePool } from '../api/node-pool.ts';
import type { Pod, Taint } from '../api/pod.ts';
import type { Resources } from '../api/resources.ts';
import type { InstanceTypes } from '../cloud-provider/instance-types.ts';

/** Pods with identical scheduling input, counted. Equal pods of one workload, in the order in which they would be created. */
export interface PodClass {
  /** `Deployment/namespace/name`. */
  readonly workload: string;
  /** Position of the workload among all workloads, by file path and place in the file: the queue's tie-break. */
  readonly order: number;
  /** First pod's position within its workload; a StatefulSet with claims has one class per pod. */
  readonly firstIndex: number;
  readonly count: number;
  /** Defaulted as the API server does (limits copied to requests, ports' protocol and host ports). */
  readonly pod: Pod;
  /** Node on which these pods ran and which is going away, when they are rescheduled. */
  readonly fromNode?: string;
  /** They run well where they are, and are moved only to see whether their node can be spared (consolidation). */
  readonly isConsolidated?: boolean;
}

/** A NodePool that may launch nodes, with what its NodeClass resolves to. */
export interface NodePoolInput {
  readonly nodePool: NodePool;
  readonly instanceTypes: InstanceTypes;
}

/** A node (or a NodeClaim in flight) that exists before the pass. */
export interface ExistingNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly startupTaints: readonly Taint[];
  readonly capacity: Resources;
  readonly allocatable: Resources;
  /** Its NodePool, when Karpenter owns it. */
  readonly nodePool: string | undefined;
  readonly isInitialized: boolean;
  /** A NodeClaim whose Node is not there yet: it brings no domain into a topology. */
  readonly isInFlight?: boolean;
  /** Its NodePool's consolidateAfter has not passed since its last pod: it takes no pods that are moved to spare a node. */
  readonly isUnderConsolidateAfter?: boolean;
  /** Being deleted: takes no pods, its reschedulable pods are among the PodClasses. */
  readonly isDeleting: boolean;
  readonly pods: readonly BoundPod[];
  /** CSI driver → how many volumes it can attach; undefined where the CSINode is unknown. */
  readonly volumeLimits: ReadonlyMap<string, number> | undefined;
}

/** Pods that already run on an existing node and are one and the same to the scheduler. */
export interface BoundPod {
  readonly pod: Pod;
  /** 1 where nothing is said. */
  readonly count?: number;
  readonly isDaemon: boolean;
  /** It is on its way out: it still takes room, but counts in no topology. */
  readonly isTerminating?: boolean;
}

/** What a claim's volumes demand: alternatives of node selector requirements, or why the pod is refused. */
export interface VolumeClaim {
  readonly namespace: string;
  readonly name: string;
  readonly driver: string | undefined;
  /** Each entry is one alternative (key → allowed values); empty when anything goes. */
  readonly alternatives: readonly (readonly {
    readonly key: string;
    readonly operator: string;
    readonly values: readonly string[];
  }[])[];
  /** Karpenter's own words when it ignores pods that use this claim. */
  readonly error: string | undefined;
}

/** Everything one scheduling pass knows. */
export interface SchedulerInput {
  readonly nodePools: readonly NodePoolInput[];
  readonly podClasses: readonly PodClass[];
  readonly daemonSets: readonly Pod[];
  readonly existingNodes: readonly ExistingNode[];
  /** `namespace/name` → claim. */
  readonly volumeClaims: ReadonlyMap<string, VolumeClaim>;
  /** Namespace → labels. */
  readonly namespaces: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Reservation id → free instances. */
  readonly reservations: ReadonlyMap<string, number>;
  readonly preferencePolicy: 'Respect' | 'Ignore';
  readonly minValuesPolicy: 'Strict' | 'BestEffort';
  /** Strict (when provisioning): a pod rather waits than gives up reserved capacity. Fallback is for what disruption simulates. */
  readonly reservedOfferingMode?: 'Strict' | 'Fallback';
  /** minValues counts only values that the requirements allow (from Karpenter 1.15 on), not all that the types have. */
  readonly minValuesCountsAllowed?: boolean;
  /** 600 from Karpenter 1.7 on, 60 before. */
  readonly maxInstanceTypes: number;
}

/** What of a pass follows from Karpenter's version and configuration. */
export type PassSettings = Pick<
  SchedulerInput,
  'preferencePolicy' | 'minValuesPolicy' | 'maxInstanceTypes' | 'reservations' | 'minValuesCountsAllowed'
>;
