import type { IgnoredPod, Results } from '../input/results.ts';

/** Pods that Karpenter ignores, one entry for each workload: how many, and the reason for the first of them. */
export function ignoredByWorkload({ ignored }: Results): readonly IgnoredPod[] {
  const byWorkload = new Map<string, IgnoredPod>();
  for (const { workload, count, reason } of ignored) {
    const known = byWorkload.get(workload);
    byWorkload.set(workload, { workload, count: (known?.count ?? 0) + count, reason: known?.reason ?? reason });
  }
  return [...byWorkload.values()];
}
