import type { ObjectCluster } from '../../../files/clusters/related-objects.ts';
import { mayRequireMore, requirementsOf, templateLabelsOf } from '../../../karpenter/api/pool-fields.ts';
import { isEnvironmentName } from '../../../manifest/hints/environment-name.ts';
import { isNodeClassKind } from '../../../manifest/model/karpenter-kinds.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { itemsAt } from '../../../manifest/shown-items.ts';
import { has } from '../../../text/evidence.ts';
import { groupBy } from '../../../text/group-by.ts';
import type { RuleContext } from '../rule.ts';
import { nodePoolsOf } from './node-pools.ts';

/** The unit whose objects certainly belong to one cluster: a rendered root, or a file. */
export const unitOf = ({ source: { file, origin } }: Manifest): string => {
  if (origin) return `${origin.tool} ${origin.root}`;
  return file;
};

/**
 * Groups of two or more NodePools that are certainly in one cluster: those of one file, one rendered root, or several
 * places of one cluster. A repository may contain several clusters.
 */
export function poolsByCluster({
  all,
  clusterOf,
}: Pick<RuleContext, 'all' | 'clusterOf'>): readonly (readonly Manifest[])[] {
  const wholes = new Map<ObjectCluster, boolean>();
  const groups = groupBy(nodePoolsOf(all), (pool) => {
    const cluster = clusterOf(pool);
    const isOne = wholes.get(cluster) ?? isWhole(cluster);
    wholes.set(cluster, isOne);
    if (isOne && !isNamedAfterEnvironment(pool)) return cluster;
    return unitOf(pool);
  });

  // The same name twice means two clusters.
  return [...groups.values()].filter(
    (pools) => pools.length > 1 && new Set(pools.map(({ name }) => name)).size === pools.length,
  );
}

/** Whether a cluster is more than a collection of NodePools: it has their node classes, and is no example. */
const isWhole = ({ isExample, manifests }: ObjectCluster): boolean =>
  !isExample && manifests.some(({ kind }) => isNodeClassKind(kind));

/** Whether the name of a plain file contains an environment, so that its neighbors may belong to another one. */
const isNamedAfterEnvironment = ({ source: { file, origin } }: Manifest): boolean =>
  !origin &&
  file
    .slice(file.lastIndexOf('/') + 1)
    .split(/[-_.]/)
    .some(isEnvironmentName);

const wellKnown = /(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;

/** Whether a NodePool is open to every pod: it has no taint, and no custom label that pods would select it by. */
export function isOpenToAll(pool: Manifest): boolean {
  const requirements = [...requirementsOf(pool), ...templateLabelsOf(pool)];
  const taints = itemsAt(pool, ['spec', 'template', 'spec', 'taints']);

  return (
    !mayRequireMore(pool) &&
    has(taints, () => true) === false &&
    requirements.every(({ key, isKnown }) => isKnown && wellKnown.test(key))
  );
}
