import { covers } from '../../text/words/covers.ts';
import { asList, asText, isObject, type Mapping, pointerSteps, type Value } from '../model/manifest.ts';
import { meetsConditions } from './pod-conditions.ts';
import type { PatchOperation, PodMatch, PodPatch, PodPolicy } from './pod-policy.ts';

/** What of a pod decides which policies are about it. */
interface PatchedPod {
  readonly name: string;
  readonly namespace: string;
  readonly namespaceLabels: Readonly<Record<string, string>>;
}

/** Whether a policy is about a pod. */
export function concerns({ matches, excludes, conditions }: PodPolicy, pod: Mapping, around: PatchedPod): boolean {
  const holds = (match: PodMatch): boolean => isMatch(match, pod, around);
  return matches.some(holds) && !excludes.some(holds) && meetsConditions(pod, conditions);
}

function isMatch({ namespaces, names, labels, namespaceLabels }: PodMatch, pod: Mapping, around: PatchedPod): boolean {
  const metadata = isObject(pod.metadata) ? pod.metadata : {};
  const podLabels = isObject(metadata.labels) ? metadata.labels : {};

  return (
    (namespaces === undefined || namespaces.some((pattern) => matchesPattern(pattern, around.namespace))) &&
    (names === undefined || names.some((pattern) => matchesPattern(pattern, around.name))) &&
    Object.entries(labels).every(([key, value]) => asText(podLabels[key]) === value) &&
    Object.entries(namespaceLabels).every(([key, value]) => around.namespaceLabels[key] === value)
  );
}

/** Whether a text matches a pattern in which `*` stands for any letters and `?` for one. Bounded by the product of their lengths. */
export const matchesPattern = (pattern: string, text: string): boolean => covers(pattern.slice(0, 256), text);

/** A pod after a patch; undefined if the patch is about a place that the pod does not have. */
export const patched = (pod: Mapping, patch: PodPatch): Mapping | undefined => {
  if (patch.kind === 'merge') return merged(pod, patch.value, []) as Mapping;
  return patch.operations.reduce<Mapping | undefined>(
    (current, operation) => current && applied(current, operation),
    pod,
  );
};

/** Keys by which Kubernetes merges lists. Others are replaced. Source: the patchMergeKey tags of k8s.io/api/core/v1 types.go. */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  volumes: 'name',
  topologySpreadConstraints: 'topologyKey',
};

const anchored = /^([+]?)\((.+)\)$/;

function merged(value: Value | undefined, patch: Value, path: readonly string[]): Value {
  if (!isObject(patch)) {
    if (Array.isArray(patch)) return mergedList(value, patch, path);
    return patch;
  }

  const base: Record<string, Value> = isObject(value) ? { ...value } : {};

  for (const [key, inner] of Object.entries(patch)) {
    const [, sign, name] = anchored.exec(key) ?? [];
    if (sign === '') continue;

    const field = name ?? key;
    if (sign === '+' && base[field] !== undefined) continue;

    base[field] = merged(base[field], inner, [...path, field]);
  }

  return base;
}

function mergedList(value: Value | undefined, patch: readonly Value[], path: readonly string[]): Value {
  const key = mergeKeys[path.at(-1) ?? ''];
  if (key === undefined) return patch;

  let items = [...asList(value)];

  for (const entry of patch) {
    if (!isObject(entry)) continue;

    const isForAll = entry[`(${key})`] !== undefined;
    const isSame = (item: Value): boolean => isForAll || (isObject(item) && item[key] === entry[key]);
    const isThere = items.some(isSame);

    items = items.map((item) => (isSame(item) ? merged(item, entry, []) : item));
    if (!isThere && !isForAll) items.push(merged(undefined, entry, []));
  }

  return items;
}

const applied = (pod: Mapping, { path, value }: PatchOperation): Mapping | undefined => {
  if (value === undefined) return undefined;
  return set(pod, pointerSteps(path), value) as Mapping | undefined;
};

/** The value with another one at a path. `-` adds to a list, also to one that is missing, as Kyverno and `add` with a default do. */
function set(root: Value | undefined, [step, ...rest]: readonly string[], value: Value): Value | undefined {
  if (step === undefined) return value;

  if (step === '-' || Array.isArray(root)) {
    const list = asList(root);
    if (step === '-') return [...list, value];

    const index = Number(step);
    if (!Number.isInteger(index) || index < 0 || index >= list.length) return undefined;

    const inner = set(list[index], rest, value);
    if (inner === undefined) return undefined;
    return list.with(index, inner);
  }

  if (root !== undefined && !isObject(root)) return undefined;

  const inner = set(root?.[step], rest, value);
  if (inner === undefined) return undefined;
  return { ...root, [step]: inner };
}
