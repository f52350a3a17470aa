import type { Manifest } from '../manifest/manifest.ts';
import { compareNames } from '../name-order.ts';
import type { RepositoryClusters } from './clusters.ts';
import type { Pair } from './pair.ts';

/** The objects of both sides that say something about clusters, and all pairs. */
export interface ClusteredSides {
  readonly base: readonly Manifest[];
  readonly head: readonly Manifest[];
  readonly paired: readonly Pair[];
}

/**
 * Inferred clusters whose folders or roots moved have one name: that of head. A cluster has moved if only base has its name, only head has the other
 * name, and an object of the one is the object of the other.
 */
export function withMovedClusters(
  clusters: RepositoryClusters,
  { base, head, paired }: ClusteredSides,
): RepositoryClusters {
  if (!clusters.areInferred || clusters.names.length === 0 || base.length === 0) return clusters;
  const namesOf = (manifests: readonly Manifest[]): ReadonlySet<string> =>
    new Set(manifests.flatMap(({ source }) => clusters.ownersOf(source)));
  const [before, after] = [namesOf(base), namesOf(head)];
  const moved = new Map<string, string>();
  for (const pair of paired) {
    if (pair.base === undefined || pair.head === undefined || pair.base.source === pair.head.source) continue;
    const [from] = clusters.ownersOf(pair.base.source);
    const [to] = clusters.ownersOf(pair.head.source);
    if (from === undefined || to === undefined || after.has(from) || before.has(to) || moved.has(from)) continue;
    moved.set(from, to);
  }
  if (moved.size === 0) return clusters;
  const named = (names: readonly string[]): readonly string[] => [
    ...new Set(names.map((name) => moved.get(name) ?? name)),
  ];
  return {
    ...clusters,
    names: [...named(clusters.names)].sort(compareNames),
    ownersOf: (source) => named(clusters.ownersOf(source)),
  };
}
