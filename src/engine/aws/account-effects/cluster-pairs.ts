import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { AccountSides } from '../account-changes/account-sides.ts';

/** The clusters of both sides that have an object at the same place, without examples. */
export function clusterPairs({
  base,
  head,
}: AccountSides): readonly (readonly [before: ObjectCluster, after: ObjectCluster])[] {
  const earlier = new Map(base.manifests.map((manifest) => [manifest.source.file, manifest]));
  const pairs = new Map<ObjectCluster, ObjectCluster>();

  for (const manifest of head.manifests) {
    const after = head.clusterOf(manifest);
    const old = earlier.get(manifest.source.file);
    if (old !== undefined && !after.isExample && !pairs.has(after)) pairs.set(after, base.clusterOf(old));
  }

  return [...pairs].map(([after, before]) => [before, after] as const);
}
