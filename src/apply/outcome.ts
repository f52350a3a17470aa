import type { PlannedObject } from '../engine/changes/plan/plan.ts';
import type { GitOpsTool } from './gitops-owner.ts';

/** How far one object got. */
type ObjectState =
  /** Not touched. */
  | 'untouched'
  /** It already matched the plan. */
  | 'unchanged'
  | 'written'
  | 'deleted'
  /** A GitOps tool has delivered it. */
  | 'verified'
  | 'not-verified'
  /** The connection was lost during the write. The next run checks the object again. */
  | 'unknown'
  | 'rolled-back'
  | 'refused';

/** What happened to one object of a plan. */
export interface ObjectOutcome {
  readonly object: PlannedObject;
  state: ObjectState;
  /** Null if the apply did not wait for it. */
  isReady: boolean | null;
  owner?: GitOpsTool;
  /** What the cluster reports and where it differs, one sentence each. Never a secret. */
  readonly details: string[];
}

/** The result of applying a plan. */
export interface ApplyOutcome {
  readonly result:
    | 'nothing-to-do'
    | 'applied'
    /** What plumbline writes is applied, and the change contains more, which it cannot see. Another tool has to apply that. */
    | 'partly-applied'
    /** Nothing was written. */
    | 'refused'
    /** Stopped after some objects were written. */
    | 'incomplete'
    | 'not-ready'
    | 'rolled-back';
  readonly objects: readonly ObjectOutcome[];
  /** Why it was not applied, or not all of it, one sentence each. */
  readonly reasons: readonly string[];
}

/** Whether the cluster matches the objects of the plan. */
export const isDone = ({ result }: ApplyOutcome): boolean =>
  result === 'applied' || result === 'partly-applied' || result === 'nothing-to-do';
