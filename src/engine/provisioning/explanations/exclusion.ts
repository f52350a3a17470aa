import type { Taint } from '../../api/pod.ts';
import type { Requirement } from '../../scheduling/requirement.ts';
import type { TopologyType } from '../topology/topology-group.ts';

/** The one constraint that keeps the new nodes of a NodePool from taking a pod. */
export type Exclusion =
  | { readonly kind: 'limits'; readonly resource: string }
  | { readonly kind: 'taints'; readonly taints: readonly Taint[] }
  | {
      readonly kind: 'requirement';
      readonly wanted: Requirement;
      /** What the NodePool allows; undefined where its nodes do not have the label at all. */
      readonly own: Requirement | undefined;
      readonly by: 'pod' | 'volume';
    }
  | { readonly kind: 'topology'; readonly type: TopologyType; readonly key: string }
  | { readonly kind: 'ports' }
  | {
      readonly kind: 'resource';
      readonly resource: string;
      readonly requested: number;
      /** The most that a type left has for pods beside its daemons; 0 where none has any. */
      readonly largest: number;
      readonly instanceType: string | undefined;
    }
  | { readonly kind: 'offering' }
  | { readonly kind: 'min-values'; readonly label: string; readonly wanted: number; readonly found: number }
  /** Reserved capacity suits the pods and is taken: Karpenter waits for it. */
  | { readonly kind: 'reserved' };

/** How many instance types of a NodePool are left after one constraint more. */
export interface ExaminationStep {
  readonly kind: 'known' | 'node-pool' | 'limits' | 'requirement' | 'volume' | 'topology' | 'resource' | 'offering';
  /** The requirement, or the amount with its resource. */
  readonly detail: string;
  readonly left: number;
}

/** What a NodePool makes of a pod that needs a new node. */
export interface NodePoolExamination {
  readonly nodePool: string;
  readonly weight: number;
  readonly steps: readonly ExaminationStep[];
  /** Undefined: a new node of the pool takes the pod. */
  readonly exclusion: Exclusion | undefined;
}
