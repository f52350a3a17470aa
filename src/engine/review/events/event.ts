import type { AwaitedJobs, HeldNodes } from '../../cluster/disruption/forecast/disruption-data.ts';
import type { Exclusion } from '../../cluster/provisioning/explanations/exclusion.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';

/**
 * What happens. To pods: `unschedulable` (no NodePool can run them), `unschedulable-later` (they run on, and none can run them once their
 * node is gone), `rollout-stops` (new pods are unschedulable, and the old ones run on). To nodes: `deleted`, `replaced`, `held` (they should go
 * and cannot), `consolidated` (Karpenter replaces them after the change on its own). To objects: `fixed` (a problem of base that is gone).
 */
export type EventKind =
  | 'unschedulable'
  | 'rollout-stops'
  | 'unschedulable-later'
  | 'deleted'
  | 'replaced'
  | 'held'
  | 'consolidated'
  | 'fixed';

/** Why pods fit no node of one NodePool. */
export interface PodReason {
  readonly nodePool: string;
  /** `deleted`: the change removes the NodePool that runs them. Undefined if only Karpenter's message is known, or not even that. */
  readonly kind: Exclusion['kind'] | 'deleted' | undefined;
  /** The new name of the NodePool that runs them, if the change only renames it. */
  readonly renamedTo?: string;
  /** A clause that follows the name of the NodePool; undefined if only Karpenter's message is known. */
  readonly text: string | undefined;
}

/** Something that a change does in one cluster. */
export interface ReviewEvent {
  readonly kind: EventKind;
  /** The workload whose pods, or the NodePool whose nodes these are, or the object that is fixed; null if they are of several NodePools. */
  readonly subject: string | null;
  /** The environment; null if there is only one cluster. */
  readonly cluster: string | null;
  /** Pods or nodes; null if the number is unknown. */
  readonly count: number | null;
  /** When it happens: with the change, when the pods need another node, or after the change. */
  readonly when: 'now' | 'restart' | 'later';
  /** Why pods fit no node, by NodePool, the one that says most first. Empty for nodes. */
  readonly because: readonly PodReason[];
  /** Whether nodes that are held should be deleted, and not replaced. */
  readonly isDeletion?: true;
  /** Whether all predicted nodes match the new requirements, and only running ones that nobody knows may not. */
  readonly isMatching?: true;
  /** The problem that is fixed. */
  readonly problem?: Pick<Diagnostic, 'code' | 'severity' | 'message'>;
  /** The nodes among them that wait for Jobs. Absent if none does. */
  readonly awaited?: AwaitedJobs;
  /** What keeps nodes that are held. */
  readonly held?: HeldNodes;
}
