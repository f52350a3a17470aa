import { ownersOf, settingsFor } from '../api/environment.ts';
import type { Settings } from '../api/settings.ts';
import type { Change } from '../change.ts';
import type { Clusters } from '../diff/diff.ts';
import { objectIdentity, rootOf } from '../diff/pair.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import type { Source } from '../source.ts';
import { type Context, knownOf } from './context.ts';
import { production } from './figures/one-cluster.ts';
import type { ReviewInput } from './review-input.ts';
import type { SourceSet } from './source-set.ts';
import { karpenterOf, kubernetesOf, type Target, targetBefore, targetOf, withClusterVersions } from './target.ts';
import { kubernetesChange } from './upgrade/kubernetes-upgrade.ts';

/**
 * The parts of a review, each with its own cluster. There is one for each configured environment with any objects, sorted by name, which
 * has its own objects and those of no environment. The last one is for objects of no environment, and has all objects.
 */
export function scopesOf(whole: Context, input: ReviewInput): readonly Context[] {
  const { environments } = input.settings;
  const names = Object.keys(environments).sort();
  if (names.length === 0) return [whole];
  const owners = ownership(whole, environments);
  const owned = new Set([...owners.values()].flat());
  const scopes = names.filter((name) => owned.has(name)).map((name) => scopeOf(name, { whole, owners, input }));
  const isShared = (file: string): boolean => (owners.get(file) ?? []).length === 0;
  const hasShared = [...owners.values()].some((of) => of.length === 0);
  return hasShared || scopes.length === 0 ? [...scopes, { ...whole, owns: isShared }] : scopes;
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
function ownership({ base, head }: Context, environments: Settings['environments']): Owners {
  const files = [...(base?.files ?? []), ...head.files].filter(
    ({ manifests, diagnostics, isBroken }) => manifests.length > 0 || diagnostics.length > 0 || isBroken,
  );
  return new Map(files.map(({ source }) => [source.file, ownersOf(source, environments)]));
}

function scopeOf(environment: string, { whole, owners, input: all }: Parted): Context {
  const { base, head } = whole;
  const input = { ...all, settings: settingsFor(all.settings, environment) };
  const target = withClusterVersions(targetFor(environment, input), whole.lives.get(environment) ?? null);
  const before = targetBefore(target, input, (side) => targetFor(environment, side));
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
  return {
    ...whole,
    ...knownOf(target, input),
    before: knownOf(before, input),
    base: base && part(base),
    head: part(head),
    environment,
    owns,
    sees,
  };
}

/** Hints about the cluster from the environment's own files take precedence over shared files, and these over all others. */
function targetFor(
  environment: string,
  { settings, facts, head }: Pick<ReviewInput, 'settings' | 'facts' | 'head'>,
): Target {
  const { environments } = settings;
  const owned = (source: Source, isShared: boolean): boolean => {
    const owners = ownersOf(source, environments);
    return owners.includes(environment) || (isShared && owners.length === 0);
  };
  const of = (isKept: (source: Source) => boolean): Target => targetOf({ settings, facts, head: only(head, isKept) });
  const targets = [of((one) => owned(one, false)), of((one) => owned(one, true)), of(() => true)] as const;
  const last = targets.at(-1)!;
  const region = targets.find(({ isRegionAssumed }) => !isRegionAssumed) ?? last;
  const karpenter = targets.find(({ isKarpenterAssumed }) => !isKarpenterAssumed) ?? last;
  const kubernetes = targets.find(({ kubernetesVersion }) => kubernetesVersion !== undefined) ?? last;
  return {
    ...region,
    ...karpenterOf(karpenter),
    ...kubernetesOf(kubernetes),
    karpenterSettings: { ...targets[1].karpenterSettings, ...targets[0].karpenterSettings },
    helmSettings: targets[1].helmSettings,
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

/** The scope whose figures the review shows: production, if the change affects it. */
export function mainScope(scopes: readonly Context[], changes: readonly Change[]): Context {
  const named = scopes.filter(({ environment }) => environment !== null);
  const changed = named.filter((scope) => changes.some(({ span }) => scope.owns(span.file)));
  const candidates = changed.length > 0 ? changed : named;
  return candidates.find(({ environment }) => production.test(environment!)) ?? candidates.at(-1) ?? scopes[0]!;
}

/** A change with the configured environments that it affects. */
export function inEnvironments(change: Change, scopes: readonly Context[]): Change {
  const named = scopes.filter(({ environment }) => environment !== null);
  const environments = named.flatMap(({ environment, owns }) => (owns(change.span.file) ? [environment!] : []));
  // With a single environment, naming it adds nothing.
  return named.length < 2 || environments.length === 0 ? change : { ...change, environments };
}

/** How to tell apart objects of several environments that have the same name. */
export function clustersOf(scopes: readonly Context[]): Clusters {
  const { environments } = scopes[0]!.settings;
  const byEnvironment = new Map(scopes.map((scope) => [scope.environment, scope]));
  const scopeFor = ({ source }: Manifest): Context | undefined =>
    byEnvironment.get(ownersOf(source, environments)[0] ?? null);
  const ownerOf = (source: Source): string | undefined => {
    const owners = ownersOf(source, environments);
    return owners.length === 1 ? owners[0] : undefined;
  };
  return {
    keyOf: (source) => {
      const owner = ownerOf(source);
      // If there is only one environment, its plain files may be the counterpart of rendered objects.
      return rootOf(source) || (owner === undefined || environments[owner]!.paths.length === 0 ? '' : owner);
    },
    packOf: (manifest) => scopeFor(manifest)?.pack,
    catalogOf: (manifest) => scopeFor(manifest)?.catalog ?? undefined,
    kubernetesOf(manifest) {
      const scope = scopeFor(manifest);
      return scope && kubernetesChange(scope);
    },
  };
}
