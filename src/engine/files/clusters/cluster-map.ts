import { ownersOf } from '../../karpenter/api/environment.ts';
import type { Settings } from '../../karpenter/api/settings.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { isKarpenterGroup, isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { compareNames } from '../../text/name-order.ts';
import { folderOf, type Source } from '../../text/source.ts';
import { clustersByPlace, isToolPath, type PlacedObject } from '../places/clusters.ts';
import { objectIdentity } from '../places/object-identity.ts';
import { objectPlace } from '../places/object-place.ts';
import { asideFolder, templateOf } from './aside-folder.ts';
import { ModuleCallers } from './module-callers.ts';
import { cloudFolders } from './other-clouds.ts';
import type { ObjectCluster, RelatedObjects } from './related-objects.ts';

/** A cluster that files belong to, with the evidence for it. */
export interface ClusterRef {
  readonly name: string;
  /** How its files were recognized, as clauses for people, sorted. */
  readonly because: readonly string[];
  readonly isConfigured: boolean;
  /** Files of an example, a test or the documentation, which no cluster gets. */
  readonly isExample: boolean;
  /** A cluster at another cloud, which has no nodes of Karpenter here. */
  readonly isOfOtherCloud?: true;
  /** Whether the files define NodePools or node classes of it. */
  readonly hasNodes: boolean;
}

/** Which cluster each file of a repository belongs to. The same for both sides of a change. */
export interface ClusterMap {
  /** Sorted by name. Files of no cluster are shared by all of them. */
  readonly clusters: readonly ClusterRef[];
  /** Whether all of them are inferred, because the configuration names no environments. */
  readonly areInferred: boolean;
  /**
   * The clusters that a text belongs to; empty if all clusters share it. Alternatives in one folder may share a node
   * class, so there may be several.
   */
  clustersOf(source: Source): readonly ClusterRef[];
}

/** One side of a change. */
export interface MappedSide {
  readonly set: ManifestSet;
  readonly related: () => RelatedObjects;
  /** Files without objects that may name versions and regions. */
  readonly hints: readonly Source[];
}

/**
 * The map of a repository. Evidence comes first from the configuration, then from the root that renders a text, the environment that a folder is
 * named after, what Terraform creates, and the folder.
 */
export function clusterMap(sides: readonly MappedSide[], { environments }: Pick<Settings, 'environments'>): ClusterMap {
  if (Object.keys(environments).length === 0) return inferredMap(sides);

  const configured = configuredMap(environments);
  // An environment without paths covers everything.
  if (Object.values(environments).some(({ paths }) => paths.length === 0)) return configured;
  return withUnnamedClusters(configured, inferredMap(sides), sides);
}

/**
 * The map with clusters that the configuration does not name yet, such as those of a new environment. Their files are in the paths of no
 * environment, and the folders or roots of configured environments give those clusters other names. Without that, all clusters would share them.
 */
function withUnnamedClusters(configured: ClusterMap, inferred: ClusterMap, sides: readonly MappedSide[]): ClusterMap {
  const configuredNames = new Set(configured.clusters.map(({ name }) => name));
  const nodes = sides.flatMap(({ set }) => set.manifests.filter(isOfOneCluster).map(({ source }) => source));
  const isOwned = (source: Source): boolean => configured.clustersOf(source).length > 0;
  const namesOf = (sources: readonly Source[]): ReadonlySet<string> =>
    new Set(sources.flatMap((source) => inferred.clustersOf(source).map(({ name }) => name)));

  const ofConfigured = namesOf(nodes.filter(isOwned));
  if (ofConfigured.size === 0) return configured;

  const unnamed = inferred.clusters.filter(
    ({ name, hasNodes, isExample, isOfOtherCloud }) =>
      hasNodes && !isExample && isOfOtherCloud !== true && !configuredNames.has(name) && !ofConfigured.has(name),
  );
  if (unnamed.length === 0) return configured;

  return {
    clusters: [...configured.clusters, ...unnamed].sort((a, b) => compareNames(a.name, b.name)),
    areInferred: false,
    clustersOf: (source) => {
      const owners = configured.clustersOf(source);
      if (owners.length > 0) return owners;
      return inferred.clustersOf(source).filter((cluster) => unnamed.includes(cluster));
    },
  };
}

