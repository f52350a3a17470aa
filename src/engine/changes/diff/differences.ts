import { canonical } from '../../manifest/canonical.ts';
import { isObject, type Mapping, type Path, type Value } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { ownValue } from '../../text/own-value.ts';
import { isSameValue, isScalar } from './typed-equality.ts';

/** A path at which two values differ; a missing side is undefined. */
export interface Difference {
  /** The path in head, or in base if head does not have it. */
  readonly path: Path;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** The fields that identify an item of a list, so that items are paired regardless of their order. */
const itemKeys: Readonly<Record<string, readonly string[]>> = {
  requirements: ['key', 'operator'],
  taints: ['key', 'effect'],
  startupTaints: ['key', 'effect'],
  blockDeviceMappings: ['deviceName'],
  containers: ['name'],
  initContainers: ['name'],
  volumes: ['name'],
  topologySpreadConstraints: ['topologyKey'],
  metrics: ['type'],
  triggers: ['type'],
  volumeClaimTemplates: ['metadata.name'],
};

/** Fields whose keys matter on their own, even if all of them are new or gone. */
const keyedFields: ReadonlySet<string> = new Set(['metadata', 'labels', 'annotations']);

/** Every path at which two objects differ in meaning, sorted by field name. */
export function differences(before: Value | undefined, after: Value | undefined, path: Path = []): Difference[] {
  if (isSameValue(path, before, after)) return [];
  const [base, head] = keyedFields.has(String(path.at(-1))) ? [before ?? {}, after ?? {}] : [before, after];
  if (isObject(base) && isObject(head)) return fieldDifferences(base, head, path);
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, path);
  return [{ path, before, after }];
}

function fieldDifferences(before: Mapping, after: Mapping, path: Path): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => differences(before[name], after[name], [...path, name]));
}

function listDifferences(before: readonly Value[], after: readonly Value[], path: Path): Difference[] {
  const keys = ownValue(itemKeys, String(path.at(-1)));
  const [base, head] = [keyed(before, keys), keyed(after, keys)];
  if (base && head && !mayBeOtherItems(base, head)) return keyedDifferences(base, head, path);
  if (isSameSet(before, after)) return [];
  return (path.includes('affinity') && itemDifferences(before, after, path)) || [{ path, before, after }];
}

/** What differs within the only item of a list of terms that changes; undefined if several do, or one is added or removed. */
function itemDifferences(before: readonly Value[], after: readonly Value[], path: Path): Difference[] | undefined {
  const [old, now] = [before.map(canonical), after.map(canonical)];
  const [gone, ...othersGone] = before.filter((_, i) => !now.includes(old[i]!));
  const [added, ...othersAdded] = after.flatMap((value, i) => {
    if (old.includes(now[i]!)) return [];
    return [{ value, index: i }];
  });
  const isOne = before.length === after.length && othersGone.length + othersAdded.length === 0;
  if (!isOne || !isObject(gone) || !isObject(added?.value)) return undefined;

  const at = [...path, added.index];
  // An expression is read as a whole: its values mean nothing without its key.
  if (isScalar(gone.key)) return [{ path: at, before: gone, after: added.value }];

  return differences(gone, added.value, at);
}

type Keyed = ReadonlyMap<string, { readonly index: number; readonly value: Value }>;

/** Items by their identifying fields; undefined if two share them or one has none. */
function keyed(items: readonly Value[], keys: readonly string[] | undefined): Keyed | undefined {
  if (!keys) return undefined;
  const named = new Map(items.map((value, index) => [nameOf(value, keys), { index, value }]));
  if (named.size === items.length && !named.has(undefined)) return named as Keyed;
  return undefined;
}

/** Whether a placeholder may turn the name of an item into that of an item of the other side. */
function mayBeOtherItems(before: Keyed, after: Keyed): boolean {
  const [removed, added] = [
    [...before.keys()].filter((name) => !after.has(name)),
    [...after.keys()].filter((name) => !before.has(name)),
  ];
  const isOpen = [...removed, ...added].some((name) => holdsPlaceholder(JSON.parse(name)));
  return isOpen && removed.length > 0 && added.length > 0;
}

function nameOf(item: Value, keys: readonly string[]): string | undefined {
  const values = keys.map((key) => valueAt(item, key) ?? null);
  if (!isObject(item) || values.every((value) => !isScalar(value) || value === null)) return undefined;
  return JSON.stringify(values);
}

/** The value of a key, such as `metadata.name`. */
const valueAt = (item: Value, key: string): Value | undefined =>
  key.split('.').reduce<Value | undefined>((value, step) => {
    if (isObject(value)) return value[step];
    return undefined;
  }, item);

function keyedDifferences(before: Keyed, after: Keyed, path: Path): Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    const [base, head] = [before.get(name), after.get(name)];
    return differences(base?.value, head?.value, [...path, (head ?? base)!.index]);
  });
}

/** Karpenter treats lists of values and selector terms as sets, so their order has no meaning. */
function isSameSet(before: readonly Value[], after: readonly Value[]): boolean {
  const [base, head] = [before, after].map((items) => items.map(canonical).sort());
  return base!.length === head!.length && base!.every((item, i) => item === head![i]);
}
