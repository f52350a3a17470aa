import type { Clusters } from '../changes/diff/surroundings.ts';
import { type ClusterRef, isOfOneCluster } from '../files/clusters/cluster-map.ts';
import { objectIdentity } from '../files/places/object-identity.ts';
import { objectPlace } from '../files/places/object-place.ts';
import { placeWithOwner } from '../files/places/split-files.ts';
import { isUnusedName } from '../files/places/unused-folder.ts';
import type { UncountedPods } from '../files/sources/uncounted-pods.ts';
import { settingsFor } from '../karpenter/api/environment.ts';
import { label } from '../karpenter/api/labels.ts';
import { karpenterMinors } from '../karpenter/api/versions.ts';
import { workloadsOf } from '../karpenter/workloads/workload-fields.ts';
import type { Change } from '../manifest/change.ts';
import { isProduction } from '../manifest/hints/environment-name.ts';
import { makesPods } from '../manifest/makers/makes-pods.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import type { Manifest } from '../manifest/model/manifest.ts';
import { groupBy } from '../text/group-by.ts';
import { listIf } from '../text/list-if.ts';
import { compareNames } from '../text/name-order.ts';
import { folderOf, type Source } from '../text/source.ts';
import { quoted } from '../text/words/quoted-names.ts';
import { type Context, knownOf, knownOn } from './context/context.ts';
import { type KarpenterTarget, runningKarpenter } from './context/karpenter-version.ts';
import type { ReviewInput } from './context/review-input.ts';
import type { SourceSet } from './context/source-set.ts';
import {
  isClusterRemoved,
  karpenterOf,
  kubernetesOf,
  type Target,
  type TargetInput,
  targetAfter,
  targetBefore,
  targetOf,
  withClusterVersions,
} from './context/target.ts';
import { kubernetesChange } from './upgrade/kubernetes-upgrade.ts';

/**
 * The parts of a review, each with its own cluster. There is one for each environment with any objects, sorted by name, which has its own objects and
 * those that all clusters share. Then comes one for the shared objects, which sees those of all clusters, and one for everything that no cluster
 * of the review gets: examples, and clusters without NodePools that the change does not touch.
 */
export function scopesOf(whole: Context, input: ReviewInput): readonly Context[] {
  const parted: Parted = { whole, owners: ownership(whole, input), input };
  const aside = filesAside(parted);
  const names = namesIn(parted, aside);
  const isAside = (file: string): boolean => aside.has(file);

  if (names.length === 0 && aside.size === 0) return [whole];

  const kept = whole.clusters.areInferred ? mostRelevant(names, parted) : names;
  const inUse = names.filter((name) => !isUnusedName(name));
  const undecided = inUse.length < 2 ? new Set<string>() : undecidedFiles(parted);

  const isOther = (file: string): boolean =>
    !isAside(file) && !(parted.owners.get(file) ?? []).some(({ name }) => kept.includes(name));

  const reviewed = reviewedFiles(whole);
  const isOfNone = (file: string): boolean => aside.has(file) || undecided.has(file);
  const scopes = kept.map((name) => scopeOf(name, parted, isOfNone));

  const shared = () => {
    if (aside.size === 0) return { ...whole, owns: isOther };
    return withoutAside(parted, { isAside, owns: isOther });
  };

  return [
    ...scopes,
    ...listIf(scopes.length === 0 || reviewed.some(isOther), shared()),
    ...(reviewed.some(isAside) ? [partOf(whole, { owns: isAside, sees: isAside })] : []),
  ];
}

/** The files that no cluster of the review gets. */
function filesAside({ whole, owners, input }: Parted): ReadonlySet<string> {
  if (!whole.clusters.areInferred) return new Set();

  const touched = new Set(changedFiles({ whole, input }).flatMap((file) => owners.get(file) ?? []));
  const hasSeveral = whole.clusters.clusters.filter(({ hasNodes, isExample }) => hasNodes && !isExample).length > 1;
  // Without a base, everything is new.
  const isTouched = (cluster: ClusterRef): boolean => {
    if (whole.base === null) return hasSeveral;
    return touched.has(cluster);
  };
  const isOut = (cluster: ClusterRef): boolean =>
    cluster.isExample || cluster.isOfOtherCloud === true || (!cluster.hasNodes && !isTouched(cluster));

  return new Set(
    [...owners].flatMap(([file, all]) => {
      if (all.length > 0 && all.every(isOut)) return [file];
      return [];
    }),
  );
}

