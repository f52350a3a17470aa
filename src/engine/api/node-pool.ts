import type { NodeSelectorRequirement, Taint } from './pod.ts';

/** A requirement of a NodePool: a node selector requirement that may also ask for variety. */
export interface NodePoolRequirement extends NodeSelectorRequirement {
  readonly minValues?: number;
}

/** karpenter.sh/v1 NodePool, as far as the product reads it. Fields stand as the manifest has them, defaults not filled in. */
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
