import { groupOf, type Manifest } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';

/** One object on both sides of a change; undefined where a side does not have it. */
export interface Pair {
  readonly base: Manifest | undefined;
  readonly head: Manifest | undefined;
}

/** What makes two manifests the same object, whatever version they are written in. */
export const identity = (manifest: Manifest): string =>
  JSON.stringify([groupOf(manifest.apiVersion), manifest.kind, manifest.namespace ?? '', manifest.name]);

/** Pairs objects by group, kind, namespace and name, ordered by that; a rename is one object gone and one new. */
export function pairs(base: ManifestSet, head: ManifestSet): Pair[] {
  const [left, right] = [byIdentity(base), byIdentity(head)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .sort()
    .map((key) => ({ base: left.get(key), head: right.get(key) }));
}

/** The last manifest of an object counts, as it would when they are applied in order. */
const byIdentity = (set: ManifestSet): Map<string, Manifest> =>
  new Map(set.manifests.filter((manifest) => manifest.name !== '').map((manifest) => [identity(manifest), manifest]));
