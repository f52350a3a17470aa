import type { NodeSelectorTerm, PodSpec } from '../../api/pod.ts';
import type { Workload, Workloads } from './workloads.ts';

/**
 * Leaves out the workloads that ask for nodes which the provider runs beside Karpenter's, by one of their labels, where no node or
 * NodePool that is known has it: their nodes are there, and nothing here shows them.
 */
export function withoutForeignNodePods(
  workloads: Workloads,
  foreignLabels: readonly string[],
  isKnown: (label: string) => boolean,
): Workloads {
  const unknown = foreignLabels.filter((label) => !isKnown(label));
  const isElsewhere = ({ spec }: Workload): boolean => unknown.some((label) => demands(spec, label));
  const elsewhere = workloads.workloads.filter(isElsewhere);
  if (elsewhere.length === 0) return workloads;
  return {
    ...workloads,
    workloads: workloads.workloads.filter((workload) => !isElsewhere(workload)),
    uncounted: [
      ...workloads.uncounted,
      ...elsewhere.map(({ manifest }) => ({ manifest, why: 'managed-group' }) as const),
    ],
  };
}

/** Whether no node without a label will do. */
function demands({ nodeSelector = {}, affinity }: PodSpec, label: string): boolean {
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return Object.hasOwn(nodeSelector, label) || (terms.length > 0 && terms.every((term) => asksFor(term, label)));
}

const asksFor = ({ matchExpressions = [] }: NodeSelectorTerm, label: string): boolean =>
  matchExpressions.some(({ key, operator }) => key === label && !['NotIn', 'DoesNotExist'].includes(operator));
