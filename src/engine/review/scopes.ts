import { settingsFor } from '../api/environment.ts';
import { karpenterMinors } from '../api/versions.ts';
import type { Change } from '../change.ts';
import type { Clusters } from '../diff/diff.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { compareNames } from '../name-order.ts';
import type { RepositoryClusters } from '../places/clusters.ts';
import { objectIdentity } from '../places/object-identity.ts';
import { objectPlace } from '../places/object-place.ts';
import type { Source } from '../source.ts';
import type { UncountedPods } from '../sources/uncounted-pods.ts';
import { type Context, knownOf } from './context.ts';
import { production } from './figures/one-cluster.ts';
import type { KarpenterTarget } from './karpenter-version.ts';
import type { ReviewInput } from './review-input.ts';
import type { SourceSet } from './source-set.ts';
import {
  karpenterOf,
  kubernetesOf,
  type Target,
  type TargetInput,
  targetBefore,
  targetOf,
  withClusterVersions,
} from './target.ts';
import { kubernetesChange } from './upgrade/kubernetes-upgrade.ts';

/**
 * The parts of a review, each with its own cluster. There is one for each environment with any objects, sorted by name, which has its
 * own objects and those of no environment. The last one is for all other objects, and sees all of them. The configuration names the
 * environments. If it names none, they are inferred from where objects are.
 */
export function scopesOf(whole: Context, input: ReviewInput): readonly Context[] {
  const { clusters } = whole;
  if (clusters.names.length === 0) return [whole];
  const owners = ownership(whole);
  const owned = new Set([...owners.values()].flat());
  const names = clusters.names.filter((name) => owned.has(name));
  const kept = clusters.areInferred ? mostRelevant(names, { whole, owners }) : names;
  const scopes = kept.map((name) => scopeOf(name, { whole, owners, input }));
  const isOther = (file: string): boolean => !(owners.get(file) ?? []).some((name) => kept.includes(name));
  return scopes.length === 0 || [...owners.keys()].some(isOther) ? [...scopes, { ...whole, owns: isOther }] : scopes;
}

/** The number of inferred clusters that get figures of their own. */
const maxInferred = 24;

/** The clusters that the change touches, production first. */
function mostRelevant(
  names: readonly string[],
  { whole: { base, head }, owners }: Pick<Parted, 'whole' | 'owners'>,
): readonly string[] {
  if (names.length <= maxInferred) return names;
  const same = new Set(base?.files.map(({ source }) => source));
  const known = new Set(head.files.map(({ source }) => source));
  const changed = [...(base?.files ?? []), ...head.files].filter(
    ({ source }) => !same.has(source) || !known.has(source),
  );
  const touched = new Set(changed.flatMap(({ source }) => owners.get(source.file) ?? []));
  const rank = (name: string): number => (touched.has(name) ? 0 : 2) + (production.test(name) ? 0 : 1);
  return [...names]
    .sort((a, b) => rank(a) - rank(b) || compareNames(a, b))
    .slice(0, maxInferred)
    .sort();
}

type Owners = ReadonlyMap<string, readonly string[]>;

/** The input that is divided into scopes. */
interface Parted {
  readonly whole: Context;
  readonly owners: Owners;
  /** With the settings of all environments. */
  readonly input: ReviewInput;
}

/** The environments of each file with objects, by its name as a Source. */
function ownership({ base, head, clusters }: Context): Owners {
  const files = [...(base?.files ?? []), ...head.files].filter(
    ({ manifests, diagnostics, isBroken }) => manifests.length > 0 || diagnostics.length > 0 || isBroken,
  );
  return new Map(files.map(({ source }) => [source.file, clusters.ownersOf(source)]));
}

function scopeOf(environment: string, { whole, owners, input: all }: Parted): Context {
  const { base, head, clusters } = whole;
  const input = { ...all, settings: settingsFor(all.settings, environment) };
  const targetIn = (side: TargetInput): Target => targetFor(environment, clusters, side);
  const target = withClusterVersions(targetIn(input), whole.lives.get(environment) ?? null);
  const before = targetBefore(target, input, targetIn);
  const owns = (file: string): boolean => owners.get(file)?.includes(environment) ?? false;
  const sees = (file: string): boolean => owns(file) || (owners.get(file) ?? []).length === 0;
  const part = (set: ManifestSet): ManifestSet => {
    // A patch that is not rendered belongs to the environment of the object it changes.
    const isWhole = ({ source, isPartial }: Manifest): boolean => owns(source.file) && !isPartial;
    const own = new Set(set.manifests.filter(isWhole).map(objectIdentity));
    return {
      files: set.files.filter(({ source }) => sees(source.file)),
      // An object of an environment replaces a shared object of the same name.
      manifests: set.manifests.filter(
        (manifest) => owns(manifest.source.file) || (sees(manifest.source.file) && !own.has(objectIdentity(manifest))),
      ),
    };
  };
  const isSeen = ({ source }: UncountedPods): boolean => {
    const names = source === undefined ? [] : clusters.ownersOf(source);
    return names.length === 0 || names.includes(environment);
  };
  return {
    ...whole,
    ...knownOf(target, input),
    before: knownOf(before, input),
    base: base && part(base),
    head: part(head),
    uncounted: { base: whole.uncounted.base.filter(isSeen), head: whole.uncounted.head.filter(isSeen) },
    environment,
    owns,
    sees,
  };
}

