import { canonical } from '../../../manifest/canonical.ts';
import { isObject, type Mapping, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { mayBeSameText } from './placeholder-texts.ts';

/** Whether two values that differ may turn out to be equal once their placeholders are filled in. */
export function mayBeSameValue(base: Value | undefined, head: Value | undefined): boolean {
  if (typeof base === 'string' && typeof head === 'string') return mayBeSameText(base, head);
  if (Array.isArray(base) && Array.isArray(head)) return mayBeSameList(base, head);
  if (isObject(base) && isObject(head)) return mayBeSameMapping(base, head);
  // A template can render a number, a mapping or a list.
  return base === head || (base !== undefined && head !== undefined && (isTemplate(base) || isTemplate(head)));
}

const isTemplate = (value: Value): boolean => typeof value === 'string' && hasPlaceholder(value);

/** The order of a list has no meaning. A literal item that only one side has needs a placeholder on the other side. */
function mayBeSameList(base: readonly Value[], head: readonly Value[]): boolean {
  if (base.length !== head.length) return false;
  const baseItems = withoutItems(base, head);
  return canBePaired(baseItems, withoutItems(head, base));
}

/** The items that are not in another list, as often as they are in it. */
function withoutItems(items: readonly Value[], others: readonly Value[]): readonly Value[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(canonical(other), (counts.get(canonical(other)) ?? 0) + 1);

  return items.filter((item) => {
    const count = counts.get(canonical(item)) ?? 0;
    counts.set(canonical(item), count - 1);
    return count <= 0;
  });
}

/** Longer lists are not paired, so that the work stays bounded. */
const maxPairs = 50;

/** Whether each item of one list may be a different item of the other one, which is as long: a matching by augmenting paths. */
function canBePaired(base: readonly Value[], head: readonly Value[]): boolean {
  if (base.length > maxPairs) return true;

  const partner = new Map<number, number>();

  const assign = (from: number, tried: Set<number>): boolean =>
    head.some((item, to) => {
      if (tried.has(to) || !mayBeSameValue(base[from], item)) return false;
      tried.add(to);
      const before = partner.get(to);
      if (before !== undefined && !assign(before, tried)) return false;
      partner.set(to, from);
      return true;
    });

  return base.every((_, from) => assign(from, new Set()));
}

/** The same for mappings: the entries of both sides have the same keys, or keys that placeholders may turn into each other. */
function mayBeSameMapping(base: Mapping, head: Mapping): boolean {
  const [baseEntries, headEntries] = [Object.entries(base), Object.entries(head)];
  if (baseEntries.length !== headEntries.length) return false;

  const isShared = ([key, value]: readonly [string, Value], other: Mapping): boolean =>
    !Object.hasOwn(other, key) || mayBeSameValue(value, other[key]);
  if (!baseEntries.every((entry) => isShared(entry, head))) return false;

  const only = (entries: readonly (readonly [string, Value])[], other: Mapping): Value[] =>
    entries.flatMap(([key, value]) => {
      if (Object.hasOwn(other, key)) return [];
      return [[key, value]];
    });

  const [added, removed] = [only(baseEntries, head), only(headEntries, base)];

  return canBePaired(added, removed);
}
