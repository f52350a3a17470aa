import type { Plan, PlannedObject } from '../engine/plan/plan.ts';
import { nameOf } from './readiness.ts';
import { keyOf } from './request.ts';

/** A reviewed and approved change, in the order of merging. */
export interface ApprovedChange {
  /** `#12`. */
  readonly label: string;
  readonly plan: Plan;
}

/** Whether approved changes add up to a plan. */
export interface Explanation {
  /** Why not, one sentence each; empty when they do. */
  readonly gaps: readonly string[];
  /** `NodePool/web` → what it was meant to be between base and desired: reviewed as well. */
  readonly between: ReadonlyMap<string, readonly string[]>;
}

/**
 * Replays the approved changes object by object: each has to start where the one before it ended, and the last has to end where
 * the plan does. So several changes merged one after the other are one plan, and nothing that nobody approved slips in.
 */
export function explain(plan: Plan, changes: readonly ApprovedChange[]): Explanation {
  const objects = new Map(plan.objects.map((object) => [keyOf(object.resource), object]));
  const now = new Map<string, string | null>([...objects].map(([key, { baseHash }]) => [key, baseHash]));
  const start = new Map(now);
  const seen = new Map<string, PlannedObject>([...objects]);
  const between = new Map<string, string[]>();
  const gaps: string[] = [];
  for (const { label, plan: approved } of changes)
    for (const object of approved.objects) {
      const key = keyOf(object.resource);
      seen.set(key, object);
      if (!now.has(key)) {
        now.set(key, object.baseHash);
        start.set(key, object.baseHash);
      }
      if (now.get(key) !== object.baseHash)
        gaps.push(
          `${label} was reviewed on another base of ${nameOf(object.resource)} than the one it was merged into`,
        );
      now.set(key, object.desiredHash);
      if (object.desired !== null) between.set(key, [...(between.get(key) ?? []), object.desired]);
    }
  for (const [key, hash] of now) {
    const end = objects.has(key) ? objects.get(key)!.desiredHash : start.get(key)!;
    if (hash !== end) gaps.push(`no approved pull request explains what became of ${nameOf(seen.get(key)!.resource)}`);
  }
  return { gaps: [...new Set(gaps)], between };
}
