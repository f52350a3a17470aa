import { label } from '../../../karpenter/api/labels.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import { asList, isObject, type Manifest, type Value } from '../../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { quoted } from '../../../text/words/quoted-names.ts';

/** Labels whose values Karpenter's providers define, so that no newer instance type has another one (core pkg/apis/v1/labels.go, corev1 labels of nodes). */
const closedLabels: ReadonlyMap<string, readonly string[]> = new Map([
  [label.arch, ['amd64', 'arm64']],
  [label.os, ['linux', 'windows']],
  [label.capacityType, ['on-demand', 'spot', 'reserved']],
]);

/** Why it is unknown whether a NodePool had nodes before the change: no instance type satisfies one of its requirements. Undefined if nothing speaks against it. */
export function doubtAboutPool(base: Manifest): string | undefined {
  const requirements = base.get(['spec', 'template', 'spec', 'requirements']);
  const impossible = asList(requirements).find(isImpossible);
  if (!isObject(impossible)) return undefined;
  return `before the change, no instance type has a value of ${quoted(String(impossible.key))} that it requires`;
}

function isImpossible(entry: Value): boolean {
  if (!isObject(entry) || holdsPlaceholder(entry) || !Array.isArray(entry.values) || entry.values.length === 0)
    return false;

  const { key, operator, values } = entry;
  const possible = closedLabels.get(Requirement.from({ key: String(key), operator: 'Exists' }).key);
  return operator === 'In' && possible !== undefined && !values.some((value) => possible.includes(String(value)));
}
