import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { groupOf, type Manifest } from '../../../manifest/model/manifest.ts';

/** The NodePools of each set are cached, because every object may need them and a set may have very many. */
const foundIn = new WeakMap<ManifestSet, readonly Manifest[]>();

/** All NodePools of a set. */
export function nodePoolsOf(all: ManifestSet): readonly Manifest[] {
  const cached = foundIn.get(all);
  if (cached) return cached;
  const pools = all.manifests.filter(isNodePool);
  foundIn.set(all, pools);
  return pools;
}

const isNodePool = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'NodePool' && groupOf(apiVersion) === 'karpenter.sh';
