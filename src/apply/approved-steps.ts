import type { Plan } from '../engine/plan/plan.ts';
import { keyOf } from './apply-request.ts';
import { nameOf } from './readiness.ts';
import { replay, type Step } from './replay-steps.ts';

/** A reviewed and approved change, in the order of merging. */
export interface ApprovedChange {
  /** `#12`. */
  readonly label: string;
  readonly plan: Plan;
  /** What it changes in plumbline.yaml for this environment. */
  readonly configuration: readonly Step[];
}

/** Whether approved changes add up to a plan. */
export interface Explanation {
  /** Why not, one sentence each; empty when they do. */
  readonly gaps: readonly string[];
  /** `NodePool/web` → what it was meant to be between base and desired: reviewed as well. */
  readonly between: ReadonlyMap<string, readonly string[]>;
}

/** Replays the approved changes object by object, and entry by entry of the configuration. */
export function explain(whole: Omit<ApprovedChange, 'label'>, changes: readonly ApprovedChange[]): Explanation {
  const between = new Map<string, string[]>();
  for (const { plan } of changes)
    for (const { resource, desired } of plan.objects) {
      const key = keyOf(resource);
      if (desired !== null) between.set(key, [...(between.get(key) ?? []), desired]);
    }
  const approved = changes.map((change) => ({ label: change.label, steps: stepsOf(change) }));
  return { gaps: replay(stepsOf(whole), approved), between };
}

const stepsOf = ({ plan, configuration }: Omit<ApprovedChange, 'label'>): Step[] => [
  ...plan.objects.map(({ resource, baseHash, desiredHash }) => ({
    key: keyOf(resource),
    name: nameOf(resource),
    before: baseHash,
    after: desiredHash,
  })),
  ...configuration,
];