/**
 * The files with workloads of which nothing says in which of several inferred clusters they run: no cluster owns them, their folder has neither
 * NodePools that all clusters share nor those of several clusters, and no ApplicationSet makes them for each cluster.
 */
function undecidedFiles({ whole, owners }: Parted): ReadonlySet<string> {
  if (!whole.clusters.areInferred) return new Set();

  const files = [...(whole.base?.files ?? []), ...whole.head.files];
  const shared = files.filter(({ source }) => owners.get(source.file)?.length === 0);
  const owning = files.filter(({ manifests }) => manifests.some(isOfOneCluster));
  const byFolder = groupBy(owning, ({ source }) => placeOf(source));
  const ownersIn = (place: string): number =>
    new Set((byFolder.get(place) ?? []).flatMap(({ source }) => owners.get(source.file) ?? [])).size;
  const ofAll = new Set(
    shared.flatMap(({ source, manifests }) => {
      if (manifests.some(isOfOneCluster)) return [placeOf(source)];
      return [];
    }),
  );

  return new Set(
    shared.flatMap(({ source, manifests }) => {
      const place = placeOf(source);
      const isOfAll = ofAll.has(place) || ownersIn(place) > 1 || isMadeForEach(source);
      if (!isOfAll && manifests.some(createsPods)) return [source.file];
      return [];
    }),
  );
}

/** The root or the folder of a text. */
const placeOf = (source: Source): string => {
  if (source.origin === undefined) return folderOf(source.file);
  return objectPlace(source, {}).unit;
};

/** Whether an ApplicationSet of Argo CD makes a text, usually for each of the clusters. */
const isMadeForEach = ({ origin }: Source): boolean => origin?.root.startsWith('ApplicationSet ') === true;

const createsPods = (manifest: Manifest): boolean =>
  makesPods(manifest) || workloadsOf({ manifests: [manifest] }).length > 0;

/** The environments with any objects. A single inferred cluster needs no name. */
function namesIn({ whole, owners }: Parted, aside: ReadonlySet<string>): readonly string[] {
  const { clusters } = whole;
  const files = clusters.areInferred ? [...owners.keys()] : reviewedFiles(whole);
  const named = files.filter((file) => !aside.has(file)).flatMap((file) => owners.get(file) ?? []);
  const names = [...new Set(named.map(({ name }) => name))].sort(compareNames);
  if (clusters.areInferred && names.length < 2) return [];
  return names;
}

/** The number of inferred clusters that get figures of their own. */
const maxInferred = 24;

/** The clusters that the change touches, production first. */
function mostRelevant(names: readonly string[], { whole, owners, input }: Parted): readonly string[] {
  if (names.length <= maxInferred) return names;

  const changed = changedFiles({ whole, input }).flatMap((file) => owners.get(file) ?? []);
  const touched = new Set(changed.map(({ name }) => name));
  const rank = (name: string): number => (touched.has(name) ? 0 : 2) + (isProduction(name) ? 0 : 1);

  return [...names]
    .sort((a, b) => rank(a) - rank(b) || compareNames(a, b))
    .slice(0, maxInferred)
    .sort();
}

/** Names of the files that differ between both sides. */
function changedFiles({ whole: { base, head }, input }: Pick<Parted, 'whole' | 'input'>): readonly string[] {
  const textsOf = (set: ManifestSet | null, side: SourceSet | null): Map<string, string> => {
    const sources = [...(side?.hintSources ?? []), ...(set?.files ?? []).map(({ source }) => source)];
    return new Map(sources.map(({ file, text }) => [file, text]));
  };
  const [before, after] = [textsOf(base, input.base), textsOf(head, input.head)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file));
}

type Owners = ReadonlyMap<string, readonly ClusterRef[]>;

/** The input that is divided into scopes. */
interface Parted {
  readonly whole: Context;
  readonly owners: Owners;
  /** With the settings of all environments. */
  readonly input: ReviewInput;
}

