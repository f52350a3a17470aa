import {
  isRestrictedLabel,
  label,
  normalizeLabel,
  restrictedLabelDomains,
  wellKnownLabels,
  wellKnownValues,
} from '../api/labels.ts';
import type { NodeSelectorRequirement, NodeSelectorTerm, Pod } from '../api/pod.ts';
import { podConstraints, podRequirements } from './pod-constraints.ts';
import type { SchedulerInput } from './scheduler-input.ts';
import { claimName } from './volumes.ts';

const operators: ReadonlySet<string> = new Set(['In', 'NotIn', 'Gt', 'Lt', 'Gte', 'Lte', 'Exists', 'DoesNotExist']);
const bounds: ReadonlySet<string> = new Set(['Gt', 'Lt', 'Gte', 'Lte']);
const qualifiedName =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const labelValue = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

/**
 * Why Karpenter does not look at a pod at all, in its words, or undefined.
 * Source: core pkg/controllers/provisioning/provisioner.go Validate.
 */
export function ignoredBecause(pod: Pod, claims: SchedulerInput['volumeClaims']): string | undefined {
  const reasons = [...ownController(pod), ...nodeSelector(pod), ...nodeAffinity(pod), ...volumes(pod, claims)];
  return reasons.length === 0 ? undefined : reasons.join('; ');
}

function ownController(pod: Pod): string[] {
  const isAvoided = podRequirements(podConstraints(pod.spec)).get(label.nodePool).operator === 'DoesNotExist';
  const requirement = `requirement=${label.nodePool} DoesNotExist`;
  return isAvoided ? [`configured to not run on a Karpenter provisioned node (${requirement})`] : [];
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
  ...(matchExpressions ?? []).flatMap(requirementProblems),
];

/** Source: core pkg/apis/v1/nodeclaim_validation.go ValidateRequirement. */
function requirementProblems(requirement: NodeSelectorRequirement): string[] {
  const { operator, values = [] } = requirement;
  const key = normalizeLabel(requirement.key);
  const problems: string[] = [];
  if (!operators.has(operator))
    problems.push(`key ${key} has an unsupported operator ${operator} not in [${[...operators].join(' ')}]`);
  if (isRestrictedLabel(key)) problems.push(restricted(key));
  problems.push(...unknownValues(key, operator, values));
  if (!qualifiedName.test(key)) problems.push(`key ${key} is not a qualified name`);
  for (const value of values) if (!labelValue.test(value)) problems.push(`invalid value ${value} for key ${key}`);
  if (operator === 'In' && values.length === 0) problems.push(`key ${key} with operator In must have a value defined`);
  if (bounds.has(operator) && !(values.length === 1 && /^\+?\d+$/.test(values[0]!)))
    problems.push(`key ${key} with operator ${operator} must have a single positive integer value`);
  return problems;
}

function restricted(key: string): string {
  const known = [...wellKnownLabels].sort().join(' ');
  const domains = [...restrictedLabelDomains].sort().join(' ');
  return (
    `using label ${key} is not allowed as it might interfere with the internal provisioning logic; ` +
    `specify a well known label: [${known}], or a custom label that does not use a restricted domain: [${domains}]`
  );
}

function unknownValues(key: string, operator: string, values: readonly string[]): string[] {
  const known = operator === 'In' ? wellKnownValues.get(key) : undefined;
  if (known === undefined || values.some((value) => known.has(value))) return [];
  const list = `[${values.join(' ')}]`;
  return [
    `no valid values found in ${list} for ${key}, expected one of: [${[...known].sort().join(' ')}], got: ${list}`,
  ];
}

/** The first claim that can not be used. */
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
