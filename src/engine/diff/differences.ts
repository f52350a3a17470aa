import { isObject, type Path, type Value } from '../manifest/manifest.ts';
import { canonical, isSameValue, isScalar } from './typed-equality.ts';

/** A place where two values differ; a missing side is undefined. */
export interface Difference {
  /** In head where head has it, else in base. */
  readonly path: Path;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

type Fields = Readonly<Record<string, Value>>;

/** What names an item of a list, so that items are paired whatever their order. */
const itemKeys: Readonly<Record<string, readonly string[]>> = {
  requirements: ['key', 'operator'],
  taints: ['key', 'effect'],
  startupTaints: ['key', 'effect'],
  blockDeviceMappings: ['deviceName'],
  containers: ['name'],
  initContainers: ['name'],
  volumes: ['name'],
  metrics: ['type'],
  triggers: ['type'],
};

/** Every place where two objects differ in meaning, in the order of the fields' names. */
export function differences(before: Value | undefined, after: Value | undefined, path: Path = []): Difference[] {
  if (isSameValue(path, before, after)) return [];
  if (isObject(before) && isObject(after)) return fieldDifferences(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, path);
  return [{ path, before, after }];
}

function fieldDifferences(before: Fields, after: Fields, path: Path): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => differences(before[name], after[name], [...path, name]));
}

function listDifferences(before: readonly Value[], after: readonly Value[], path: Path): Difference[] {
  const keys = itemKeys[String(path.at(-1))];
  const [left, right] = [keyed(before, keys), keyed(after, keys)];
  if (left && right) return keyedDifferences(left, right, path);
  return isSameSet(before, after) ? [] : [{ path, before, after }];
}

type Keyed = ReadonlyMap<string, { readonly index: number; readonly value: Value }>;

/** Items by what names them; undefined when two share a name or one has none. */
function keyed(items: readonly Value[], keys: readonly string[] | undefined): Keyed | undefined {
  if (!keys) return undefined;
  const named = new Map(items.map((value, index) => [nameOf(value, keys), { index, value }]));
  return named.size === items.length && !named.has(undefined) ? (named as Keyed) : undefined;
}

const nameOf = (item: Value, keys: readonly string[]): string | undefined =>
  isObject(item) && keys.some((key) => isScalar(item[key]) && item[key] !== null)
    ? JSON.stringify(keys.map((key) => item[key] ?? null))
    : undefined;

function keyedDifferences(before: Keyed, after: Keyed, path: Path): Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    const [left, right] = [before.get(name), after.get(name)];
    return differences(left?.value, right?.value, [...path, (right ?? left)!.index]);
  });
}

/** Karpenter takes lists of values and selector terms as sets: their order changes nothing. */
function isSameSet(before: readonly Value[], after: readonly Value[]): boolean {
  const [left, right] = [before, after].map((items) => items.map(canonical).sort());
  return left!.length === right!.length && left!.every((item, i) => item === right![i]);
}
