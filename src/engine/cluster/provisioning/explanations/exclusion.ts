import { schedulingLabels } from '../../../karpenter/api/labels.ts';
import type { Taint } from '../../../karpenter/api/pod.ts';
import type { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import { meets } from '../../../karpenter/scheduling/requirements.ts';
import type { TopologyType } from '../topology/topology-group.ts';

/** The one constraint that prevents new nodes of a NodePool from running a pod. */
export type Exclusion =
  | { readonly kind: 'limits'; readonly resource: string }
  /** `isMeant`: the pods require labels, and the NodePool has all of them, so only the taints keep the pods off. */
  | { readonly kind: 'taints'; readonly taints: readonly Taint[]; readonly isMeant?: true }
  | {
      readonly kind: 'requirement';
      readonly wanted: Requirement;
      /** What the NodePool allows; undefined if the NodePool does not define the label. */
      readonly allowed: Requirement | undefined;
      readonly by: 'pod' | 'volume';
    }
  | {
      readonly kind: 'topology';
      readonly type: TopologyType;
      readonly key: string;
      /** The domains that a spread needs pods in first. Empty for affinity, for hostnames, and if too few domains exist for `minDomains`. */
      readonly neediest: readonly string[];
    }
  | { readonly kind: 'ports' }
  /** The NodePool has a fixed number of nodes. */
  | { readonly kind: 'static'; readonly replicas: number; readonly isOff: boolean }
  | {
      readonly kind: 'resource';
      readonly resource: string;
      readonly requested: number;
      /** The most that any remaining type has for pods, after its DaemonSets; 0 if no type has any. */
      readonly largest: number;
      readonly instanceType: string | undefined;
    }
  /** The DaemonSets that Karpenter counts on each new node request more of a resource than any remaining instance type has. */
  | {
      readonly kind: 'daemons';
      readonly resource: string;
      /** What they request together on one node. */
      readonly requested: number;
      /** Namespace and name of those that request it. Where some can run on no node of the NodePool, only these. */
      readonly daemonSets: readonly string[];
      /** The label by which they can run on no node of the NodePool, which does not mention it, and the values that its nodes have. */
      readonly unruled: { readonly key: string; readonly values: readonly string[] } | undefined;
    }
  | { readonly kind: 'offering' }
  | { readonly kind: 'min-values'; readonly label: string; readonly wanted: number; readonly found: number }
  /** The pods match reserved capacity that is full: Karpenter waits for it. */
  | { readonly kind: 'reserved' }
  /** No instance type meets the requirements of the NodePool itself. `isMeant`: the pods require labels that only it has. */
  | { readonly kind: 'empty'; readonly isMeant: boolean }
  /** Each constraint leaves instance types, and all of them together leave none. */
  | { readonly kind: 'together' };

/** How many instance types of a NodePool remain after one more constraint. */
export interface ExaminationStep {
  readonly kind:
    | 'known'
    | 'node-pool'
    | 'limits'
    | 'requirement'
    | 'volume'
    | 'topology'
    | 'daemons'
    | 'resource'
    | 'offering';
  /** The requirement, or the amount with the name of its resource. */
  readonly detail: string;
  readonly left: number;
}

/** Whether a new node of a NodePool can run a pod, and how many instance types each constraint leaves. */
export interface NodePoolExamination {
  readonly nodePool: string;
  readonly weight: number;
  readonly steps: readonly ExaminationStep[];
  /** Undefined if a new node of the NodePool can run the pod. */
  readonly exclusion: Exclusion | undefined;
}

/**
 * Whether the requirements of a NodePool (`allowed`, undefined if it has none for the label) allow what a pod or volume requires.
 * A well-known label is allowed without a requirement, because instance types or the cloud provider define it.
 */
export const isAllowed = (allowed: Requirement | undefined, wanted: Requirement): boolean => {
  if (allowed === undefined) return schedulingLabels.has(wanted.key) || wanted.acceptsAbsence;
  return meets(allowed, wanted);
};
