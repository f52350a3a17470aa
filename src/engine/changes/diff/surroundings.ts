import { objectIdentity } from '../../files/places/object-identity.ts';
import type { ObjectPlace } from '../../files/places/object-place.ts';
import { unconfiguredPlace } from '../../files/places/pair.ts';
import type { SplitFile } from '../../files/places/split-files.ts';
import type { CrdPack } from '../../files/schema/definitions/crd-pack.ts';
import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import type { CloudProvider, KubernetesChange } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { ClusterObjects } from '../../karpenter/cloud-provider/cluster-addresses.ts';
import { isRefusedByTerraform, type ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Source } from '../../text/source.ts';
import type { Siblings } from './converted.ts';
import type { KarpenterScript } from './installation/uninstalled.ts';
import type { KeptObject } from './kept-objects.ts';
import { isKind } from './object-kinds.ts';
import { mayBeUnreadable } from './unreadable-files.ts';
import { type RunningKarpenter, type Unserved, unservedBy } from './unserved.ts';

/** How to tell apart objects of several clusters that have the same name. */
export interface Clusters {
  /** The place that a text belongs to. */
  placeOf(source: Source): ObjectPlace;
  /** The file of base that becomes several environments; undefined for any other. */
  splitOf(source: Source): SplitFile | undefined;
  /** The cluster that a text belongs to; empty if it belongs to all of them. */
  clusterOf(source: Source): string;
  /** The CRDs of an object's cluster, if they differ from the default ones. */
  packOf(manifest: Manifest): CrdPack | undefined;
  /** The CRDs of an object's cluster before the change, if they differ from those after it. */
  packBefore(manifest: Manifest): CrdPack | undefined;
  /** The Karpenter of an object's cluster on one side of the change; undefined if unknown. */
  karpenterOn(manifest: Manifest, side: 'base' | 'head'): RunningKarpenter | undefined;
  /** The instance types available to an object's cluster; undefined if unknown. */
  catalogOf(manifest: Manifest): Catalog | undefined;
  /** The Kubernetes version of an object's cluster before the change; undefined if it is unknown. */
  kubernetesBefore?(manifest: Manifest): string | undefined;
  /** The Kubernetes version of an object's cluster after the change; undefined if it is unknown. */
  kubernetesAfter?(manifest: Manifest): string | undefined;
  /** Whether live state shows nodes of a NodePool or a node class. */
  runsNodes?(owner: Manifest): boolean;
  /** The script of the repository that names the Karpenter of an object's cluster since the change. */
  karpenterScript?(manifest: Manifest): KarpenterScript | undefined;
  /** All objects of an object's cluster on one side, also of other roots and folders; undefined if unknown. */
  objectsOf(manifest: Manifest, side: 'base' | 'head'): ClusterObjects | undefined;
  /** The change of the Kubernetes version in an object's cluster; undefined if there is none or it is unknown. */
  kubernetesOf(manifest: Manifest): KubernetesChange | undefined;
}

/** All objects are those of one cluster, about which nothing else is known. */
export const allTogether: Clusters = {
  placeOf: unconfiguredPlace,
  splitOf: () => undefined,
  clusterOf: ({ origin }) => origin?.root ?? '',
  packOf: () => undefined,
  packBefore: () => undefined,
  karpenterOn: () => undefined,
  catalogOf: () => undefined,
  objectsOf: () => undefined,
  kubernetesOf: () => undefined,
};

/** The facts that a comparison needs. */
export interface DiffFacts {
  readonly pack: CrdPack;
  readonly providers: readonly CloudProvider[];
  /** Objects that only base has in git and that stay in the cluster, so that head has them, too. */
  readonly kept?: readonly KeptObject[];
}

const hasPools = (objects: readonly Manifest[]): boolean => objects.some((other) => isKind(other, 'NodePool'));

/** The objects of head without those that other clusters than this one had before the change. */
function withoutOtherClusters(
  { base, head }: { readonly base: ManifestSet; readonly head: ManifestSet },
  cluster: string,
  clusters: Clusters,
): readonly Manifest[] {
  if (cluster === '') return head.manifests;

  const placeOf = (manifest: Manifest): string => `${manifest.source.file} ${objectIdentity(manifest)}`;
  const isOfOther = ({ source }: Manifest): boolean => !['', cluster].includes(clusters.clusterOf(source));
  const before = new Set(base.manifests.filter(isOfOther).map(placeOf));
  return head.manifests.filter((manifest) => !isOfOther(manifest) || !before.has(placeOf(manifest)));
}