/** Hints about the cluster from the environment's own files take precedence over shared files, and these over all others. */
function targetFor(
  environment: string,
  clusters: RepositoryClusters,
  { settings, facts, head, base = null }: TargetInput,
): Target {
  const owned = (source: Source, isShared: boolean): boolean => {
    const owners = clusters.ownersOf(source);
    return owners.includes(environment) || (isShared && owners.length === 0);
  };
  const of = (isKept: (source: Source) => boolean): Target =>
    targetOf({ settings, facts, head: only(head, isKept), base: base && only(base, isKept) });
  const targets = [of((one) => owned(one, false)), of((one) => owned(one, true)), of(() => true)] as const;
  const last = targets.at(-1)!;
  const region = targets.find(({ isRegionAssumed }) => !isRegionAssumed) ?? last;
  const karpenter = targets.slice(0, 2).find(({ isKarpenterAssumed }) => !isKarpenterAssumed);
  const kubernetes = targets.find(({ kubernetesVersion }) => kubernetesVersion !== undefined) ?? last;
  return {
    ...region,
    ...karpenterOf(karpenter ?? assumedFrom(targets)),
    ...kubernetesOf(kubernetes),
    karpenterSettings: { ...targets[1].karpenterSettings, ...targets[0].karpenterSettings },
    helmSettings: targets[1].helmSettings,
  };
}

/** The version of an environment that nothing names: that of the others, if it can run what the environment's own files contain. */
function assumedFrom([own, shared, all]: readonly [Target, Target, Target]): KarpenterTarget {
  const mine =
    [own, shared].find(({ possibleKarpenterVersions: possible }) => possible.length < karpenterMinors.length) ?? shared;
  if (all.isKarpenterAssumed || !mine.possibleKarpenterVersions.includes(all.karpenterVersion)) return mine;
  const { karpenterVersionSpan: _, ...found } = all;
  return {
    ...found,
    karpenterVersionSource: `assumed: only files of other environments name one, ${all.karpenterVersionSource}`,
    isKarpenterAssumed: true,
    possibleKarpenterVersions: mine.possibleKarpenterVersions,
  };
}

const only = (set: SourceSet, isKept: (source: Source) => boolean): SourceSet => ({
  ...set,
  sources: set.sources.filter(isKept),
  hintSources: set.hintSources.filter(isKept),
});

/** The changes that a scope sees. */
export const changesFor = ({ sees }: Context, changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ span }) => sees(span.file));

/** Folders with these names hold what no cluster has. */
const unused = /(?:^|[^a-z])(?:archived?|backups?|deprecated|examples?|old|samples?)(?:[^a-z]|$)/i;

/** The scope whose figures the review shows: production, if the change affects it. */
export function mainScope(scopes: readonly Context[], changes: readonly Change[]): Context {
  const named = scopes.filter(({ environment }) => environment !== null);
  const changed = named.filter((scope) => changes.some(({ span }) => scope.owns(span.file)));
  const inUse = (scope: Context): boolean => !unused.test(scope.environment!);
  const candidates =
    [changed.filter(inUse), changed, named.filter(inUse), named].find(({ length }) => length > 0) ?? [];
  return candidates.find(({ environment }) => production.test(environment!)) ?? candidates.at(-1) ?? scopes[0]!;
}

/** A change with the configured environments that it affects. */
export function inEnvironments(change: Change, scopes: readonly Context[]): Change {
  const named = scopes.filter(({ environment }) => environment !== null);
  const environments = named.flatMap(({ environment, owns }) => (owns(change.span.file) ? [environment!] : []));
  // With a single environment, naming it adds nothing.
  return named.length < 2 || environments.length === 0 ? change : { ...change, environments };
}

/** How to tell apart objects of several places and environments that have the same name. */
export function clustersOf(scopes: readonly Context[]): Clusters {
  const { clusters, settings } = scopes[0]!;
  const byEnvironment = new Map(scopes.map((scope) => [scope.environment, scope]));
  const scopeFor = ({ source }: Manifest): Context | undefined =>
    byEnvironment.get(clusters.ownersOf(source)[0] ?? null);
  return {
    placeOf: (source) => objectPlace(source, settings.environments),
    clusterOf: (source) => clusters.ownersOf(source)[0] ?? '',
    packOf: (manifest) => scopeFor(manifest)?.pack,
    packBefore: (manifest) => scopeFor(manifest)?.before.pack,
    catalogOf: (manifest) => scopeFor(manifest)?.catalog ?? undefined,
    kubernetesOf(manifest) {
      const scope = scopeFor(manifest);
      return scope && kubernetesChange(scope);
    },
  };
}
