import type { Settings } from '../../karpenter/api/settings.ts';
import { comparedName, isEnvironmentName } from '../../manifest/hints/environment-name.ts';
import { groupBy } from '../../text/group-by.ts';
import { optional } from '../../text/list-if.ts';
import { compareNames } from '../../text/name-order.ts';
import { baseNameOf, commonFileRoot, folderOf, isWithin, type Source } from '../../text/source.ts';
import { type ObjectPlace, objectPlace } from './object-place.ts';

/** An object that belongs to one cluster, such as a NodePool or a node class. */
export interface PlacedObject {
  readonly source: Source;
  /** The same for objects of the same kind and name. */
  readonly identity: string;
  /** Whether it is what other objects refer to, such as a node class. Files of one folder that only have such objects are not told apart. */
  readonly isReferredTo?: boolean;
}

/** The clusters that the places of objects show. */
interface PlacedClusters {
  /** Sorted; empty if nothing shows that there are several. */
  readonly names: readonly string[];
  /** The clusters that a text belongs to. Empty if it belongs to all of them. */
  ownersOf(source: Source): readonly string[];
}

/**
 * Tells clusters apart by where their objects are: by the name of an environment in the path, and where objects have the same name, by
 * the first folder in which their paths differ. `sides` are the objects of base and head.
 */
export function clustersByPlace(sides: readonly (readonly PlacedObject[])[]): PlacedClusters {
  const none: Settings['environments'] = {};
  /** A root may have another environment after the change. */
  const keyOf = ({ unit, environment = '' }: ObjectPlace): string => JSON.stringify([unit, environment]);
  const places = new Map<string, Unit>();
  // A file may have thousands of objects.
  const tagged = new Map<string, readonly string[]>();

  const placed = sides.map((objects) =>
    objects.map(({ source, identity, isReferredTo = false }) => {
      const place = objectPlace(source, none);
      const path = place.kind === 'folder' ? source.file : place.name;
      const isShared = isReferredTo && (places.get(keyOf(place))?.isShared ?? true);
      if (!tagged.has(source.text)) tagged.set(source.text, environmentsInTags(source.text));
      places.set(keyOf(place), {
        ...place,
        path,
        isShared,
        tagged: tagged.get(source.text)!,
        destination: source.origin?.destination,
        cluster: source.origin?.cluster,
        source,
      });
      return { place: { ...place, path }, identity, isReferredTo };
    }),
  );

  const names = new Map<string, string>();
  for (const objects of placed) {
    const pools = objects.filter(({ isReferredTo }) => !isReferredTo);
    for (const group of groupBy(objects, ({ identity }) => identity).values())
      nameApart(new Map(group.map(({ place }) => [place.unit, places.get(keyOf(place))!])), names, (path) =>
        pools.filter(({ place }) => isWithin(place.path, path)).map(({ identity }) => identity),
      );
  }

  for (const { unit, kind, name } of places.values()) if (isOfProvider(kind, name)) names.set(unit, name);
  nameDestinations([...places.values()], names);

  const nameOf = ({ unit, environment }: Unit): string | undefined => names.get(unit) ?? environment;
  const all = [...new Set([...places.values()].flatMap((place) => nameOf(place) ?? []))].sort(compareNames);
  if (all.length < 2) return { names: [], ownersOf: () => [] };

  const environments = new Set(
    [...places.values()].flatMap((place) => {
      if (names.has(place.unit)) return [];
      return place.environment ?? [];
    }),
  );
  return {
    names: all,
    ownersOf: ownersIn({
      names,
      environments,
      destinations: namesOfDestinations([...places.values()], names),
      alternatives: alternativesIn([...places.values()], names),
    }),
  };
}

/** Whether a provider of Terraform with an alias connects to the cluster of a root's objects, so that it is apart from all others. */
const isOfProvider = (kind: ObjectPlace['kind'], name: string): boolean =>
  kind === 'root' && name.includes(' with provider ');

/** Gives roots that are applied to the same cluster one name: the first one that any of them has. */
function nameDestinations(places: readonly Unit[], names: Map<string, string>): void {
  const roots = places.filter(({ kind, destination }) => kind === 'root' && destination !== undefined);

  for (const same of groupBy(roots, clusterOfUnit).values()) {
    const [name] = same.flatMap(({ unit }) => names.get(unit) ?? []).sort(compareNames);
    if (name !== undefined) for (const { unit } of same) names.set(unit, name);
  }
}

/** The names of the clusters to which named roots are applied, so that other roots of the same cluster have them. */
function namesOfDestinations(places: readonly Unit[], names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    places.flatMap((place) => {
      const name = names.get(place.unit);
      if (place.kind !== 'root' || place.destination === undefined || name === undefined) return [];
      return [[clusterOfUnit(place), name] as const];
    }),
  );
}

