import type { Pod } from '../../../karpenter/api/pod.ts';

const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';

/** The disruption cost of a node without pods. */
export const perNodeCost = 1;

/** The cost of evicting a pod, from -10 to 10; 1 for an ordinary pod. Source: core pkg/utils/disruption/disruption.go. */
export function evictionCost({ metadata, spec }: Pod): number {
  const written = metadata.annotations?.[deletionCost] ?? '';
  const podDeletionCost = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(written) ? Number(written) : 0;
  const cost = 1 + podDeletionCost / 2 ** 27 + (spec.priority ?? 0) / 2 ** 25;
  return Math.min(10, Math.max(-10, cost));
}
