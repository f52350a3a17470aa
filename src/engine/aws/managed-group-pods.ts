import type { NodeSelectorTerm, PodSpec } from '../api/pod.ts';
import type { Workload, Workloads } from '../provisioning/pods/workloads.ts';

/** Labels that EKS gives to the nodes of its managed groups, and Karpenter to none. */
const groupLabels: ReadonlySet<string> = new Set([
  'eks.amazonaws.com/capacityType',
  'eks.amazonaws.com/nodegroup',
  'eks.amazonaws.com/nodegroup-image',
  'eks.amazonaws.com/sourceLaunchTemplateId',
  'eks.amazonaws.com/sourceLaunchTemplateVersion',
]);

/**
 * Leaves out the workloads that ask for nodes of an EKS managed node group, where no node or NodePool that is known has such a
 * label: their nodes are there, and nothing here shows them.
 */
export function withoutManagedGroups(workloads: Workloads, isKnown: (label: string) => boolean): Workloads {
  const isElsewhere = ({ spec }: Workload): boolean =>
    [...groupLabels].some((label) => !isKnown(label) && demands(spec, label));
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