/** The environments of each file, by its name as a Source. A file without objects may name versions, and so have findings. */
function ownership({ base, head, clusters }: Context, input: ReviewInput): Owners {
  const parsed = [...(base?.files ?? []), ...head.files].map(({ source }) => source);
  const hints = [...(input.base?.hintSources ?? []), ...input.head.hintSources];
  return new Map([...hints, ...parsed].map((source) => [source.file, clusters.clustersOf(source)]));
}

/** Names of the files that rules look at: those with objects, and those that could not be read. */
const reviewedFiles = ({ base, head }: Context): readonly string[] =>
  [...(base?.files ?? []), ...head.files]
    .filter(({ manifests, diagnostics, isBroken }) => manifests.length > 0 || diagnostics.length > 0 || isBroken)
    .map(({ source }) => source.file);

function scopeOf(environment: string, parted: Parted, isOfNone: (file: string) => boolean): Context {
  const { whole, owners, input: all } = parted;
  const input = { ...all, settings: settingsFor(all.settings, environment) };
  const owns = (file: string): boolean => (owners.get(file) ?? []).some(({ name }) => name === environment);
  const sees = (file: string): boolean => owns(file) || (!isOfNone(file) && (owners.get(file) ?? []).length === 0);
  const targetIn = (side: TargetInput): Target => targetFor(side, { owns, sees });
  const named = targetAfter(input, { isClusterRemoved: isClusterRemoved(whole, owns), of: targetIn });
  const target = withClusterVersions(named, whole.lives.get(environment) ?? null);
  const isAdded = isClusterAdded({ whole, input }, owns);
  const before = isAdded
    ? { ...target, onlyInHead: ['karpenter', 'kubernetes'] as const }
    : targetBefore(target, input, targetIn);

  const part = partOf(whole, { owns, sees, environment });

  return {
    ...part,
    ...knownOf(target, input, part.head),
    before: knownOf(before, input, part.base ?? part.head),
    environment,
    // Before it exists, a cluster runs nothing that could be missing in its figures.
    ...(isAdded && { isAdded, uncounted: { ...part.uncounted, base: [] } }),
  };
}

/** Whether base has no file of a cluster. Files that it shares with others name no version that it had. */
const isClusterAdded = (
  { whole: { base }, input }: Pick<Parted, 'whole' | 'input'>,
  owns: (file: string) => boolean,
): boolean => {
  const files = [...(base?.files ?? []).map(({ source }) => source), ...(input.base?.hintSources ?? [])];
  return base !== null && !files.some(({ file }) => owns(file));
};

/** Everything without the files that no cluster of the review gets. */
function withoutAside(
  { whole, input }: Parted,
  { isAside, owns }: { readonly isAside: (file: string) => boolean; readonly owns: (file: string) => boolean },
): Context {
  const sees = (file: string): boolean => !isAside(file);
  const targetIn = (side: TargetInput): Target => targetFor(side, { owns: sees, sees });
  const named = targetAfter(input, { isClusterRemoved: isClusterRemoved(whole, sees), of: targetIn });
  const target = withClusterVersions(named, whole.live);

  const part = partOf(whole, { owns, sees });

  return {
    ...part,
    ...knownOf(target, input, part.head),
    before: knownOf(targetBefore(target, input, targetIn), input, part.base ?? part.head),
  };
}

/** Tells which files a scope reports on, and which ones its cluster has. */
type Files = Pick<Context, 'owns' | 'sees'>;

/** The part of both sides that a scope sees. Without an environment, it has what is rendered for any of them. */
function partOf(whole: Context, { owns, sees, environment }: Files & { readonly environment?: string }): Context {
  const part = (set: ManifestSet): ManifestSet => {
    // A patch that is not rendered belongs to the environment of the object it changes.
    const isWhole = ({ source, isPartial }: Manifest): boolean => owns(source.file) && !isPartial;
    const identities = new Set(set.manifests.filter(isWhole).map(objectIdentity));
    return {
      files: set.files.filter(({ source }) => sees(source.file)),
      // An object of an environment replaces a shared object of the same name.
      manifests: set.manifests.filter(
        (manifest) =>
          owns(manifest.source.file) || (sees(manifest.source.file) && !identities.has(objectIdentity(manifest))),
      ),
    };
  };

  // A root that is not rendered has no file of its own, only a place.
  const isOfCluster = (source: Source): boolean => {
    const clusters = whole.clusters.clustersOf(source);
    return environment === undefined || clusters.length === 0 || clusters.some(({ name }) => name === environment);
  };

  const isSeen = ({ source }: UncountedPods): boolean => {
    if (source === undefined) return true;
    if (source.origin === undefined) return sees(source.file);
    return isOfCluster(source);
  };

  const { base, head, uncounted } = whole;

  return {
    ...whole,
    base: base && part(base),
    head: part(head),
    uncounted: { base: uncounted.base.filter(isSeen), head: uncounted.head.filter(isSeen) },
    owns,
    sees,
  };
}

