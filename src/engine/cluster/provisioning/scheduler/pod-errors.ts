import { groupBy } from '../../../text/group-by.ts';
import { compareNames } from '../../../text/name-order.ts';
import type { PodError } from '../input/results.ts';
import type { PodClass } from '../input/scheduler-input.ts';

/** Pods of one class that could not be placed, with the reasons for each NodePool. */
export interface PodFailure {
  readonly podClass: PodClass;
  readonly count: number;
  readonly reasons: PodError['reasons'];
}

/** Pods of CapacityBuffers do not exist, so it is not an error if they find no node. */
const isReal = ({ podClass }: PodFailure): boolean => podClass.isVirtual !== true;

/** One error for each workload, with all reasons if its pods fail for different ones. */
export function podErrors(failures: readonly PodFailure[]): readonly PodError[] {
  return [...groupBy(failures.filter(isReal), ({ podClass }) => podClass.workload)]
    .sort(([a], [b]) => compareNames(a, b))
    .map(([workload, group]) => {
      const messages = [...new Set(group.map(({ reasons }) => reasons.map(({ reason }) => reason).join('; ')))].sort();
      const reasons = new Map(
        group.flatMap((failure) => failure.reasons).map((entry) => [JSON.stringify(entry), entry]),
      );
      return {
        workload,
        count: group.reduce((sum, { count }) => sum + count, 0),
        message: messages[0]!,
        messages,
        reasons: [...reasons.values()],
      };
    });
}

/** The number of pods by workload. */
export function countsByWorkload(pods: ReadonlyMap<PodClass, number>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [{ workload }, count] of pods) counts.set(workload, (counts.get(workload) ?? 0) + count);
  return new Map([...counts].sort(([a], [b]) => compareNames(a, b)));
}
