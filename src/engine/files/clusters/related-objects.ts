import type { Settings } from '../../karpenter/api/settings.ts';
import type { CloudProvider } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { ManifestSet, ParsedFile } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { addToGroup, groupBy } from '../../text/group-by.ts';
import { compareNames } from '../../text/name-order.ts';
import { folderOf, isWithin, type Source, stepsOfFolder } from '../../text/source.ts';
import { canBeOneEnvironment, comparedEnvironment } from '../places/compared-environment.ts';
import {
  addFacts,
  type ClusterFacts,
  type ClusterUnit,
  canAllBeOneName,
  clusterUnits,
  comparedNames,
  hasOneName,
  noFacts,
} from './cluster-unit.ts';

/** The objects that belong to one cluster, as far as the files show. */
export interface ObjectCluster {
  /** The name that an object gives to the cluster; undefined if none or several do. */
  readonly name: string | undefined;
  /** The environment, as the configuration or a folder names it. */
  readonly environment: string | undefined;
  /** In the order of the set. */
  readonly manifests: readonly Manifest[];
  /** How its roots and folders were related, for people. Empty if it has only one. */
  readonly reasons: readonly string[];
  /** Whether it is an example or test, in which files may be alternatives to each other. */
  readonly isExample: boolean;
  /** Whether an object creates the whole cluster. */
  readonly createsCluster: boolean;
  /** Its roots and folders, for people, sorted. */
  readonly places: readonly string[];
  /** The folders that they are in, sorted. */
  readonly folders: readonly string[];
  /** Files that could not be read, so that objects of any cluster may be missing. */
  readonly unreadFiles: readonly string[];
  /** The objects of some kinds, in the order of the set. */
  ofKind(...kinds: readonly string[]): readonly Manifest[];
}

/** Which objects of a set belong to the same cluster. */
export interface RelatedObjects {
  /** The cluster of an object. An object of another set is alone in its cluster. */
  clusterOf(manifest: Manifest): ObjectCluster;
  /**
   * Why two objects belong to the same cluster, as a clause: `both belong to the environment \`prod\``. Undefined if nothing shows that they do.
   */
  relation(a: Manifest, b: Manifest): string | undefined;
  /** All clusters, in the order of their first objects. */
  readonly clusters: readonly ObjectCluster[];
  /** Whether two of these clusters are certainly different ones: by their names, environments, NodePools, or because both are created. */
  areApart(a: ObjectCluster, b: ObjectCluster): boolean;
  /** Whether these clusters would be one if both did not have the same NodePool or node class. */
  differInObjects(a: ObjectCluster, b: ObjectCluster): boolean;
}

/** Units that are related, with everything that is known about their cluster. */
interface Group {
  readonly units: ClusterUnit[];
  readonly facts: ClusterFacts;
  readonly reasons: Set<string>;
}

/**
 * Relates objects that no file puts together, such as a node class in YAML and its subnets in Terraform. Places are related if they are in the same
 * folder, of the same environment, name the same cluster, or are about the only cluster of a folder or of the repository. Places of
 * different environments, or of clusters with different names, are never related.
 */