/** Hints about the cluster from the environment's own files take precedence over shared files. Those of other clusters say nothing about it. */
function targetFor({ settings, facts, head, base = null }: TargetInput, { owns, sees }: Files): Target {
  const of = (isKept: (file: string) => boolean): Target =>
    targetOf({ settings, facts, head: only(head, isKept), base: base && only(base, isKept) });

  const targets = [of(owns), of((file) => sees(file) && !isSetUp(file))] as const;
  const last = targets[1];
  const region = targets.find(({ isRegionAssumed }) => !isRegionAssumed) ?? last;
  const karpenter = targets.find(({ isKarpenterAssumed }) => !isKarpenterAssumed);
  const kubernetes = targets.find(({ kubernetesVersion }) => kubernetesVersion !== undefined) ?? last;

  return {
    ...region,
    ...karpenterOf(karpenter ?? assumedFrom(targets)),
    ...kubernetesOf(kubernetes),
    karpenterSettings: { ...targets[1].karpenterSettings, ...targets[0].karpenterSettings },
    helmSettings: targets[1].helmSettings,
  };
}

/**
 * Whether plumbline reads or wrote a file for the clusters that it connects to. The ARN of a cluster in it is about one environment, whose
 * settings have it anyway.
 */
const isSetUp = (file: string): boolean =>
  /(?:^|\/)\.?plumbline\.ya?ml$|^\.github\/workflows\/plumbline-|^plumbline\/[^/]+\/(?:policy|trust-policy|access-entry)\.json$/.test(
    file,
  );

/** The version of an environment that nothing names: one that can run what the environment's own files contain. */
const assumedFrom = ([target, shared]: readonly [Target, Target]): KarpenterTarget =>
  [target, shared].find(({ possibleKarpenterVersions: possible }) => possible.length < karpenterMinors.length) ??
  shared;

const only = (set: SourceSet, isKept: (file: string) => boolean): SourceSet => ({
  ...set,
  sources: set.sources.filter(({ file }) => isKept(file)),
  hintSources: set.hintSources.filter(({ file }) => isKept(file)),
});

/** The scope whose figures the review shows: production, if the change affects it. */
export function mainScope(scopes: readonly Context[], changes: readonly Change[]): Context {
  const named = scopes.filter(({ environment }) => environment !== null);
  const changed = named.filter((scope) => changes.some(({ span }) => scope.owns(span.file)));
  const inUse = (scope: Context): boolean => !isUnusedName(scope.environment!);
  const candidates =
    [changed.filter(inUse), changed, named.filter(inUse), named].find(({ length }) => length > 0) ?? [];
  const production = candidates.filter(({ environment }) => isProduction(environment!));
  if (production.length > 0) return largest(production);

  // Of names that say nothing, and that nobody put in an order, the largest cluster counts.
  const isOrdered = scopes[0]?.clusters.areInferred !== true;
  if (candidates.length === 0 || isOrdered) return candidates.at(-1) ?? scopes[0]!;
  return largest(candidates.toReversed());
}

/** The scope with the most pods; the first of several with as many. */
const largest = (scopes: readonly Context[]): Context =>
  scopes.reduce((most, scope) => (podsOf(scope) > podsOf(most) ? scope : most));

/** The pods that the workloads of a scope ask for on the side that has more of them. */
function podsOf({ base, head }: Context): number {
  const counts = [base, head].map((side) =>
    (side?.manifests ?? [])
      .filter(createsPods)
      .reduce((sum, manifest) => sum + (Number(manifest.get(['spec', 'replicas']) ?? 1) || 0), 0),
  );
  return Math.max(...counts);
}

