import type { LabelSelector, Pod, Taint } from '../../../src/engine/karpenter/api/pod.ts';

interface Named {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly {
      readonly apiVersion: string;
      readonly kind: string;
      readonly name: string;
      readonly uid: string;
      readonly controller: true;
    }[];
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
    readonly uid?: string;
  };
}

export type RecordedPod = Named & Pod & { readonly status?: { readonly phase: string; readonly startTime?: string } };

/** A cluster and the pods to schedule, one after the other, in the form of the Kubernetes API. */
export interface RecordedCluster {
  readonly nodes: readonly (Named & {
    readonly spec: { readonly taints?: readonly Taint[]; readonly unschedulable?: boolean };
    readonly status: { readonly allocatable: Readonly<Record<string, string>> };
  })[];
  readonly bound: readonly RecordedPod[];
  readonly pending: readonly RecordedPod[];
  readonly namespaces: readonly Named[];
  readonly services: readonly (Named & { readonly spec: { readonly selector: Readonly<Record<string, string>> } })[];
  readonly replicaSets: readonly (Named & { readonly spec: { readonly selector: LabelSelector } })[];
  readonly statefulSets: readonly (Named & { readonly spec: { readonly selector: LabelSelector } })[];
  readonly claims: readonly (Named & {
    readonly spec: {
      readonly storageClassName: string;
      readonly volumeName?: string;
      readonly accessModes: readonly string[];
      readonly resources: { readonly requests: { readonly storage: string } };
    };
    readonly status: { readonly phase: string };
  })[];
  readonly volumes: readonly (Named & {
    readonly spec: {
      readonly csi: { readonly driver: string; readonly volumeHandle: string };
      readonly nodeAffinity?: { readonly required: { readonly nodeSelectorTerms: readonly Term[] } };
      readonly storageClassName: string;
      readonly capacity: { readonly storage: string };
      readonly accessModes: readonly string[];
      readonly claimRef?: { readonly namespace: string; readonly name: string };
    };
  })[];
  readonly storageClasses: readonly (Named & {
    readonly provisioner: string;
    readonly volumeBindingMode: string;
    readonly allowedTopologies?: readonly {
      readonly matchLabelExpressions: readonly { readonly key: string; readonly values: readonly string[] }[];
    }[];
  })[];
  readonly csiNodes: readonly (Named & {
    readonly spec: {
      readonly drivers: readonly {
        readonly name: string;
        readonly nodeID: string;
        readonly topologyKeys: readonly string[];
        readonly allocatable: { readonly count: number };
      }[];
    };
  })[];
  readonly budgets: readonly (Named & {
    readonly spec: { readonly selector: LabelSelector };
    readonly status: { readonly disruptionsAllowed: number };
  })[];
}

interface Term {
  readonly matchExpressions: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values: readonly string[];
  }[];
}

/** What kube-scheduler decides for one pod. */
export interface Decision {
  /** The nodes that were found, in the order in which it looked at them. */
  readonly found: readonly string[];
  /** Node → `Plugin: reasons`, for every node that a filter rejects. */
  readonly rejected: Readonly<Record<string, string>>;
  /** `Plugin: reasons` of a plugin that rejects every node. */
  readonly preFilter?: string;
  /** Plugin → weighted score of each found node. */
  readonly scores: Readonly<Record<string, readonly number[]>>;
  readonly total: readonly number[];
  /** The first by name of the nodes with the highest score. */
  readonly chosen?: string;
  readonly preempts?: { readonly node: string; readonly victims: readonly string[] };
}