/** Everything else that the comparison of one object needs. */
export interface Surroundings {
  readonly pack: CrdPack;
  readonly packBefore: CrdPack;
  readonly catalog: Catalog | undefined;
  readonly providers: readonly CloudProvider[];
  readonly kubernetes: KubernetesChange | undefined;
  /** The Kubernetes version before the change; undefined if it is unknown. */
  readonly kubernetesBefore: string | undefined;
  /** The Kubernetes version after the change; undefined if it is unknown. */
  readonly kubernetesAfter: string | undefined;
  readonly runsNodes: (owner: Manifest) => boolean;
  /** Files of head that cannot be read. */
  readonly isUnread: (manifest: Manifest) => boolean;
  /** All of these are read, but Terraform refuses them. */
  readonly isOnlyRefused: boolean;
  readonly siblings: Siblings;
  readonly objectsOf: Clusters['objectsOf'];
  readonly script: KarpenterScript | undefined;
  /** Why the cluster of an object does not serve it on one side. */
  readonly unserved: (manifest: Manifest, side: 'base' | 'head') => Unserved | undefined;
  /** All objects of base. */
  readonly base: readonly Manifest[];
  /** All objects of head. */
  readonly head: readonly Manifest[];
  /** The objects of head that may install Karpenter in the object's cluster from now on. */
  readonly mayInstall: () => readonly Manifest[];
  /** Whether the object's cluster is one of several and loses all of its NodePools. */
  readonly isClusterGone: () => boolean;
}

/** The objects of each cluster on both sides, and what else the comparison of an object of it needs. Both are found once. */
export function surroundingsIn(
  sets: { readonly base: ManifestSet; readonly head: ManifestSet },
  { pack, providers }: Pick<DiffFacts, 'pack' | 'providers'>,
  clusters: Clusters,
): { readonly siblings: Siblings; readonly aroundOf: (subject: Manifest) => Surroundings } {
  const { base, head } = sets;
  const isUnread = mayBeUnreadable(base, head);
  const isOnlyRefused = head.files.every((file) => !file.isBroken || isRefusedByTerraform(file));

  // The objects of a cluster are the same for each of its objects, and there may be thousands of both.
  const ofClusters = new Map<string, readonly Manifest[]>();
  const siblings: Siblings = ({ source }, side) => {
    const cluster = clusters.clusterOf(source);
    const key = `${side} ${cluster}`;
    const objects =
      ofClusters.get(key) ??
      sets[side].manifests.filter((other) => ['', cluster].includes(clusters.clusterOf(other.source)));

    ofClusters.set(key, objects);
    return objects;
  };

  const installing = new Map<string, readonly Manifest[]>();
  const mayInstallFor = (cluster: string): readonly Manifest[] => {
    const objects = installing.get(cluster) ?? withoutOtherClusters(sets, cluster, clusters);
    installing.set(cluster, objects);
    return objects;
  };

  const aroundOf = (subject: Manifest): Surroundings => {
    const ownPack = clusters.packOf(subject) ?? pack;
    const unserved: Surroundings['unserved'] = (manifest, side) => {
      const karpenter = clusters.karpenterOn(manifest, side);
      return karpenter && unservedBy(karpenter, manifest, () => siblings(manifest, side));
    };

    return {
      unserved,
      pack: ownPack,
      packBefore: clusters.packBefore(subject) ?? ownPack,
      providers,
      catalog: clusters.catalogOf(subject),
      kubernetes: clusters.kubernetesOf(subject),
      kubernetesBefore: clusters.kubernetesBefore?.(subject),
      kubernetesAfter: clusters.kubernetesAfter?.(subject),
      runsNodes: (manifest: Manifest) => clusters.runsNodes?.(manifest) === true,
      isUnread,
      isOnlyRefused,
      siblings,
      objectsOf: clusters.objectsOf,
      script: clusters.karpenterScript?.(subject),
      base: base.manifests,
      head: head.manifests,
      mayInstall: () => mayInstallFor(clusters.clusterOf(subject.source)),
      isClusterGone: () => {
        const [before, after] = [siblings(subject, 'base'), siblings(subject, 'head')].map(hasPools);
        return clusters.clusterOf(subject.source) !== '' && before === true && after === false;
      },
    };
  };

  return { siblings, aroundOf };
}