export function relatedObjects(
  all: ManifestSet,
  sorting: { readonly environments: Settings['environments']; readonly providers: readonly CloudProvider[] },
): RelatedObjects {
  const units = clusterUnits(all, sorting);
  const relating = new Relating([...new Set(units.values())]);
  const clusterOfGroup = new Map<Group, MadeCluster>();
  const unreadFiles = all.files.filter(isUnread).map(({ source }) => source.file);

  for (const manifest of all.manifests) {
    const group = relating.groupOf(units.get(manifest.source)!);
    const cluster = clusterOfGroup.get(group) ?? new MadeCluster(group, unreadFiles);
    clusterOfGroup.set(group, cluster);
    cluster.manifests.push(manifest);
  }

  const groupFor = ({ source }: Manifest): Group | undefined => {
    const unit = units.get(source);
    return unit && relating.groupOf(unit);
  };

  const groupOfCluster = new Map<ObjectCluster, Group>([...clusterOfGroup].map(([group, cluster]) => [cluster, group]));

  const groupsOf = (...clusters: readonly ObjectCluster[]): readonly Group[] =>
    clusters.flatMap((cluster) => groupOfCluster.get(cluster) ?? []);

  return {
    clusters: [...clusterOfGroup.values()],
    areApart: (a, b) => !isConsistent(groupsOf(a, b)),
    differInObjects: (a, b) => !isConsistent(groupsOf(a, b)) && isConsistent(groupsOf(a, b).map(withoutObjects)),
    clusterOf(manifest) {
      const group = groupFor(manifest);
      return (group && clusterOfGroup.get(group)) ?? aloneIn(manifest);
    },
    relation(a, b) {
      const group = groupFor(a);
      if (!group || group !== groupFor(b)) {
        if (a === b) return 'it is the same object';
        return undefined;
      }
      return relationOf(unitIn(units, a), unitIn(units, b), group);
    },
  };
}

/** Whether the content of a file is unknown. A template of Terraform is no mistake, but its objects are unknown, too. */
const isUnread = ({ isBroken, diagnostics }: ParsedFile): boolean =>
  isBroken || diagnostics.some(({ code }) => code === 'terraform/syntax');

const unitIn = (units: ReadonlyMap<Source, ClusterUnit>, { source }: Manifest): ClusterUnit => units.get(source)!;

function aloneIn(manifest: Manifest): ObjectCluster {
  const cluster = new MadeCluster({ units: [], facts: noFacts(), reasons: new Set() }, []);
  cluster.manifests.push(manifest);
  return cluster;
}

class MadeCluster implements ObjectCluster {
  readonly #group: Group;
  readonly manifests: Manifest[] = [];
  readonly unreadFiles: readonly string[];
  #byKind: ReadonlyMap<string, readonly Manifest[]> | undefined;

  constructor(group: Group, unreadFiles: readonly string[]) {
    this.#group = group;
    this.unreadFiles = unreadFiles;
  }

