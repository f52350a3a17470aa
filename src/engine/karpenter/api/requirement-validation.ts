import { labelKeyProblems, labelValueProblems } from './label-syntax.ts';
import {
  isRestrictedLabel,
  normalizeLabel,
  restrictedLabelDomains,
  wellKnownLabels,
  wellKnownValues,
} from './labels.ts';
import type { NodePoolRequirement } from './node-pool.ts';

const operators: ReadonlySet<string> = new Set(['In', 'NotIn', 'Gt', 'Lt', 'Gte', 'Lte', 'Exists', 'DoesNotExist']);
const bounds: ReadonlySet<string> = new Set(['Gt', 'Lt', 'Gte', 'Lte']);

/**
 * Karpenter's own messages about an invalid requirement of a pod or a NodePool.
 * Source: core pkg/apis/v1/nodeclaim_validation.go ValidateRequirement.
 */
export function requirementProblems(requirement: NodePoolRequirement): string[] {
  const { operator, values = [], minValues = 0 } = requirement;
  const key = normalizeLabel(requirement.key);
  const problems: string[] = [];
  if (!operators.has(operator))
    problems.push(`key ${key} has an unsupported operator ${operator} not in [${[...operators].join(' ')}]`);
  if (isRestrictedLabel(key)) problems.push(restricted(key));
  problems.push(...unknownValues(key, requirement));
  for (const problem of labelKeyProblems(key)) problems.push(`key ${key} is not a qualified name, ${problem}`);
  for (const value of values)
    for (const problem of labelValueProblems(value)) problems.push(`invalid value ${value} for key ${key}, ${problem}`);
  if (operator === 'In' && values.length === 0) problems.push(`key ${key} with operator In must have a value defined`);

  if (operator === 'In' && values.length < minValues)
    problems.push(
      `key ${key} with operator ${operator} must have at least minimum number of values defined in 'values' field`,
    );

  if (bounds.has(operator) && !(values.length === 1 && /^\+?\d+$/.test(values[0]!)))
    problems.push(`key ${key} with operator ${operator} must have a single positive integer value`);

  return problems;
}

function restricted(key: string): string {
  const labels = [...wellKnownLabels].sort().join(' ');
  const domains = [...restrictedLabelDomains].sort().join(' ');
  return (
    `using label ${key} is not allowed as it might interfere with the internal provisioning logic; ` +
    `specify a well known label: [${labels}], or a custom label that does not use a restricted domain: [${domains}]`
  );
}

function unknownValues(key: string, { operator, values = [], minValues = 0 }: NodePoolRequirement): string[] {
  const allowed = operator === 'In' ? wellKnownValues.get(key) : undefined;
  const valid = values.filter((value) => allowed?.has(value));
  const list = `[${values.join(' ')}]`;
  const all = `[${[...(allowed ?? [])].sort().join(' ')}]`;

  if (allowed === undefined || (valid.length > 0 && valid.length >= minValues)) return [];
  if (valid.length === 0) return [`no valid values found in ${list} for ${key}, expected one of: ${all}, got: ${list}`];

  return [
    `not enough valid values found in ${list} for ${key}, expected at least ${minValues} valid values from: ${all}, got: ${valid.length}`,
  ];
}
