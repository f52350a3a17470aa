import { asList, type Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { nodePoolsOf } from './node-pools.ts';
import { requirementsOf, templateLabelsOf } from './pool-fields.ts';

/** What surely belongs to one cluster: a root that is rendered, or a file. */
export const unitOf = ({ source: { file, origin } }: Manifest): string =>
  origin ? `${origin.tool} ${origin.root}` : file;

/** Pools that surely stand in one cluster: those of one file, or of one root that is rendered. Repositories hold pools of several clusters. */
export function poolsTogether(all: ManifestSet): readonly (readonly Manifest[])[] {
  const groups = new Map<string, Manifest[]>();
  for (const pool of nodePoolsOf(all)) {
    const key = unitOf(pool);
    const group = groups.get(key);
    if (group) group.push(pool);
    else groups.set(key, [pool]);
  }
  // The same name twice is two clusters.
  return [...groups.values()].filter(
    (pools) => pools.length > 1 && new Set(pools.map(({ name }) => name)).size === pools.length,
  );
}

const wellKnown = /(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;

/** Whether any pod may land in a pool: it has no taint, and no label of one's own that pods would choose it by. */
export function isOpenToAll(pool: Manifest): boolean {
  const requirements = [...requirementsOf(pool), ...templateLabelsOf(pool)];
  return (
    asList(pool.get(['spec', 'template', 'spec', 'taints'])).length === 0 &&
    requirements.every(({ key, isKnown }) => isKnown && wellKnown.test(key))
  );
}
