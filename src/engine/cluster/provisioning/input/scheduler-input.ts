import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import type { LabelSelector, Pod, Taint } from '../../../karpenter/api/pod.ts';
import type { Resources } from '../../../karpenter/api/resources.ts';
import type { InstanceTypes } from '../../../karpenter/cloud-provider/instance-types.ts';
import type { Chance } from './chance.ts';

/**
 * Pods with identical scheduling input, and how many there are: equal pods of one workload, in the order in which they would
 * be created.
 */
export interface PodClass {
  /** `Deployment/namespace/name`. */
  readonly workload: string;
  /** The position of the workload among all workloads, by file path and position in the file. It breaks ties in the queue. */
  readonly order: number;
  /** The position of the first pod within its workload. A StatefulSet with claims has one class for each pod. */
  readonly firstIndex: number;
  readonly count: number;
  /** With the defaults of the API server: limits copied to requests, protocol and host ports set. */
  readonly pod: Pod;
  /** The node that these pods ran on and that is being removed, if they are rescheduled. */
  readonly fromNode?: string;
  /** The pods run without problems and are moved only to check whether their node can be removed (consolidation). */
  readonly isConsolidated?: boolean;
  /** The pods of a CapacityBuffer: they do not exist, and Karpenter plans a place for them in every pass. */
  readonly isVirtual?: boolean;
}

/** A NodePool that may launch nodes, with the instance types of its NodeClass. */
export interface NodePoolInput {
  readonly nodePool: NodePool;
  readonly instanceTypes: InstanceTypes;
  /** Changes outside the NodePool that give its nodes more of a resource, the cheapest first. Passes do not use them. */
  readonly remedies?: (lacking: LackingResource) => Iterable<NodeRemedy>;
}

/** A request that no node of a NodePool meets. */
export interface LackingResource {
  readonly resource: string;
  /** What one pod requests, in the units of `Resources`. */
  readonly requested: number;
  /** The instance type with the most of it; undefined if no type has any. */
  readonly instanceType: string | undefined;
}

/** A change to what nodes have, as an instruction, and the instance types with it. */
export interface NodeRemedy {
  readonly change: string;
  readonly instanceTypes: InstanceTypes;
}

/** A NodePool with a fixed number of nodes, which takes no part in scheduling. */
export interface StaticPoolInput {
  readonly name: string;
  readonly replicas: number;
  /** `limits.nodes`. */
  readonly limit: number | undefined;
  /** The feature gate is off, so Karpenter launches nothing for it. */
  readonly isOff: boolean;
  /** A number of nodes that more replicas would launch. */
  readonly moreNodes: (count: number) => readonly ExistingNode[];
}

/** A node, or a NodeClaim in flight, that exists before the pass. */
export interface ExistingNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly startupTaints: readonly Taint[];
  readonly capacity: Resources;
  readonly allocatable: Resources;
  /** Its NodePool, if Karpenter owns the node. */
  readonly nodePool: string | undefined;
  readonly isInitialized: boolean;
  /** A NodeClaim whose Node does not exist yet, so it adds no domain to a topology. */
  readonly isInFlight?: boolean;
  /**
   * Less than its NodePool's consolidateAfter has passed since its last pod event, so consolidation does not move pods to
   * this node.
   */
  readonly isUnderConsolidateAfter?: boolean;
  /** The node is being deleted: it takes no pods, and its reschedulable pods are among the PodClasses. */
  readonly isDeleting: boolean;
  readonly pods: readonly BoundPod[];
  /** CSI driver → number of volumes it can attach; undefined if the CSINode is unknown. */
  readonly volumeLimits: ReadonlyMap<string, number> | undefined;
}

/** Pods that already run on an existing node and are equal for the scheduler. */
export interface BoundPod {
  readonly pod: Pod;
  /** Defaults to 1. */
  readonly count?: number;
  readonly isDaemon: boolean;
  /** It is terminating: it still uses room but does not count in any topology. */
  readonly isTerminating?: boolean;
}

/** The requirements of a claim's volumes: alternative node selector requirements, or the reason why the pod is refused. */
export interface VolumeClaim {
  readonly namespace: string;
  readonly name: string;
  readonly driver: string | undefined;
  /** Each entry is one alternative (key → allowed values). Empty if the volumes require nothing. */
  readonly alternatives: readonly (readonly {
    readonly key: string;
    readonly operator: string;
    readonly values: readonly string[];
  }[])[];
  /** Karpenter's message when it ignores pods that use this claim. */
  readonly error: string | undefined;
}

/** What kube-scheduler needs to know in addition to pods and nodes. */
export interface BindingFacts {
  /** The Kubernetes minor version, such as `1.34`. Undefined if nothing names it. */
  readonly kubernetes: string | undefined;
  /** Workload → selectors of its controller and its Services, which the default topology spread counts. */
  readonly selectors: ReadonlyMap<string, readonly LabelSelector[]>;
  /** StatefulSets that create a pod only once the previous one runs. */
  readonly orderedSets: ReadonlySet<string>;
  /** PriorityClass → value, and under the empty name the value of pods that name none. */
  readonly priorities: ReadonlyMap<string, number>;
  /** PriorityClasses with `preemptionPolicy: Never`, by the same names. */
  readonly withoutPreemption: ReadonlySet<string>;
  /** How choices are made that are random in a cluster. Default: by name. */
  readonly chance?: Chance;
}

/** The whole input of one scheduling pass. */
export interface SchedulerInput {
  readonly nodePools: readonly NodePoolInput[];
  /** Their nodes are among `existingNodes`. Passes do not use them. */
  readonly staticPools?: readonly StaticPoolInput[];
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
  /**
   * Strict, for provisioning: a pod waits for reserved capacity instead of giving it up. Fallback is for the simulations of
   * disruption.
   */
  readonly reservedOfferingMode?: 'Strict' | 'Fallback';
  /** Whether minValues counts only values that the requirements allow (from Karpenter 1.15 on) or all values of the types. */
  readonly minValuesCountsAllowed?: boolean;
  /**
   * Whether a DaemonSet counts only on instance types that it can run on (from Karpenter 1.14 on), or on all types of
   * the NodePool. Default: true.
   */
  readonly countsDaemonSetsByType?: boolean;
  /**
   * Whether a new node has the labels `karpenter.sh/registered` and `karpenter.sh/initialized` for DaemonSets (from
   * Karpenter 1.14 on). Default: true.
   */
  readonly countsDaemonSetsOfJoinedNodes?: boolean;
  /** 600 from Karpenter 1.7 on, 60 before. */
  readonly maxInstanceTypes: number;
  /** Whether nobody asks why pods were not placed. Reasons cost as much as a try. */
  readonly isUnexplained?: boolean;
  /** What kube-scheduler knows. Without it, all pods run where Karpenter plans them. */
  readonly bindings?: BindingFacts;
}

/** The part of a pass's input that depends on Karpenter's version and configuration. */
export type PassSettings = Pick<
  SchedulerInput,
  | 'preferencePolicy'
  | 'minValuesPolicy'
  | 'maxInstanceTypes'
  | 'reservations'
  | 'minValuesCountsAllowed'
  | 'countsDaemonSetsByType'
  | 'countsDaemonSetsOfJoinedNodes'
>;