/** The cluster of a root as far as its definition and its environment say which one it is. */
const clusterOfUnit = ({ destination = '', environment = '' }: Pick<Unit, 'destination' | 'environment'>): string =>
  JSON.stringify([destination, environment]);

/** Whether some places are roots that are all applied to the same cluster. */
const areOfOneDestination = (places: readonly Unit[]): boolean =>
  places.every(
    ({ kind, destination }) => kind === 'root' && destination !== undefined && destination === places[0]!.destination,
  );

/** For each file that only has what others refer to: the files of its folder that are alternatives, and so clusters of their own. */
function alternativesIn(
  places: readonly Unit[],
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const files = groupBy(
    places.filter(({ unit, path }) => names.get(unit) === path),
    ({ path }) => folderOf(path),
  );

  const shared = places.filter(({ unit, isShared }) => isShared && !names.has(unit));

  return new Map(
    shared.flatMap(({ unit, path }) => {
      const siblings = (files.get(folderOf(path)) ?? []).map((place) => place.path).sort(compareNames);
      if (siblings.length > 0) return [[unit, siblings] as const];
      return [];
    }),
  );
}

/** A place, or a file of a folder. */
interface Unit extends ObjectPlace {
  /** The path of the file, or the name of the place. */
  readonly path: string;
  /** Whether all of its objects are referred to. */
  readonly isShared: boolean;
  /** The cluster to which a root is applied. */
  readonly destination: string | undefined;
  /** What Argo CD calls that cluster. */
  readonly cluster: string | undefined;
  /** One of its texts. A file has only one. */
  readonly source: Source;
  /** Environments that its tags name as a part of a cluster's name, in the spelling in which they are compared. */
  readonly tagged: readonly string[];
}

const environmentWords = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .replace(/non[-_.]prod/, 'nonprod')
    .split(/[-_.]/)
    .filter(isEnvironmentName)
    .map(comparedName);

const clusterTag =
  /(?:karpenter\.sh\/discovery|alpha\.eksctl\.io\/cluster-name|eks:cluster-name|KubernetesCluster)["']?[ \t]*:[ \t]*["']?([\w.-]{1,100})/g;

/** The environments in the names of clusters that the tags of a text contain: `shop-staging` → `staging`. */
const environmentsInTags = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(clusterTag)].flatMap(([, name]) => environmentWords(name!))),
];

/** More places than this are not compared with each other, so that the work stays bounded. */
const maxPlaces = 200;

/** Folders that are named after what reads them, and not after a cluster. */
const toolFolder =
  /^(?:argocd?|bases?|charts?|common|deploy(?:ments?)?|flux|gitops|helm|infra(?:structure)?|k8s|karpenter|kubernetes|kustomize|manifests?|shared|terraform|tf|yaml)$/;

/** Files that are named after what is in them: `karpenter-nodepool.yaml`. */
const contentFile =
  /^(?:(?:ec2|karpenter|node-?class(?:es)?|node-?pools?|provisioners?|templates?)[-_.]?){1,4}\.ya?ml$/;

/** Whether a path only has names of tools and of what is in a file, which tell no clusters apart. */
export const isToolPath = (path: string): boolean =>
  path === '' || path.split('/').every((part) => part === '.' || toolFolder.test(part) || contentFile.test(part));

/** Whether a file is a copy that somebody keeps next to the one that is applied. */
const isCopy = (path: string): boolean => /(?:^|[^a-z])(?:copy|backup|bak)(?:[^a-z]|$)/i.test(baseNameOf(path));

/** Whether the names of tools are all in which the paths of some places differ. Files next to each other may be alternatives. */
function haveToolPaths(places: readonly Unit[]): boolean {
  const folders = new Set(
    places.map(({ kind, path }) => {
      if (kind === 'root') return path;
      return folderOf(path);
    }),
  );
  return folders.size > 1 && foldersOf(places).every(isToolPath);
}

/** The first folders in which paths differ, or the paths themselves. */
function foldersOf(places: readonly Unit[]): readonly string[] {
  const paths = places.map(({ path }) => path);
  return paths.map((path) => apart(path, paths) ?? path);
}

/** Whether each of some folders has NodePools, and no two of them have the same one: they are not versions of one another. */
function haveOtherPools(folders: readonly string[], poolsIn: (folder: string) => readonly string[]): boolean {
  if (folders.length < 2 || folders.length > maxPlaces) return false;

  const pools = folders.map((folder) => [...new Set(poolsIn(folder))]);
  return pools.every(({ length }) => length > 0) && new Set(pools.flat()).size === pools.flat().length;
}

/**
 * Names the places that have the same object, unless the names of their environments already tell them apart. `poolsIn` returns the NodePools below a
 * path.
 */
