import type { Pod } from '../../../../karpenter/api/pod.ts';
import type { Manifest } from '../../../../manifest/model/manifest.ts';
import { podOf } from '../workload-pods.ts';
import type { Workload, Workloads } from '../workloads.ts';

/** Who runs or holds pods in place of kube-scheduler and Karpenter. */
interface OtherScheduler {
  /** `cloud`: machines of the cloud, such as Fargate. `scheduler`: another scheduler. `gates`: nobody yet. */
  readonly why: 'cloud' | 'scheduler' | 'gates';
  /** Its name, or the names of the gates. */
  readonly name: string;
}

const usualScheduler = 'default-scheduler';

/** Who takes a pod away from Karpenter by what is written in it; undefined if nobody does. */
function otherSchedulerOf({ spec }: Pod): OtherScheduler | undefined {
  const gates = spec.schedulingGates ?? [];
  if (gates.length > 0) return { why: 'gates', name: gates.map(({ name }) => name).join(', ') };
  const { schedulerName = usualScheduler } = spec;
  if (schedulerName === usualScheduler) return undefined;
  return { why: 'scheduler', name: schedulerName };
}

/**
 * Leaves out the workloads whose pods Karpenter launches no nodes for: the cloud runs them itself, another scheduler places them, or a gate
 * keeps them from being scheduled. `takenBy` names what of the cloud runs a pod.
 */
export function withoutOtherSchedulers(
  all: Workloads,
  takenBy: ((pod: Pod) => string | undefined) | undefined,
): Workloads {
  const others = all.workloads.flatMap((workload): [Workload, OtherScheduler][] => {
    const pod = podOf(workload, 0);
    const taker = takenBy?.(pod);
    const other = taker === undefined ? otherSchedulerOf(pod) : ({ why: 'cloud', name: taker } as const);
    if (other === undefined) return [];
    return [[workload, other]];
  });

  if (others.length === 0) return all;

  const taken = new Map(others);

  return {
    ...all,
    workloads: all.workloads.filter((workload) => !taken.has(workload)),
    uncounted: [
      ...all.uncounted,
      ...others.map(([workload, { why, name }]) => ({
        manifest: workload.manifest as Manifest,
        why,
        workload,
        by: name,
      })),
    ],
  };
}