function configuredMap(environments: Settings['environments']): ClusterMap {
  const because = ['the configuration names it'];
  const clusters = Object.keys(environments)
    .sort()
    .map((name): ClusterRef => ({ name, because, isConfigured: true, isExample: false, hasNodes: true }));
  const byName = new Map(clusters.map((cluster) => [cluster.name, cluster]));
  return {
    clusters,
    areInferred: false,
    clustersOf: (source) => ownersOf(source, environments).map((name) => byName.get(name)!),
  };
}

/** Whether an object says something about clusters: patches and values may be shared. */
export const isOfOneCluster = ({ kind, apiVersion, name, isPartial }: Manifest): boolean =>
  name !== '' && !isPartial && (isKarpenterGroup(groupOf(apiVersion)) || isNodeClassKind(kind));

function inferredMap(sides: readonly MappedSide[]): ClusterMap {
  const nodes = sides.map(({ set }) => set.manifests.filter(isOfOneCluster));
  // A repository of examples is reviewed as if they were applied.
  const hasOnlyExamples = nodes.flat().every(({ source }) => asideFolder(source) !== undefined);
  const files = new Set(sides.flatMap(({ set }) => set.files.map(({ source }) => source.file)));

  const asideOf = (source: Source): string | undefined =>
    (hasOnlyExamples ? undefined : asideFolder(source)) ?? templateOf(source, files);

  const placed = nodes.map((manifests) =>
    manifests.filter(({ source }) => asideOf(source) === undefined).map(placedObject),
  );
  const byPlace = clustersByPlace(placed);
  const identities = new TerraformIdentities(byPlace.ownersOf, byPlace.names);

  // The cluster that stays is named only once the other side has named what the change removes.
  for (const { related } of [...[...sides].reverse(), ...sides.slice(1)])
    identities.add(related().clusters.filter(isApplied(asideOf)), related());

  const sources = sides.flatMap(({ set, hints }) => [...hints, ...set.files.map((file) => file.source)]);
  const callers = new ModuleCallers(sources);

  const cloudFolder = cloudFolders(
    sources,
    nodes.flat().map(({ source }) => source),
  );

  const namesOf = (source: Source): readonly string[] => {
    const named = byPlace.ownersOf(source);
    if (named.length > 0) return named;

    const identified = identities.nameOf(source) ?? callers.soleCaller(source, (folder) => identities.nameIn(folder));
    if (identified === undefined) return [];
    return [identified];
  };

  return mapOf({ sides, nodes, namesOf, asideOf, cloudFolder, reasons: identities.reasons });
}

const placedObject = (manifest: Manifest): PlacedObject => ({
  source: manifest.source,
  identity: objectIdentity(manifest),
  isReferredTo: isNodeClassKind(manifest.kind),
});

const isApplied =
  (asideOf: (source: Source) => string | undefined) =>
  ({ manifests }: ObjectCluster): boolean =>
    manifests.some(({ source }) => asideOf(source) === undefined);

interface Naming {
  readonly sides: readonly MappedSide[];
  /** The NodePools and node classes of each side. */
  readonly nodes: readonly (readonly Manifest[])[];
  readonly namesOf: (source: Source) => readonly string[];
  readonly asideOf: (source: Source) => string | undefined;
  /** The folder of a cluster at another cloud. */
  readonly cloudFolder: (source: Source) => string | undefined;
  readonly reasons: ReadonlyMap<string, ReadonlySet<string>>;
}

const clusterAtOtherCloud = (folder: string): ClusterRef => ({
  name: folder,
  because: [`\`${folder}\` has a cluster at another cloud`],
  isConfigured: false,
  isExample: false,
  isOfOtherCloud: true,
  hasNodes: false,
});