function nameApart(
  places: ReadonlyMap<string, Unit>,
  names: Map<string, string>,
  poolsIn: (path: string) => readonly string[],
): void {
  const rootCount = [...places.values()].filter(({ kind }) => kind === 'root').length;
  for (const all of groupBy(places.values(), ({ environment = '' }) => environment).values()) {
    const alike = withoutAppliedTogether(all);
    const roots = alike.filter(({ kind }) => kind === 'root');
    const isApart = haveOtherPools(foldersOf(alike), poolsIn);
    // A plain file that several roots may include belongs to all of them.
    const group = roots.length > 0 && !isApart ? roots : alike;
    const isNamed = group.length > 1 || (roots.length === 1 && roots[0]!.environment === undefined && rootCount > 1);
    if (!isNamed || group.length > maxPlaces || areOfOneDestination(group)) continue;

    const paths = group.map(({ path }) => path);
    // `k8s` and `terraform` have two versions of one cluster's object, such as a template and what it renders to.
    if (!isApart && haveToolPaths(group)) continue;

    for (const place of group) {
      const { unit, kind, path, isShared, environment, cluster } = place;
      const name =
        kind === 'root'
          ? (cluster ?? path)
          : (apart(path, paths) ?? folderAlone(path, paths) ?? environmentOfFile(place) ?? path);
      // A node class with copies next to it would be apart from the NodePools that refer to it.
      if (isShared && name === path) continue;
      // The files of a folder that is named after an environment are of its cluster, also if two of them define the same object.
      if (kind === 'folder' && name === path && environment !== undefined && !paths.some(isCopy)) continue;

      const clusterName = names.get(unit);
      // Files with the same name at their start are told apart as far as any object needs it.
      if (clusterName === undefined || (path.startsWith(clusterName) && clusterName.length < name.length))
        names.set(unit, name);
    }
  }
}

/**
 * The environment that a file is named after, such as `nodepool-dev.yaml` or `prod.yaml`. Undefined if its tags name another one.
 */
function environmentOfFile({ path, tagged }: Unit): string | undefined {
  const words = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.ya?ml$/, '')
    .split(/[-_.]/);

  const named = [words.at(-1)!, words[0]!].find(isEnvironmentName);
  const isContradicted = tagged.length > 0 && !tagged.includes(comparedName(named?.toLowerCase() ?? ''));

  if (isContradicted) return undefined;
  return named;
}

/** The shortest beginning of a path that none of the other paths has, by whole folders; undefined if there is none. */
function apart(path: string, paths: readonly string[]): string | undefined {
  const parts = path.split('/');
  const others = paths.filter((other) => other !== path);

  for (let count = 1; count < parts.length; count++) {
    const start = parts.slice(0, count).join('/');
    if (others.every((other) => other !== start && !other.startsWith(`${start}/`))) return start;
  }

  return undefined;
}

/** The folder of a path if the other paths are in other folders, such as a subfolder `archive`; undefined if one is next to it. */
function folderAlone(path: string, paths: readonly string[]): string | undefined {
  const folder = folderOf(path);
  const isAlone = paths.every((other) => other === path || folderOf(other) !== folder);
  if (isAlone) return folder || '.';
  return undefined;
}

/** The places without files that something applies together with an earlier one: the same object in both is a mistake, and no alternative. */
function withoutAppliedTogether(places: readonly Unit[]): readonly Unit[] {
  if (places.length > maxPlaces) return places;
  return places.filter(
    ({ kind, source }, i) =>
      kind !== 'folder' || !places.slice(0, i).some((other) => commonFileRoot(other.source, source) !== undefined),
  );
}

interface Naming {
  /** Unit of a place → the name of its cluster. */
  readonly names: ReadonlyMap<string, string>;
  /** Environments that are clusters by their name alone. */
  readonly environments: ReadonlySet<string>;
  /** Cluster of a root → its name. */
  readonly destinations: ReadonlyMap<string, string>;
  /** Unit of a place → further clusters that it belongs to. */
  readonly alternatives: ReadonlyMap<string, readonly string[]>;
}

function ownersIn({ names, environments, destinations, alternatives }: Naming): PlacedClusters['ownersOf'] {
  const folders = new Set([...names.values()]);
  return (source) => {
    const { unit, environment, kind, name } = objectPlace(source, {});
    if (isOfProvider(kind, name)) return [name];
    const named =
      names.get(unit) ??
      (source.origin
        ? destinations.get(clusterOfUnit({ destination: source.origin.destination, environment }))
        : folderAmong(folderOf(source.file), folders));
    const owner = named ?? (environment !== undefined && environments.has(environment) ? environment : undefined);
    return [...optional(owner), ...(alternatives.get(unit) ?? [])];
  };
}

/** The longest of some folders that contains a folder. */
function folderAmong(folder: string, folders: ReadonlySet<string>): string | undefined {
  for (let at = folder; at !== ''; at = folderOf(at)) if (folders.has(at)) return at;
  return undefined;
}
