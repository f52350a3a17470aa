import { compareNames } from '../../../text/name-order.ts';
import type { IgnoredPod } from '../input/results.ts';
import type { PodClass, SchedulerInput } from '../input/scheduler-input.ts';
import { type PodContext, PodShape, shapeKey } from './pod-shape.ts';
import { ignoredBecause } from './pod-validation.ts';
import type { PendingPods } from './scheduling-queue.ts';

/** The pods of one class, with a text that is the same for equal pods. */
interface ListedPods {
  readonly podClass: PodClass;
  readonly spelling: string;
}

/**
 * The pods that Karpenter schedules, in its order (pending ones by name, then those of nodes being removed), and those it
 * ignores.
 */
export function listPods({ podClasses, volumeClaims }: SchedulerInput): {
  listed: readonly ListedPods[];
  ignored: readonly IgnoredPod[];
} {
  const ignored: IgnoredPod[] = [];
  const reasons = new Map<string, string | undefined>();
  const taken: (ListedPods & { readonly name: string })[] = [];

  for (const podClass of podClasses) {
    const { pod, workload, count, fromNode, isVirtual = false } = podClass;
    const spelling = shapeKey(pod);
    if (!reasons.has(spelling)) reasons.set(spelling, ignoredBecause(pod, volumeClaims));

    // Pods of nodes being removed are not validated, because they have run before. Neither are those of CapacityBuffers.
    const reason = fromNode === undefined && !isVirtual ? reasons.get(spelling) : undefined;
    if (reason !== undefined) ignored.push({ workload, count, reason });
    else if (count > 0) taken.push({ podClass, spelling, name: `${pod.metadata.namespace}/${pod.metadata.name}` });
  }

  const isMoving = ({ podClass }: ListedPods): number => Number(podClass.fromNode !== undefined);
  taken.sort((a, b) => isMoving(a) - isMoving(b) || compareNames(a.name, b.name));

  return { listed: taken, ignored };
}

/** One class for each distinct text. */
export const distinctPods = (listed: readonly ListedPods[]): readonly ListedPods[] => [
  ...new Map(listed.toReversed().map((pods) => [pods.spelling, pods])).values(),
];

/** Compiles pods, equal ones only once. Of topology terms that count as equal, the details of the first one apply. */
export function compilePods(listed: readonly ListedPods[], context: PodContext): readonly PendingPods[] {
  const shapes = new Map<string, PodShape>();
  return listed.map(({ podClass, spelling }) => {
    const shape = shapes.get(spelling) ?? new PodShape(podClass.pod, context);
    shapes.set(spelling, shape);
    shape.waiting += podClass.count;
    return { podClass, shape };
  });
}
