import { groupOf, type Manifest } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { compareNames } from '../name-order.ts';
import type { Source } from '../source.ts';

/** One object on both sides of a change; undefined where a side does not have it. */
export interface Pair {
  readonly base: Manifest | undefined;
  readonly head: Manifest | undefined;
}

/** What makes two manifests the same object, whatever version they are written in. */
export const objectIdentity = (manifest: Manifest): string =>
  JSON.stringify([groupOf(manifest.apiVersion), manifest.kind, manifest.namespace ?? '', manifest.name]);

/**
 * Pairs objects by group, kind, namespace and name, ordered by that; a rename is one object gone and one new. What several
 * roots give under one name are several objects, of a cluster each.
 */
export function pairs(base: ManifestSet, head: ManifestSet, keyOf: (source: Source) => string = rootOf): Pair[] {
  const [left, right] = [byIdentity(base, keyOf), byIdentity(head, keyOf)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .sort()
    .flatMap((key) => pairsOfOne(left.get(key) ?? new Map(), right.get(key) ?? new Map()));
}

/** The root that gives a text; what stands in the repository as it is has the empty name. */
export const rootOf = ({ origin }: Source): string => origin?.root ?? '';

/** What gives an object → the object. */
type ByRoot = ReadonlyMap<string, Manifest>;

/** The last manifest of an object counts, as it would when they are applied in order. */
function byIdentity(set: ManifestSet, keyOf: (source: Source) => string): Map<string, ByRoot> {
  const found = new Map<string, Map<string, Manifest>>();
  for (const manifest of set.manifests) {
    if (manifest.name === '') continue;
    const key = objectIdentity(manifest);
    const byRoot = found.get(key) ?? new Map<string, Manifest>();
    found.set(key, byRoot.set(keyOf(manifest.source), manifest));
  }
  return found;
}

/** Those of the same root belong together; then one that moved to another root, or that is rendered now and was not before. */
function pairsOfOne(left: ByRoot, right: ByRoot): Pair[] {
  const same = [...right].flatMap(([root, head]) => (left.has(root) ? [{ base: left.get(root), head }] : []));
  const before = leftOver(left, right);
  const after = leftOver(right, left);
  const moved = Math.min(before.length, after.length);
  return [
    ...same,
    ...after.slice(0, moved).map((head, i) => ({ base: before[i], head })),
    // A plain manifest stood for all of them, where it does not stand on the other side as well.
    ...after.slice(moved).map((head) => ({ base: right.has('') ? undefined : left.get(''), head })),
    ...before.slice(moved).map((base) => ({ base, head: left.has('') ? undefined : right.get('') })),
  ];
}

const leftOver = (own: ByRoot, other: ByRoot): Manifest[] =>
  [...own]
    .flatMap(([root, manifest]) => (other.has(root) ? [] : [[root, manifest] as const]))
    .sort(byRoot)
    .map(([, manifest]) => manifest);

const byRoot = ([a]: readonly [string, Manifest], [b]: readonly [string, Manifest]): number => compareNames(a, b);
