import { groupOf, type Manifest } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { compareNames } from '../name-order.ts';
import type { Source } from '../source.ts';

/** One object on both sides of a change; undefined on a side that does not have it. */
export interface Pair {
  readonly base: Manifest | undefined;
  readonly head: Manifest | undefined;
}

/** The same for two manifests of the same object, whichever API version they use. */
export const objectIdentity = (manifest: Manifest): string =>
  JSON.stringify([groupOf(manifest.apiVersion), manifest.kind, manifest.namespace ?? '', manifest.name]);

/**
 * Pairs objects by group, kind, namespace and name, sorted by these. A rename is one removed and one added object. If several roots
 * render an object of the same name, each is a separate object of its own cluster.
 */
export function pairs(base: ManifestSet, head: ManifestSet, keyOf: (source: Source) => string = rootOf): Pair[] {
  const [left, right] = [byIdentity(base, keyOf), byIdentity(head, keyOf)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .sort()
    .flatMap((key) => pairsOfOne(left.get(key) ?? new Map(), right.get(key) ?? new Map()));
}

/** The root that renders a text; empty for files that are used as they are in the repository. */
export const rootOf = ({ origin }: Source): string => origin?.root ?? '';

/** Root → object. */
type ByRoot = ReadonlyMap<string, Manifest>;

/** If an object is defined several times, the last manifest counts, as when they are applied in order. */
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

/** Pairs objects of the same root first, then objects that moved to another root or that are only now rendered. */
function pairsOfOne(left: ByRoot, right: ByRoot): Pair[] {
  const same = [...right].flatMap(([root, head]) => (left.has(root) ? [{ base: left.get(root), head }] : []));
  const before = leftOver(left, right);
  const after = leftOver(right, left);
  const moved = Math.min(before.length, after.length);
  return [
    ...same,
    ...after.slice(0, moved).map((head, i) => ({ base: before[i], head })),
    // A plain manifest is the counterpart of all of them, unless it exists on the other side as well.
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
