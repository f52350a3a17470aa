import type { NodeSelectorRequirement, Taint } from './pod.ts';

/** A requirement of a NodePool: a node selector requirement with an optional `minValues`. */
export interface NodePoolRequirement extends NodeSelectorRequirement {
  readonly minValues?: number;
}

/** The fields of a karpenter.sh/v1 NodePool that plumbline uses. They have the values of the manifest, without defaults. */
export interface NodePool {
  readonly metadata: {
    readonly name: string;
    readonly labels?: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  readonly spec: {
    readonly weight?: number;
    readonly replicas?: number;
    readonly limits?: Readonly<Record<string, string | number>>;
    readonly disruption?: {
      readonly consolidationPolicy?: string;
      readonly consolidateAfter?: string;
      readonly budgets?: readonly {
        readonly nodes?: string;
        readonly schedule?: string;
        readonly duration?: string;
        readonly reasons?: readonly string[];
      }[];
    };
    readonly template: {
      readonly metadata?: { readonly labels?: Record<string, string>; readonly annotations?: Record<string, string> };
      readonly spec: {
        readonly nodeClassRef: { readonly group?: string; readonly kind?: string; readonly name: string };
        readonly requirements?: readonly NodePoolRequirement[];
        readonly taints?: readonly Taint[];
        readonly startupTaints?: readonly Taint[];
        readonly expireAfter?: string;
        readonly terminationGracePeriod?: string;
      };
    };
  };
}
