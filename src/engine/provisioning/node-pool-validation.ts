import { isRestrictedLabel, label, normalizeLabel, wellKnownValues } from '../api/labels.ts';
import type { NodePool, NodePoolRequirement } from '../api/node-pool.ts';
import type { Taint } from '../api/pod.ts';

const operators = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Gte', 'Lte']);
const comparing = new Set(['Gt', 'Lt', 'Gte', 'Lte']);
const effects = new Set(['NoSchedule', 'PreferNoSchedule', 'NoExecute', '']);

const namePart = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const subdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

function isQualifiedName(text: string): boolean {
  const parts = text.split('/');
  const [prefix, name] = parts.length === 1 ? [undefined, text] : [parts[0]!, parts[1]!];
  if (parts.length > 2 || name.length > 63 || !namePart.test(name)) return false;
  return prefix === undefined || (prefix.length <= 253 && subdomain.test(prefix));
}

const isLabelValue = (value: string): boolean => value === '' || (value.length <= 63 && namePart.test(value));

/** Why the controller does not accept a requirement, in its words; undefined when it does. Source: pkg/apis/v1/nodeclaim_validation.go. */
export function requirementFault(requirement: NodePoolRequirement): string | undefined {
  const { operator, values = [], minValues } = requirement;
  const key = normalizeLabel(requirement.key);
  if (!operators.has(operator)) return `key ${key} has an unsupported operator ${operator}`;
  if (isRestrictedLabel(key)) return `label ${key} is restricted`;
  const known = operator === 'In' ? wellKnownValues.get(key) : undefined;
  const valid = known && values.filter((value) => known.has(value));
  if (valid?.length === 0) return `no valid values found in [${values.join(' ')}] for ${key}`;
  if (valid && valid.length < (minValues ?? 0))
    return `not enough valid values found in [${values.join(' ')}] for ${key}`;
  if (!isQualifiedName(key)) return `key ${key} is not a qualified name`;
  const bad = values.find((value) => !isLabelValue(value));
  if (bad !== undefined) return `invalid value ${bad} for key ${key}`;
  if (operator === 'In' && values.length === 0) return `key ${key} with operator In must have a value defined`;
  if (operator === 'In' && values.length < (minValues ?? 0))
    return `key ${key} with operator In must have at least minimum number of values defined in 'values' field`;
  if (comparing.has(operator) && !(values.length === 1 && /^\+?\d+$/.test(values[0]!)))
    return `key ${key} with operator ${operator} must have a single positive integer value`;
  return undefined;
}

function labelFault([key, value]: [string, string]): string | undefined {
  if (key === label.nodePool || isRestrictedLabel(key) || !isQualifiedName(key))
    return `invalid key name "${key}" in labels`;
  return isLabelValue(value) ? undefined : `invalid value: ${value} for label[${key}]`;
}

function taintFault(taint: Taint): string | undefined {
  if (!isQualifiedName(taint.key)) return `invalid value: ${taint.key} in taints`;
  if (taint.value && !isQualifiedName(taint.value)) return `invalid value: ${taint.value} in taints`;
  return effects.has(taint.effect) ? undefined : `invalid value: "${taint.effect}" in taints`;
}

function duplicateTaint(taints: readonly Taint[]): string | undefined {
  const seen = new Set<string>();
  for (const { key, effect } of taints) {
    if (seen.has(`${key}=${effect}`)) return `duplicate taint Key/Effect pair ${key}=${effect}`;
    seen.add(`${key}=${effect}`);
  }
  return undefined;
}

const first = <T>(items: readonly T[], fault: (item: T) => string | undefined): string | undefined => {
  for (const item of items) {
    const found = fault(item);
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * Why the controller sets a NodePool to not ready, in its words; undefined when it is valid.
 * Source: pkg/apis/v1/nodepool_validation.go, RuntimeValidate.
 */
export function nodePoolFault(nodePool: NodePool): string | undefined {
  const { metadata, spec } = nodePool.spec.template;
  const taints = [...(spec.taints ?? []), ...(spec.startupTaints ?? [])];
  const requirements = spec.requirements ?? [];
  const wrong = first(requirements, requirementFault);
  if (wrong !== undefined) return `invalid value: ${wrong} in requirements, restricted`;
  if (requirements.some(({ key }) => key === label.nodePool)) return `invalid key: "${label.nodePool}" in requirements`;
  return (
    first(Object.entries(metadata?.labels ?? {}), labelFault) ?? first(taints, taintFault) ?? duplicateTaint(taints)
  );
}
