import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Source } from '../../text/source.ts';
import type { Pair } from '../places/pair.ts';
import type { SplitFile } from '../places/split-files.ts';
import { type ClusterMap, type ClusterRef, isOfOneCluster } from './cluster-map.ts';

/** The objects of both sides, and their pairs. */
interface ClusteredSides {
  readonly base: readonly Manifest[];
  readonly head: readonly Manifest[];
  readonly paired: readonly Pair[];
}

/**
 * Inferred clusters whose folders or roots moved are one cluster: that of head. A cluster has moved if only base has
 * its name, only head has the other name, and an object of the one is the object of the other.
 */
export function withMovedClusters(map: ClusterMap, sides: ClusteredSides): ClusterMap {
  if (!map.areInferred || map.clusters.length === 0 || sides.base.length === 0) return map;

  const moved = movedClusters(map, sides);
  if (moved.size === 0) return map;

  const nowOf = (cluster: ClusterRef): ClusterRef => moved.get(cluster) ?? cluster;

  return {
    ...map,
    clusters: map.clusters.filter((cluster) => !moved.has(cluster)),
    clustersOf: (source) => [...new Set(map.clustersOf(source).map(nowOf))],
  };
}

/** Cluster of base → the cluster of head that it has become. */
function movedClusters(map: ClusterMap, { base, head, paired }: ClusteredSides): ReadonlyMap<ClusterRef, ClusterRef> {
  const clustersOf = (source: Source): readonly ClusterRef[] =>
    map.clustersOf(source).filter(({ isExample }) => !isExample);
  const clustersIn = (manifests: readonly Manifest[]): ReadonlySet<ClusterRef> =>
    new Set(manifests.filter(isOfOneCluster).flatMap(({ source }) => clustersOf(source)));

  const before = clustersIn(base);
  const after = clustersIn(head);

  const moved = new Map<ClusterRef, ClusterRef>();

  for (const pair of paired) {
    if (pair.base === undefined || pair.head === undefined || pair.base.source === pair.head.source) continue;

    const [from] = clustersOf(pair.base.source);
    const [to] = clustersOf(pair.head.source);
    if (from === undefined || to === undefined || after.has(from) || before.has(to) || moved.has(from)) continue;

    moved.set(from, to);
  }

  return moved;
}

/** The map in which a file that becomes several environments belongs to the cluster of the one that used it. */
export const withSplitFiles = (map: ClusterMap, splits: ReadonlyMap<string, SplitFile>): ClusterMap => {
  if (splits.size === 0) return map;
  return { ...map, clustersOf: (source) => map.clustersOf(splits.get(source.file)?.owner?.source ?? source) };
};
