import type { PlannedObject } from '../engine/plan/plan.ts';
import type { GitOpsTool } from './gitops-owner.ts';

/** How far one object got. */
export type ObjectState =
  /** Not touched. */
  | 'untouched'
  /** It was what the plan wants already. */
  | 'unchanged'
  | 'written'
  | 'deleted'
  /** A GitOps tool has brought it. */
  | 'verified'
  | 'not-verified'
  /** The connection was lost while it was written: the next run looks. */
  | 'unknown'
  | 'rolled-back'
  | 'refused';

/** What became of one object of a plan. */
export interface ObjectOutcome {
  readonly object: PlannedObject;
  state: ObjectState;
  /** Null: nobody waited for it. */
  isReady: boolean | null;
  owner?: GitOpsTool;
  /** One sentence each: what the cluster says, where it differs. Never a secret. */
  readonly details: string[];
}

/** What became of a plan. */
export interface ApplyOutcome {
  readonly result:
    | 'nothing-to-do'
    | 'applied'
    /** Nothing was written. */
    | 'refused'
    /** Some of it was written, and then it stopped. */
    | 'incomplete'
    | 'not-ready'
    | 'rolled-back';
  readonly objects: readonly ObjectOutcome[];
  /** Why it is not applied; one sentence each. */
  readonly reasons: readonly string[];
}

/** Whether the cluster is where the plan wants it. */
export const isDone = ({ result }: ApplyOutcome): boolean => result === 'applied' || result === 'nothing-to-do';
