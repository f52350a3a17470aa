import { label, normalizeLabel } from '../../../karpenter/api/labels.ts';
import type { NodePoolRequirement } from '../../../karpenter/api/node-pool.ts';
import { mayRequireMore, poolRequirementsOf, type RequirementField } from '../../../karpenter/api/pool-fields.ts';
import { requirementProblems } from '../../../karpenter/api/requirement-validation.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import type { FieldChange } from '../../../manifest/change.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { quoted } from '../../../text/words/quoted-names.ts';

/**
 * Labels whose values Karpenter's providers define, so that no newer instance type has another one (core
 * pkg/apis/v1/labels.go, corev1 labels of nodes).
 */
const closedLabels: ReadonlyMap<string, readonly string[]> = new Map([
  [label.arch, ['amd64', 'arm64']],
  [label.os, ['linux', 'windows']],
  [label.capacityType, ['on-demand', 'spot', 'reserved']],
]);

/**
 * Why a NodePool could launch no nodes before the change, as a clause: Karpenter does not accept one of its requirements, or no instance type of any
 * region satisfies them. Undefined if nothing speaks against nodes.
 */
export function doubtAboutPool(
  base: Manifest,
  isMetByNone: (requirements: readonly Requirement[]) => boolean,
): string | undefined {
  const requirements = poolRequirementsOf(base);

  const impossible = requirements.find(isImpossible);
  if (impossible !== undefined)
    return `before the change, no instance type has a value of ${quoted(impossible.key)} that it requires`;

  const invalid = requirements.find((requirement) => isInvalid(base, requirement));
  if (invalid !== undefined)
    return `before the change, Karpenter does not accept its requirement for ${quoted(invalid.key)}`;

  if (mayRequireMore(base)) return undefined;

  const readable = requirements.filter(({ isKnown }) => isKnown).map(writtenRequirement);
  if (!isMetByNone(readable.map(Requirement.from))) return undefined;
  return 'before the change, no instance type meets all of its requirements';
}

const writtenRequirement = ({ key, operator, values }: RequirementField): NodePoolRequirement => ({
  key,
  operator,
  values: values.map(({ text }) => text),
});

/** The effect of a field of a NodePool that could launch no nodes. What it requires of nodes was met by none. */
export const withoutNodes = (field: FieldChange, doubt: string): FieldChange => ({
  ...field,
  effect: 'new-nodes',
  reason: `lets the NodePool launch other nodes: ${doubt}, so nodes of an older definition drift already`,
});

function isImpossible({ key, operator, values, isKnown }: RequirementField): boolean {
  const possible = closedLabels.get(normalizeLabel(key));
  if (!isKnown || operator !== 'In' || values.length === 0) return false;
  return possible !== undefined && !values.some(({ text }) => possible.includes(text));
}

/** Whether Karpenter marks a NodePool as not ready because of a requirement (core pkg/apis/v1/nodepool_validation.go, RuntimeValidate). */
function isInvalid(pool: Manifest, requirement: RequirementField): boolean {
  const { path, isKnown } = requirement;
  if (!isKnown || path[path.length - 2] !== 'requirements') return false;

  const minValues = pool.get([...path, 'minValues']);
  const ofCounts = typeof minValues === 'number' ? { minValues } : {};
  return requirementProblems({ ...writtenRequirement(requirement), ...ofCounts }).length > 0;
}
