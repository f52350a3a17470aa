import { karpenterNodeLabels } from '../../../karpenter/api/labels.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import type { IgnoredPod, Results } from '../input/results.ts';
import { podConstraints } from '../pods/pod-constraints.ts';
import type { Rounds } from '../scheduler/rounds.ts';

/** Pods that Karpenter ignores, one entry for each workload: how many, and the reason for the first of them. */
export function ignoredByWorkload({ ignored }: Results): readonly IgnoredPod[] {
  const byWorkload = new Map<string, IgnoredPod>();
  for (const { workload, count, reason } of ignored) {
    const previous = byWorkload.get(workload);
    byWorkload.set(workload, {
      workload,
      count: (previous?.count ?? 0) + count,
      reason: previous?.reason ?? withoutLists(reason),
    });
  }
  return [...byWorkload.values()];
}

/** Karpenter's message without its lists of all labels and domains. */
const withoutLists = (reason: string): string =>
  reason.replaceAll(/; specify a well known label: \[[^\]]*\], or a custom label [a-z ]{1,60}: \[[^\]]*\]/g, '');

/**
 * The label for which Karpenter ignores a pod that only its nodes can run; undefined if there is none, so that others may run the pod.
 * Each of the alternatives in the affinity must require one.
 */
export function labelOfKarpenterNodes({ spec }: Pod): string | undefined {
  const { nodeSelector, requiredTerms } = podConstraints(spec);

  const selected = Object.keys(nodeSelector).find((key) => karpenterNodeLabels.has(key));
  if (selected !== undefined) return selected;

  const byTerm = requiredTerms.map(({ matchExpressions = [] }) =>
    matchExpressions.find(
      ({ key, operator }) => karpenterNodeLabels.has(key) && (operator === 'In' || operator === 'Exists'),
    ),
  );

  if (byTerm.includes(undefined)) return undefined;
  return byTerm[0]?.key;
}

/** The pods that Karpenter ignores, that only its nodes can run, and for which these have no room. */
export function ignoredWithoutRoom({ left: pending, results }: Rounds): readonly IgnoredPod[] {
  const waiting = new Map<string, number>();
  for (const [{ pod, workload }, count] of pending)
    if (labelOfKarpenterNodes(pod) !== undefined) waiting.set(workload, (waiting.get(workload) ?? 0) + count);

  return ignoredByWorkload(results).flatMap((pods) => {
    const count = waiting.get(pods.workload) ?? 0;
    if (count === 0) return [];
    return [{ ...pods, count }];
  });
}
