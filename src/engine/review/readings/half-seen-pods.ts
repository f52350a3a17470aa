import type { UncountedPods } from '../../files/sources/uncounted-pods.ts';
import { makerOf } from '../../manifest/makers/makers.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { titleOf } from '../../text/diagnostic.ts';

/** What makes pods on each side. */
interface PodSides {
  readonly base: readonly UncountedPods[];
  readonly head: readonly UncountedPods[];
}

/**
 * The names of objects whose pods are only seen in the form that one side has, such as with another version of a kind that plumbline does not know.
 * It is the same object with the same pods, so they count on neither side.
 */
export function halfSeenPods({ base, head }: PodSides): ReadonlySet<string> {
  const isMadeNow = new Map(head.map(({ name, isMade }) => [name, isMade === true]));
  return new Set(
    base.flatMap(({ name, isMade }) => {
      const now = isMadeNow.get(name);
      if (now === undefined || now === (isMade === true)) return [];
      return [name];
    }),
  );
}

/** A side without such objects. */
export function withoutHalfSeen(set: ManifestSet, names: ReadonlySet<string>): ManifestSet {
  if (names.size === 0) return set;

  const isHalfSeen = (manifest: Manifest): boolean => makerOf(manifest) === undefined && names.has(titleOf(manifest));
  return { ...set, manifests: set.manifests.filter((manifest) => !isHalfSeen(manifest)) };
}

/** What both sides do not count, with these objects. */
export const withHalfSeen = (all: readonly UncountedPods[], names: ReadonlySet<string>): readonly UncountedPods[] =>
  all.map((pods) => {
    if (names.has(pods.name) && pods.isMade === true) return { ...pods, isMade: false };
    return pods;
  });
