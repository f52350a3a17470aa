import { asList, type Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { nodePoolsOf } from './node-pools.ts';
import { requirementsOf, templateLabelsOf } from './pool-fields.ts';

/** The unit whose objects certainly belong to one cluster: a rendered root, or a file. */
export const unitOf = ({ source: { file, origin } }: Manifest): string =>
  origin ? `${origin.tool} ${origin.root}` : file;

/** Groups of NodePools that are certainly in one cluster: those of one file or one rendered root. A repository may contain several clusters. */
export function poolsByCluster(all: ManifestSet): readonly (readonly Manifest[])[] {
  const groups = new Map<string, Manifest[]>();
  for (const pool of nodePoolsOf(all)) {
    const key = unitOf(pool);
    const group = groups.get(key);
    if (group) group.push(pool);
    else groups.set(key, [pool]);
  }
  // The same name twice means two clusters.
  return [...groups.values()].filter(
    (pools) => pools.length > 1 && new Set(pools.map(({ name }) => name)).size === pools.length,
  );
}

const wellKnown = /(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;

/** Whether a NodePool is open to every pod: it has no taint, and no custom label that pods would select it by. */
export function isOpenToAll(pool: Manifest): boolean {
  const requirements = [...requirementsOf(pool), ...templateLabelsOf(pool)];
  return (
    asList(pool.get(['spec', 'template', 'spec', 'taints'])).length === 0 &&
    requirements.every(({ key, isKnown }) => isKnown && wellKnown.test(key))
  );
}