function mapOf({ sides, nodes, namesOf, asideOf, cloudFolder, reasons }: Naming): ClusterMap {
  const withNodes = new Set(nodes.flat().flatMap(({ source }) => namesOf(source)));
  const refs = new Map<string, ClusterRef>();

  const refOf = (name: string, isExample: boolean, isUncalled = false): ClusterRef => {
    const kind = isExample ? 'example' : 'cluster';
    const key = `${kind} ${name}`;

    const because = () => {
      if (isUncalled) return [`nothing in the repository calls \`${name}\``];
      if (isExample) return [`\`${name}\` has examples`];
      return [...(reasons.get(name) ?? ['its folder or root is named after it'])].sort(compareNames);
    };

    const ref = refs.get(key) ?? {
      name,
      because: because(),
      isConfigured: false,
      isExample,
      hasNodes: withNodes.has(name),
    };

    refs.set(key, ref);

    return ref;
  };

  const otherCloudRef = (folder: string): ClusterRef => {
    const ref = refs.get(`cloud ${folder}`) ?? clusterAtOtherCloud(folder);
    refs.set(`cloud ${folder}`, ref);
    return ref;
  };

  const refsOf = (source: Source): readonly ClusterRef[] => {
    const aside = asideOf(source);
    if (aside !== undefined) return [refOf(aside, true, source.origin?.isUncalled)];
    const elsewhere = cloudFolder(source);
    if (elsewhere === undefined) return namesOf(source).map((name) => refOf(name, false));
    return [otherCloudRef(elsewhere)];
  };

  /** Every change and finding asks for the clusters of its file. */
  const answers = new WeakMap<Source, readonly ClusterRef[]>();
  const clustersOf = (source: Source): readonly ClusterRef[] => {
    const answer = answers.get(source) ?? refsOf(source);
    answers.set(source, answer);
    return answer;
  };

  for (const { set, hints } of sides)
    for (const source of [...set.files.map((file) => file.source), ...hints]) clustersOf(source);

  return {
    clusters: [...refs.values()].sort((a, b) => compareNames(a.name, b.name)),
    areInferred: true,
    clustersOf,
  };
}

/** Names of clusters that follow from what Terraform creates, and from what is related to it. */
class TerraformIdentities {
  /** Name → why files belong to it. */
  readonly reasons = new Map<string, Set<string>>();
  /** Unit of a place → name. */
  readonly #names = new Map<string, string>();
  /** Folder of a Terraform root → the names of what it creates. */
  readonly #folders = new Map<string, Set<string>>();
  readonly #ownersOf: (source: Source) => readonly string[];
  readonly #isSeveral: boolean;

  constructor(ownersByPlace: (source: Source) => readonly string[], names: readonly string[]) {
    this.#ownersOf = ownersByPlace;
    this.#isSeveral = names.length > 1;
  }

