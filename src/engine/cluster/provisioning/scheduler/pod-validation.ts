import { label } from '../../../karpenter/api/labels.ts';
import type { NodeSelectorTerm, Pod } from '../../../karpenter/api/pod.ts';
import { requirementProblems } from '../../../karpenter/api/requirement-validation.ts';
import type { SchedulerInput } from '../input/scheduler-input.ts';
import { podConstraints, podRequirements } from '../pods/pod-constraints.ts';
import { claimName } from '../pods/volumes.ts';

/**
 * Why Karpenter ignores a pod, in its words; undefined if it does not.
 * Source: core pkg/controllers/provisioning/provisioner.go Validate.
 */
export function ignoredBecause(pod: Pod, claims: SchedulerInput['volumeClaims']): string | undefined {
  const reasons = [...ownController(pod), ...nodeSelector(pod), ...nodeAffinity(pod), ...volumes(pod, claims)];
  if (reasons.length === 0) return undefined;
  return reasons.join('; ');
}

function ownController(pod: Pod): string[] {
  const isAvoided = podRequirements(podConstraints(pod.spec)).get(label.nodePool).operator === 'DoesNotExist';
  const requirement = `requirement=${label.nodePool} DoesNotExist`;
  if (isAvoided) return [`configured to not run on a Karpenter provisioned node (${requirement})`];
  return [];
}

const nodeSelector = ({ spec }: Pod): string[] =>
  Object.entries(spec.nodeSelector ?? {}).flatMap(([key, value]) =>
    requirementProblems({ key, operator: 'In', values: [value] }),
  );

const nodeAffinity = ({ spec }: Pod): string[] =>
  (spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []).flatMap(
    termProblems,
  );

const termProblems = ({ matchFields, matchExpressions }: NodeSelectorTerm): string[] => [
  ...(matchFields ? ['node selector term with matchFields is not supported'] : []),
  ...(matchExpressions ?? []).flatMap((requirement) => requirementProblems(requirement)),
];

/** The error of the first claim that cannot be used. */
function volumes(pod: Pod, claims: SchedulerInput['volumeClaims']): string[] {
  for (const volume of pod.spec.volumes ?? []) {
    const name = claimName(pod, volume);
    if (name === undefined) continue;

    const claim = claims.get(`${pod.metadata.namespace}/${name}`);
    const problem = claim === undefined ? missingClaim(name) : claim.error;
    if (problem !== undefined) return [problem];
  }

  return [];
}

const missingClaim = (name: string): string =>
  `getting persistent volume claim, persistentvolumeclaims "${name}" not found (PersistentVolumeClaim=${name})`;
