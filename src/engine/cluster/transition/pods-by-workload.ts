import type { PodGroup } from '../disruption/cluster/pod-group.ts';

/** Workload → its pods among these groups, without those of DaemonSets. */
export function podsByWorkload(groups: Iterable<PodGroup>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { workload, count, isDaemon } of groups)
    if (!isDaemon) counts.set(workload, (counts.get(workload) ?? 0) + count);
  return counts;
}

/** All pods of some groups. */
export const sizeOfGroups = (groups: readonly PodGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);
