import type { RecordedCase } from '../../../kubeval-wasm/recorded-case.ts';
import { compareNames } from '../../../src/engine/text/name-order.ts';
import { isObject, type Json, type JsonObject, type Steps } from './json.ts';
import { placeOf, type Seeds } from './mutations.ts';

const mostBases = 16;
const mostValues = 400;

/** Objects of recorded cases to start from: the largest accepted objects of each kind, and all values of all fields. */
export function seedsOf(cases: readonly RecordedCase[]): ReadonlyMap<string, Seeds> {
  const byKind = new Map<string, RecordedCase[]>();
  for (const each of cases) {
    if (each.set === 'builtin' || each.format === 'yaml' || !isPlainJson(each.text)) continue;
    const kind = `${each.apiVersion} ${each.kind}`;
    byKind.set(kind, [...(byKind.get(kind) ?? []), each]);
  }
  return new Map([...byKind].map(([kind, group]) => [kind, { bases: bases(group), values: values(group) }]));
}

const isPlainJson = (text: string): boolean => {
  try {
    return isObject(JSON.parse(text)) && text.length < 10_000;
  } catch {
    return false;
  }
};

function bases(cases: readonly RecordedCase[]): JsonObject[] {
  const accepted = cases.filter((each) => each.strict.status < 300 && each.oldText === undefined);
  // Ordered by their fields rather than by length, so that there are many different objects, the richest first.
  const byShape = new Map(accepted.map(({ text }) => [shapeOf(JSON.parse(text)), JSON.parse(text) as JsonObject]));
  return [...byShape]
    .sort(([a], [b]) => b.length - a.length || compareNames(a, b))
    .slice(0, mostBases)
    .map(([, object]) => object);
}

const shapeOf = (value: Json): string => [...new Set(leaves(value).map(([path]) => placeOf(path)))].sort().join('\n');

function values(cases: readonly RecordedCase[]): Map<string, Json[]> {
  const found = new Map<string, Map<string, Json>>();
  for (const { text } of cases) {
    for (const [path, value] of leaves(JSON.parse(text))) {
      const place = placeOf(path);
      const seen = found.get(place) ?? new Map<string, Json>();
      found.set(place, seen);
      const key = JSON.stringify(value);
      if (seen.size < mostValues && key.length < 2_000) seen.set(key, value);
    }
  }
  return new Map([...found].flatMap(([place, seen]) => (seen.size > 0 ? [[place, [...seen.values()]]] : [])));
}

/** All values of an object with their places, including nested ones. */
function leaves(value: Json, path: Steps = []): [Steps, Json][] {
  const own: [Steps, Json][] = path.length > 0 ? [[path, value]] : [];
  if (Array.isArray(value)) return [...own, ...value.flatMap((item, i) => leaves(item, [...path, i]))];
  if (!isObject(value)) return own;
  return [...own, ...Object.entries(value).flatMap(([key, child]) => leaves(child, [...path, key]))];
}