/** A change with the configured environments that it affects. */
export function inEnvironments(change: Change, scopes: readonly Context[]): Change {
  const named = scopes.filter(({ environment }) => environment !== null);
  const environments = named.flatMap(({ environment, owns }) => {
    if (owns(change.span.file)) return [environment!];
    return [];
  });
  // With a single environment, naming it adds nothing.
  if (named.length < 2 || environments.length === 0) return change;
  return { ...change, environments };
}

/** Changes of workloads that no scope with a cluster sees, although there are several, with the remark that nothing says where they run. */
export function withUnknownClusters(changes: readonly Change[], scopes: readonly Context[]): readonly Change[] {
  const named = scopes.filter(({ environment }) => environment !== null);
  const [first] = named;
  if (first === undefined || named.length < 2 || !first.clusters.areInferred) return changes;

  const manifests = scopes.flatMap(({ base, head }) => [...(base?.manifests ?? []), ...head.manifests]);
  const isOfNone = (manifest: Manifest): boolean =>
    first.clusters.clustersOf(manifest.source).length === 0 &&
    !named.some(({ sees }) => sees(manifest.source.file)) &&
    createsPods(manifest);
  const ofNone = new Set(manifests.filter(isOfNone).map(({ source, kind, name }) => keyOf(source, { kind, name })));

  return changes.map((change) => {
    if (ofNone.has(keyOf(change.span, change.resource)))
      return { ...change, isOfUnknownCluster: true, remark: unknownCluster(change) };

    return change;
  });
}

const keyOf = ({ file }: { readonly file: string }, { kind, name }: Pick<Manifest, 'kind' | 'name'>): string =>
  JSON.stringify([file, kind, name]);

const unknownCluster = ({ resource: { kind, namespace, name } }: Change): string =>
  `Nothing says in which cluster ${quoted(`${kind}/${namespace ?? 'default'}/${name}`)} runs, so no cluster counts its pods. Name its cluster under \`environments\` in plumbline.yaml`;

/** How to tell apart objects of several places and environments that have the same name. */
export function clustersForDiff(scopes: readonly Context[]): Clusters {
  const { clusters, settings, splits, related } = scopes[0]!;
  const scopeFor = ({ source }: Manifest): Context | undefined => scopes.find(({ owns }) => owns(source.file));

  return {
    placeOf: (source) => placeWithOwner(splits, source, objectPlace(source, settings.environments)),
    splitOf: ({ file }) => splits.get(file),
    clusterOf: (source) => clusters.clustersOf(source)[0]?.name ?? '',
    packOf: (manifest) => scopeFor(manifest)?.pack,
    packBefore: (manifest) => scopeFor(manifest)?.before.pack,
    karpenterOn(manifest, side) {
      const scope = scopeFor(manifest);
      const target = scope && knownOn(scope, side).target;
      return target && runningKarpenter(target);
    },
    catalogOf: (manifest) => scopeFor(manifest)?.catalog ?? undefined,
    runsNodes(owner) {
      const scope = scopeFor(owner);
      const live = scope && (scope.lives.get(scope.environment ?? '') ?? scope.live);
      const named =
        owner.kind === 'NodePool' ? ['metadata', 'labels', label.nodePool] : ['spec', 'nodeClassRef', 'name'];
      const isOfOwner = (manifest: Manifest): boolean =>
        manifest.kind === 'NodeClaim' && manifest.get(named) === owner.name;
      return live?.manifests.some(isOfOwner) === true;
    },
    kubernetesBefore(manifest) {
      const { target } = scopeFor(manifest)?.before ?? {};
      if (target?.onlyInHead?.includes('kubernetes')) return undefined;
      return target?.kubernetesVersion;
    },
    kubernetesAfter: (manifest) => scopeFor(manifest)?.settings.kubernetesVersion,
    karpenterScript(manifest) {
      const scope = scopeFor(manifest);
      const { karpenterVersionSpan: after, karpenterRelease, karpenterVersion } = scope?.target ?? {};
      const before = scope?.before.target.karpenterVersionSpan;
      if (!after?.file.endsWith('.sh') || before === undefined || before.file === after.file) return undefined;
      return { file: after.file, version: karpenterRelease ?? karpenterVersion! };
    },
    objectsOf: (manifest, side) => related[side]().clusterOf(manifest),
    kubernetesOf(manifest) {
      const scope = scopeFor(manifest);
      return scope && kubernetesChange(scope);
    },
  };
}
