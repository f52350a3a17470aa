import type { Finding } from '../../context/finding.ts';

/** What is said about pods and nodes in a cluster, and about what nodes of it are launched with. */
const isAboutNodes = /^(?:provisioning|disruption|cost|consolidation)\/|^lint\/(?:controller-nodes|discovery-tags)$/;

/**
 * The findings without what is new in a cluster that the change destroys for good. Neither pods nor nodes are left in it. `isOne` says that there are
 * no environments.
 */
export function withoutDestroyedClusters(
  findings: readonly Finding[],
  { isOne }: { readonly isOne: boolean },
): readonly Finding[] {
  const ends = findings.filter(({ isNew, diagnostic }) => isNew && diagnostic.destroysCluster === 'for-good');
  if (ends.length === 0) return findings;

  const names = new Set(ends.flatMap(({ diagnostic: { cluster, clusters = [] } }) => [cluster, ...clusters]));
  const isGone = ({ isNew, diagnostic: { code, cluster } }: Finding): boolean =>
    isNew && isAboutNodes.test(code) && (isOne || (cluster !== undefined && names.has(cluster)));
  return findings.filter((finding) => !isGone(finding));
}
