/** The fields of core Kubernetes objects that the scheduler reads, with Kubernetes' own names. */

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

export interface NodeSelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeSelectorRequirement[];
  readonly matchFields?: readonly NodeSelectorRequirement[];
}

export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

export interface PodAffinityTerm {
  readonly labelSelector?: LabelSelector;
  readonly topologyKey: string;
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: LabelSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

export interface WeightedPodAffinityTerm {
  readonly weight: number;
  readonly podAffinityTerm: PodAffinityTerm;
}

export interface Affinity {
  readonly nodeAffinity?: {
    readonly requiredDuringSchedulingIgnoredDuringExecution?: {
      readonly nodeSelectorTerms: readonly NodeSelectorTerm[];
    };
    readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
      readonly weight: number;
      readonly preference: NodeSelectorTerm;
    }[];
  };
  readonly podAffinity?: {
    readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[];
    readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[];
  };
  readonly podAntiAffinity?: {
    readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[];
    readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[];
  };
}

export interface TopologySpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: string;
  readonly labelSelector?: LabelSelector;
  readonly minDomains?: number;
  readonly nodeAffinityPolicy?: string;
  readonly nodeTaintsPolicy?: string;
  readonly matchLabelKeys?: readonly string[];
}

export interface ResourceRequirements {
  readonly requests?: Readonly<Record<string, string | number>>;
  readonly limits?: Readonly<Record<string, string | number>>;
}

export interface ContainerPort {
  readonly containerPort?: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: string;
}

export interface Container {
  readonly name?: string;
  readonly resources?: ResourceRequirements;
  readonly ports?: readonly ContainerPort[];
  readonly restartPolicy?: string;
}

export interface Volume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly ephemeral?: { readonly volumeClaimTemplate?: { readonly spec?: { readonly storageClassName?: string } } };
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: Affinity;
  readonly tolerations?: readonly Toleration[];
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly resources?: ResourceRequirements;
  readonly overhead?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly Volume[];
  /** Dynamic Resource Allocation. */
  readonly resourceClaims?: readonly { readonly name: string }[];
  readonly hostNetwork?: boolean;
  readonly priority?: number;
  readonly priorityClassName?: string;
  readonly runtimeClassName?: string;
  /** `Never`: it does not preempt other pods. */
  readonly preemptionPolicy?: string;
  readonly schedulerName?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly activeDeadlineSeconds?: number;
  /** The pod is not scheduled while it has any. */
  readonly schedulingGates?: readonly { readonly name: string }[];
}

export interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: PodSpec;
}
