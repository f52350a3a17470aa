import { labelKeyProblems, labelValueProblems } from '../../../karpenter/api/label-syntax.ts';
import { isRestrictedLabel, label } from '../../../karpenter/api/labels.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import type { Taint } from '../../../karpenter/api/pod.ts';
import { requirementProblems } from '../../../karpenter/api/requirement-validation.ts';

const effects = new Set(['NoSchedule', 'PreferNoSchedule', 'NoExecute', '']);

function labelFault([key, value]: [string, string]): string | undefined {
  if (key === label.nodePool || isRestrictedLabel(key)) return `invalid key name "${key}" in labels, restricted`;
  const [ofKey] = labelKeyProblems(key);
  const [ofValue] = labelValueProblems(value);
  if (ofKey !== undefined) return `invalid key name "${key}" in labels, "${ofKey}"`;
  if (ofValue === undefined) return undefined;
  return `invalid value: ${value} for label[${key}], ${ofValue}`;
}

function taintFault(taint: Taint): string | undefined {
  const [problem] = [...labelKeyProblems(taint.key), ...(taint.value ? labelKeyProblems(taint.value) : [])];
  if (problem !== undefined) return `invalid value: ${problem} in taints`;
  if (effects.has(taint.effect)) return undefined;
  return `invalid value: "${taint.effect}" in taints`;
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
    const problem = fault(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

const requirementFault = ({ spec }: NodePool): string | undefined => {
  const requirements = spec.template.spec.requirements ?? [];
  const wrong = first(requirements, (requirement) => requirementProblems(requirement)[0]);
  if (wrong !== undefined) return `invalid value: ${wrong} in requirements, restricted`;
  if (requirements.some(({ key }) => key === label.nodePool)) return `invalid key: "${label.nodePool}" in requirements`;

  return undefined;
};

/**
 * Why the controller marks a NodePool as not ready, in Karpenter's words; undefined if the NodePool is valid.
 * Source: pkg/apis/v1/nodepool_validation.go, RuntimeValidate.
 */
export function nodePoolFault(nodePool: NodePool): string | undefined {
  const { metadata, spec } = nodePool.spec.template;
  const taints = [...(spec.taints ?? []), ...(spec.startupTaints ?? [])];

  return (
    requirementFault(nodePool) ??
    first(Object.entries(metadata?.labels ?? {}), labelFault) ??
    first(taints, taintFault) ??
    duplicateTaint(taints)
  );
}

/**
 * A NodePool without the labels and taints that make it invalid. They do not decide what it launches. Undefined if it is invalid because of
 * its requirements: nobody knows what they should be.
 */
export function withoutFaults(nodePool: NodePool): NodePool | undefined {
  if (requirementFault(nodePool) !== undefined) return undefined;

  const { template } = nodePool.spec;
  const labels = Object.entries(template.metadata?.labels ?? {}).filter((entry) => labelFault(entry) === undefined);
  const { taints: _, startupTaints: __, ...spec } = template.spec;

  return {
    ...nodePool,
    spec: {
      ...nodePool.spec,
      template: { ...template, metadata: { ...template.metadata, labels: Object.fromEntries(labels) }, spec },
    },
  };
}
