import { compareEnvironments } from '../../../changes/diff/environments.ts';
import { relatedObjects } from '../../../files/clusters/related-objects.ts';
import { canBeOneEnvironment, comparedEnvironment } from '../../../files/places/compared-environment.ts';
import { objectPlace } from '../../../files/places/object-place.ts';
import type { Settings } from '../../../karpenter/api/settings.ts';
import type { CloudProvider } from '../../../karpenter/cloud-provider/cloud-provider.ts';
import { canonical } from '../../../manifest/canonical.ts';
import { groupOf, type Manifest } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { groupBy } from '../../../text/group-by.ts';
import { readText } from '../input/value-reader.ts';

/** The objects of one cluster, and where the node groups of others are. */
export interface OwnObjects {
  /** The objects that may belong to the cluster, without the node groups and add-ons of others. */
  readonly manifests: readonly Manifest[];
  /** Names of places whose node groups are left out, sorted. */
  readonly others: readonly string[];
  /** Nothing says which of several clusters runs the pods, so the node groups of all of them are left out. */
  readonly isAmbiguous: boolean;
}

/** How clusters are told apart. */
interface Clustering {
  readonly settings: Pick<Settings, 'environments'>;
  readonly provider: CloudProvider;
}

/** Whether an object describes nodes that Karpenter does not own. */
function isNodeGroup(manifest: Manifest): boolean {
  const group = groupOf(manifest.apiVersion);
  if (manifest.kind === 'InstanceGroup') return group === 'kops.k8s.io';
  if (manifest.kind === 'ClusterConfig') return group === 'eksctl.io';
  return manifest.kind === 'ManagedNodeGroup' && group === 'terraform';
}

const isKarpenters = ({ apiVersion }: Manifest): boolean => groupOf(apiVersion).startsWith('karpenter.');

/**
 * The objects of the cluster whose figures are computed: those of the environment of its NodePools, or of production if
 * these belong to several or none. Without names of environments, node groups of several clusters cannot be told apart.
 * If NodePools leave the environment that they had `earlier` and no node group changes, the cluster is still that of
 * before.
 */
export function ownObjects(
  manifests: readonly Manifest[],
  clustering: Clustering,
  earlier: readonly Manifest[] = [],
): OwnObjects {
  const { environments } = clustering.settings;
  const groups = manifests.filter(isNodeGroup);
  if (groups.length === 0) return { manifests, others: [], isAmbiguous: false };

  const environmentOf = ({ source }: Manifest): string | undefined => objectPlace(source, environments).environment;
  const wanted =
    environmentLeft(earlier, manifests, environmentOf) ??
    ofNodePools(manifests, environmentOf) ??
    chosen(groups.map(environmentOf));

  const isOwn = (manifest: Manifest): boolean => {
    const environment = environmentOf(manifest);
    return (
      wanted === undefined ||
      environment === undefined ||
      canBeOneEnvironment(comparedEnvironment(environment), comparedEnvironment(wanted))
    );
  };

  const candidates = narrowed(groups.filter(isOwn), environmentOf);
  const areOfSeveral = clustersOf(candidates, environments).size > 1;
  const related = areOfSeveral ? relatedGroups(candidates, manifests, clustering) : candidates;
  const isAmbiguous = clustersOf(related, environments).size > 1;
  const counted = new Set(isAmbiguous ? [] : related);
  const others = groups.filter((group) => !counted.has(group));

  return {
    manifests: manifests.filter((manifest) => {
      if (isNodeGroup(manifest)) return counted.has(manifest);
      return isOwn(manifest);
    }),
    others: [...new Set(others.map(({ source }) => objectPlace(source, environments).name))].sort(),
    isAmbiguous,
  };
}

type EnvironmentOf = (manifest: Manifest) => string | undefined;

const ofNodePools = (manifests: readonly Manifest[], environmentOf: EnvironmentOf): string | undefined =>
  chosen(manifests.filter(isKarpenters).map(environmentOf));

/** The environment that all NodePools leave, if the node groups stay as they are. */
function environmentLeft(
  earlier: readonly Manifest[],
  manifests: readonly Manifest[],
  environmentOf: EnvironmentOf,
): string | undefined {
  const before = ofNodePools(earlier, environmentOf);
  const isLeft =
    before !== undefined && !manifests.some((manifest) => isKarpenters(manifest) && environmentOf(manifest) === before);
  const textOf = (all: readonly Manifest[]): string =>
    canonical(all.filter(isNodeGroup).map(({ source, object }) => [source.file, object]));

  if (!isLeft || textOf(earlier) !== textOf(manifests)) return undefined;
  return before;
}

/** The node groups of the only cluster with NodePools, as far as files relate them; all of them if they do not. */
function relatedGroups(
  groups: readonly Manifest[],
  manifests: readonly Manifest[],
  { settings: { environments }, provider }: Clustering,
): readonly Manifest[] {
  const { clusterOf } = relatedObjects({ files: [], manifests }, { environments, providers: [provider] });
  const [cluster, ...others] = new Set(manifests.filter(isKarpenters).map(clusterOf));
  if (cluster === undefined || others.length > 0) return groups;

  const related = groups.filter((group) => clusterOf(group) === cluster);
  if (related.length > 0) return related;
  return groups;
}

/** The environment of production, or else the last one in promotion order; undefined if none is named. */
function chosen(names: readonly (string | undefined)[]): string | undefined {
  const named = [...new Set(names.filter((name) => name !== undefined))].sort(compareEnvironments);
  return named.at(-1);
}

/** Of the groups of environments with similar names, such as `prod-eu` and `prod-us`, those of the last one by name. */
function narrowed(groups: readonly Manifest[], environmentOf: EnvironmentOf): readonly Manifest[] {
  const last = chosen(groups.map(environmentOf));
  return groups.filter((group) => [undefined, last].includes(environmentOf(group)));
}

/** The node groups by cluster: by its name if each group has one, otherwise by where they are defined. */
function clustersOf(groups: readonly Manifest[], environments: Settings['environments']): ReadonlyMap<string, unknown> {
  const names = groups.map(clusterName);
  if (names.every((name) => name !== undefined)) return groupBy(names, (name) => name);
  return groupBy(groups, ({ source }) => objectPlace(source, environments).key);
}

function clusterName(group: Manifest): string | undefined {
  const { labels } = (group.object.metadata ?? {}) as { readonly labels?: Readonly<Record<string, unknown>> };

  const writtenName = () => {
    if (group.kind === 'InstanceGroup') return labels?.['kops.k8s.io/cluster'];
    if (group.kind === 'ClusterConfig') return group.name;
    return readText(group.get(['spec', 'clusterName']));
  };

  const name = writtenName();

  if (typeof name === 'string' && name !== '' && !hasPlaceholder(name)) return name;
  return undefined;
}
