import { compareNames } from '../../name-order.ts';
import type { IgnoredPod } from '../results.ts';
import type { PodClass, SchedulerInput } from '../scheduler-input.ts';
import { type PodContext, PodShape, spellShape } from './pod-shape.ts';
import { ignoredBecause } from './pod-validation.ts';
import type { PendingPods } from './scheduling-queue.ts';

/** The pods of one class, and the text that they share with all that are like them. */
export interface ListedPods {
  readonly podClass: PodClass;
  readonly spelling: string;
}

/**
 * The pods that Karpenter looks at, in the order in which it lists them (pending ones by name, then those of nodes that go
 * away), and those that it ignores.
 */
export function listPods({ podClasses, volumeClaims }: SchedulerInput): {
  listed: readonly ListedPods[];
  ignored: readonly IgnoredPod[];
} {
  const ignored: IgnoredPod[] = [];
  const reasons = new Map<string, string | undefined>();
  const taken: (ListedPods & { readonly name: string })[] = [];
  for (const podClass of podClasses) {
    const { pod, workload, count, fromNode } = podClass;
    const spelling = spellShape(pod);
    if (!reasons.has(spelling)) reasons.set(spelling, ignoredBecause(pod, volumeClaims));
    // Pods of nodes that go away are not validated: they have run before.
    const reason = fromNode === undefined ? reasons.get(spelling) : undefined;
    if (reason !== undefined) ignored.push({ workload, count, reason });
    else if (count > 0) taken.push({ podClass, spelling, name: `${pod.metadata.namespace}/${pod.metadata.name}` });
  }
  const isMoving = ({ podClass }: ListedPods): number => Number(podClass.fromNode !== undefined);
  taken.sort((a, b) => isMoving(a) - isMoving(b) || compareNames(a.name, b.name));
  return { listed: taken, ignored };
}

/** One listed class for each distinct spelling. */
export const distinctPods = (listed: readonly ListedPods[]): readonly ListedPods[] => [
  ...new Map(listed.toReversed().map((pods) => [pods.spelling, pods])).values(),
];

/** Compiles listed pods, alike ones once: of terms that count as the same, the first one's details hold. */
export function compilePods(listed: readonly ListedPods[], context: PodContext): readonly PendingPods[] {
  const shapes = new Map<string, PodShape>();
  return listed.map(({ podClass, spelling }) => {
    const shape = shapes.get(spelling) ?? new PodShape(podClass.pod, context);
    shapes.set(spelling, shape);
    shape.waiting += podClass.count;
    return { podClass, shape };
  });
}