  get folders(): readonly string[] {
    return [...new Set(this.#group.units.map(({ folder }) => folder))].sort(compareNames);
  }

  get name(): string | undefined {
    const names = comparedNames(this.#group.facts);
    if (names.length === 1) return names[0];
    return undefined;
  }

  get environment(): string | undefined {
    const [first] = [...this.#group.facts.environments].sort(([a], [b]) => b.length - a.length || compareNames(a, b));
    return first?.[1];
  }

  get isExample(): boolean {
    return this.#group.units.some(({ example }) => example !== '');
  }

  get createsCluster(): boolean {
    return this.#group.facts.creators > 0;
  }

  get reasons(): readonly string[] {
    return [...this.#group.reasons].sort(compareNames);
  }

  get places(): readonly string[] {
    return [...new Set(this.#group.units.map(({ title }) => title))].sort(compareNames);
  }

  ofKind(...kinds: readonly string[]): readonly Manifest[] {
    this.#byKind ??= groupBy(this.manifests, ({ kind }) => kind);
    if (kinds.length === 1) return this.#byKind.get(kinds[0]!) ?? [];
    return this.manifests.filter(({ kind }) => kinds.includes(kind));
  }
}

/** Why two units of one group belong together. */
function relationOf(a: ClusterUnit, b: ClusterUnit, { reasons }: Group): string {
  if (a === b) {
    if (a.isTerraform) return 'the same Terraform root creates both';
    return `both are in ${a.title}`;
  }
  if (a.folder === b.folder) return sameFolder(a.folder);

  const [mine] = a.facts.environments;
  const [theirs] = b.facts.environments;
  if (mine && theirs && mine[0] === theirs[0]) return sameEnvironment([mine[1], theirs[1]].sort(compareNames)[0]!);

  const [name] = [...a.facts.names.keys()].filter((key) => b.facts.names.has(key)).sort(compareNames);
  if (name !== undefined) return sameName(name);

  return [...reasons].sort(compareNames).join(', ');
}

const sameFolder = (folder: string): string => {
  if (folder === '') return 'both are in the root folder';
  return `both are in the folder \`${folder}\``;
};
const sameEnvironment = (name: string): string => `both belong to the environment \`${name}\``;
const sameDestination = 'both are applied to the same cluster';
const sameName = (name: string): string => `both name the cluster \`${name}\``;
const onlyCluster = (folder: string): string => {
  if (folder === '') return 'the repository has only one cluster';
  return `the folder \`${folder}\` has only one cluster`;
};

const onlyPools = (folder: string): string => `only \`${folder}\` has NodePools`;

/** Folders that are named after what they install in a cluster, and not after the cluster. */
const toolFolder =
  /(?:^|\/)(?:karpenter(?:-[\w-]+)?|node-?(?:pool|class|claim)?(?:e?s)?|infra(?:structure)?|platform|system|kube-system|cluster|autoscaling|provisioners?|pools)$/i;

/** Joins units into groups, as long as nothing contradicts that they are one cluster. */
class Relating {
  readonly #groups = new Map<ClusterUnit, Group>();

  constructor(units: readonly ClusterUnit[]) {
    for (const unit of units) this.#groups.set(unit, { units: [unit], facts: copied(unit.facts), reasons: new Set() });
    for (const [, inExample] of [...groupBy(units, ({ example }) => example)]) this.#relate(inExample);
  }

  groupOf(unit: ClusterUnit): Group {
    return this.#groups.get(unit)!;
  }

  #relate(units: readonly ClusterUnit[]): void {
    this.#relateDestinations(units);
    for (const [folder, there] of groupBy(units, (unit) => unit.folder)) this.#join(there, sameFolder(folder));
    this.#relateEnvironments(units);
    this.#relateNames(units);
    this.#relateOnly(units);
    this.#relateToolFolder(units);
  }

  #relateDestinations(units: readonly ClusterUnit[]): void {
    const byDestination = new Map<string, ClusterUnit[]>();
    for (const unit of units)
      for (const destination of unit.facts.destinations) addToGroup(byDestination, destination, unit);
    for (const same of byDestination.values()) this.#join(same, sameDestination);
  }

  #relateEnvironments(units: readonly ClusterUnit[]): void {
    const byFolder = new Map<string, ClusterUnit[]>();
    const byName = new Map<string, ClusterUnit[]>();
    for (const unit of units) {
      for (const folder of unit.facts.environmentFolders) addToGroup(byFolder, folder, unit);
      for (const environment of unit.facts.environments.keys()) addToGroup(byName, environment, unit);
    }

    for (const same of [...byFolder.values(), ...byName.values()]) {
      const [name] = same[0]!.facts.environments.values();
      const reason = sameEnvironment(name!);
      if (this.#join(same, reason)) continue;

      // Several clusters of one environment differ in their names.
      for (const named of this.#byClusterName(same).values()) this.#join(named, reason);
    }
  }

  #relateNames(units: readonly ClusterUnit[]): void {
    for (const [name, same] of this.#byClusterName(units)) this.#join(same, sameName(name));
  }

  /** The units that name each cluster. A unit with several clusters is left out. */
  #byClusterName(units: readonly ClusterUnit[]): Map<string, ClusterUnit[]> {
    const byName = new Map<string, ClusterUnit[]>();
    for (const unit of units) {
      if (!hasOneName(unit.facts)) continue;
      for (const name of comparedNames(unit.facts)) addToGroup(byName, name, unit);
    }
    return byName;
  }

  /** Relates everything in a folder that has only one cluster, from the deepest folders to the repository. */
  #relateOnly(units: readonly ClusterUnit[]): void {
    const byFolder = new Map<string, ClusterUnit[]>();
    for (const unit of units) for (const folder of foldersAbove(unit)) addToGroup(byFolder, folder, unit);
    const folders = [...byFolder].sort(([a], [b]) => depthOf(b) - depthOf(a) || compareNames(a, b));

    for (const [folder, there] of folders) {
      const terraform = there.filter(({ isTerraform }) => isTerraform);
      const creators = there.filter(({ facts }) => facts.creators > 0);
      if (there.length < 2 || creators.length > 1) continue;
      if (creators.length === 0 && new Set(terraform.map((unit) => this.groupOf(unit))).size !== 1) continue;

      this.#join(there, onlyCluster(folder));
    }
  }

  /** Relates `karpenter/` to `apps/` and everything else next to it, if nothing else has NodePools and no cluster is created. */
  #relateToolFolder(units: readonly ClusterUnit[]): void {
    const withPools = units.filter(({ facts }) =>
      [...facts.karpenterObjects].some((name) => name.startsWith('NodePool/')),
    );
    const [pools] = withPools;
    if (pools === undefined || new Set(withPools.map((unit) => this.groupOf(unit))).size > 1) return;
    if (!toolFolder.test(pools.folder)) return;

    const parent = folderOf(pools.folder);
    const neighbors = units.filter(({ folder }) => isWithin(folder, parent) || parent === '');
    const isOfTerraform = neighbors.some(({ isTerraform, facts }) => isTerraform || facts.creators > 0);
    if (!isOfTerraform) this.#join(neighbors, onlyPools(pools.folder));
  }

  /** Joins the groups of some units, unless they contradict each other. */
  #join(units: readonly ClusterUnit[], reason: string): boolean {
    const groups = [...new Set(units.map((unit) => this.groupOf(unit)))];
    if (groups.length < 2) return true;

    const largest = groups.reduce((a, b) => {
      if (b.units.length > a.units.length) return b;
      return a;
    });
    if (!isConsistent(groups)) return false;

    for (const other of groups) {
      if (other === largest) continue;

      addFacts(largest.facts, other.facts);
      for (const old of other.reasons) largest.reasons.add(old);

      for (const unit of other.units) {
        largest.units.push(unit);
        this.#groups.set(unit, largest);
      }
    }

    largest.reasons.add(reason);

    return true;
  }
}

const maxDepth = 20;

/** The folder of a unit and those above it, as far as its example reaches. */
function foldersAbove({ folder, example }: ClusterUnit): string[] {
  const parts = stepsOfFolder(folder).slice(0, maxDepth);
  const above = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  if (example === '') return ['', ...above];
  return above.filter((folder) => folder === example || folder.startsWith(`${example}/`));
}

const depthOf = (folder: string): number => {
  if (folder === '') return 0;
  return folder.split('/').length;
};

/** More environments than this are never one cluster. */
const maxEnvironments = 4;

/** Whether groups can be one cluster: one environment, one name, created at most once, and no NodePool or node class twice. */
function isConsistent(groups: readonly Group[]): boolean {
  const all = noFacts();
  const names = new Set<string>();
  // Two roots that are applied to the same cluster may both have an object.
  const objectsOf = new Map<unknown, Set<string>>();
  let objects = 0;
  for (const { facts } of groups) {
    const [destination = facts] = facts.destinations;
    const there = objectsOf.get(destination) ?? new Set();
    objectsOf.set(destination, there);
    objects -= there.size;
    for (const object of facts.karpenterObjects) there.add(object);
    objects += there.size;
    addFacts(all, facts);
    for (const name of comparedNames(facts)) names.add(name);
    if (all.karpenterObjects.size < objects || all.creators > 1 || all.environments.size > maxEnvironments)
      return false;
  }

  const environments = [...all.environments.values()];

  return (
    environments.every((a, i) =>
      environments.slice(i + 1).every((b) => canBeOneEnvironment(comparedEnvironment(a), comparedEnvironment(b))),
    ) && canAllBeOneName([...names])
  );
}

const withoutObjects = (group: Group): Group => ({
  ...group,
  facts: { ...group.facts, karpenterObjects: new Set() },
});

function copied(facts: ClusterFacts): ClusterFacts {
  const copy = noFacts();
  addFacts(copy, facts);
  return copy;
}