  /** Names the clusters of one side. What another side has named keeps its name. */
  add(clusters: readonly ObjectCluster[], { areApart, differInObjects }: RelatedObjects): void {
    const namedElsewhere = new Set(this.#names.values());
    const nodes = clusters.filter(hasNodes);
    // `k8s` and `terraform` have two versions of one cluster's object.
    const areVersions = (a: ObjectCluster, b: ObjectCluster): boolean =>
      [a, b].every(hasToolPaths) && differInObjects(a, b);
    const isApart = (cluster: ObjectCluster): boolean =>
      nodes.some((other) => other !== cluster && areApart(cluster, other) && !areVersions(cluster, other));
    const isApartFromAll = (cluster: ObjectCluster): boolean =>
      nodes.length > 0 && nodes.every((other) => areApart(cluster, other));

    for (const cluster of clusters) {
      const names = new Set(cluster.manifests.flatMap(({ source }) => this.#namesBefore(source)));
      const [name] = names;

      if (names.size === 1) this.#assign(cluster, name!, cluster.reasons);
      else if (
        names.size === 0 &&
        (this.#isOfItsOwn(cluster, { isApart, isApartFromAll }) || isBeside(cluster, namedElsewhere))
      )
        this.#assign(cluster, ownName(cluster), ['Terraform creates it']);
      else this.#know(cluster);
    }
  }

  /** The name of the cluster of an object of Terraform, of what is related to it, and of the files of its root; undefined if it has none. */
  nameOf(source: Source): string | undefined {
    const named = this.#names.get(objectPlace(source, {}).unit);
    if (named !== undefined || source.origin) return named;

    for (let folder = folderOf(source.file); ; folder = folderOf(folder)) {
      if (this.#folders.has(folder)) return this.nameIn(folder);
      if (folder === '') return undefined;
    }
  }

  /** The only cluster of a Terraform root; undefined if there are several or none. */
  nameIn(folder: string): string | undefined {
    const names = this.#folders.get(folder);
    if (names?.size === 1) return [...names][0];
    return undefined;
  }

  #namesBefore(source: Source): readonly string[] {
    const named = this.#names.get(objectPlace(source, {}).unit);
    if (named === undefined) return this.#ownersOf(source);
    return [named];
  }

  /** Whether Terraform creates a cluster apart from those of all other NodePools, or NodePools next to those of several clusters. */
  #isOfItsOwn(
    cluster: ObjectCluster,
    { isApart, isApartFromAll }: Readonly<Record<'isApart' | 'isApartFromAll', (one: ObjectCluster) => boolean>>,
  ): boolean {
    if (!cluster.manifests.some(isTerraform)) return false;
    if (!hasNodes(cluster)) return cluster.createsCluster && isApartFromAll(cluster);
    return this.#isSeveral || isApart(cluster);
  }

  #assign(cluster: ObjectCluster, name: string, because: readonly string[]): void {
    const reasons = this.reasons.get(name) ?? new Set();
    for (const reason of because) reasons.add(reason);
    if (reasons.size > 0) this.reasons.set(name, reasons);
    for (const { source } of cluster.manifests)
      if (this.#ownersOf(source).length === 0) this.#names.set(objectPlace(source, {}).unit, name);
    this.#know(cluster);
  }

  /** Remembers the roots of a cluster. The files of a root that makes several clusters belong to none of them alone. */
  #know({ manifests }: ObjectCluster): void {
    for (const { source } of manifests.filter(isTerraform)) {
      const folder = rootFolder(source);
      const names = this.#folders.get(folder) ?? new Set();
      this.#folders.set(folder, names);
      for (const name of this.#namesBefore(source)) names.add(name);
    }
  }
}

/** Whether the other side of the change names clusters with roots, and this one is not among them: the change adds or removes those. */
const isBeside = (cluster: ObjectCluster, named: ReadonlySet<string>): boolean =>
  named.size > 0 && hasNodes(cluster) && cluster.manifests.some(isTerraform) && !named.has(ownName(cluster));

const hasNodes = ({ manifests }: ObjectCluster): boolean => manifests.some(isOfOneCluster);

/** Whether only names of tools are in the paths of its NodePools and node classes. */
const hasToolPaths = ({ manifests }: ObjectCluster): boolean =>
  manifests.filter(isOfOneCluster).every(({ source }) => isToolPath(pathOf(source)));

const pathOf = (source: Source): string => {
  if (source.origin?.tool === 'terraform') return rootFolder(source);
  return source.origin?.root ?? source.file;
};

const isTerraform = ({ source }: Manifest): boolean => source.origin?.tool === 'terraform';

/** The folder of the Terraform root that makes an object. The name of the root says with which variables, too. */
function rootFolder({ origin }: Source): string {
  const folder = origin!.root.split(' with ')[0]!;
  if (folder === '.') return '';
  return folder;
}

/** The name of a cluster that only Terraform defines: that of its environment, or its first root. */
function ownName({ environment, manifests }: ObjectCluster): string {
  const roots = manifests.filter(isTerraform).map(({ source }) => source.origin!.root);
  return environment ?? roots.sort(compareNames)[0]!;
}
