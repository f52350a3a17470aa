import { type ObjectCluster, type RelatedObjects, relatedObjects } from '../../../files/clusters/related-objects.ts';
import type { Karpenter } from '../../../karpenter/api/karpenter.ts';
import { poolRequirementsOf } from '../../../karpenter/api/pool-fields.ts';
import type { Settings } from '../../../karpenter/api/settings.ts';
import type { BadRelease } from '../../../karpenter/bad-release.ts';
import type { Catalog } from '../../../karpenter/cloud-provider/catalog.ts';
import type { CloudProvider } from '../../../karpenter/cloud-provider/cloud-provider.ts';
import {
  type CompatibleInstanceTypes,
  compatibleInstanceTypes,
} from '../../../karpenter/cloud-provider/compatible-instance-types.ts';
import { changingFix } from '../../../manifest/edit.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { Severity } from '../../../text/diagnostic.ts';
import { nearest } from '../../../text/nearest.ts';
import { clipped } from '../../../text/words/cut-sentence.ts';
import { isFor, isInPlay, type LintedObject, lintedObjects, providerOfPool } from '../linted-objects.ts';
import type { LintDiagnostic, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { configuredLevel, isOffEverywhere } from './overrides.ts';

/** The host's clock, and the receiver of the times of rules. */
export interface RuleTimer {
  /** Milliseconds since some moment. */
  now(): number;
  add(rule: string, milliseconds: number): void;
}

export interface LintInput {
  readonly head: ManifestSet;
  /** Null if there is no base to compare with. */
  readonly base: ManifestSet | null;
  /** The capabilities of the target Karpenter. */
  readonly karpenter: Karpenter;
  /** The first is the default for a NodePool that names no kind of node class. */
  readonly providers: readonly CloudProvider[];
  /** Null if the region is unknown. */
  readonly catalog: Catalog | null;
  /** Whether the region of the catalog is assumed. Then things that only this region lacks are unknown. False by default. */
  readonly isRegionAssumed?: boolean;
  /** Whether the Karpenter version is assumed. False by default. */
  readonly isKarpenterAssumed?: boolean;
  readonly settings: Settings;
  /** Releases that their publishers withdrew. None by default. */
  readonly badReleases?: readonly BadRelease[];
  /** Which objects belong to the same cluster, including those of other environments. By default, only `head` is related. */
  readonly related?: () => RelatedObjects;
  /** The same for the objects before the change. By default, only `base` is related. */
  readonly relatedBase?: () => RelatedObjects;
  /** Receives the time of each rule. It has a clock because the engine has none. */
  readonly timer?: RuleTimer;
  /** The rules for all providers, and those for one provider. */
  readonly rules: readonly Rule[];
}

/**
 * Runs rules over head and returns its findings (`lint/…`), in no particular order.
 * An exception in a rule is a bug of plumbline. It is thrown again with the name of the rule.
 */
export function lint(input: LintInput): LintDiagnostic[] {
  const shared = {
    objects: lintedObjects(input.head, input.providers),
    compatible: compatibility(input),
    nearest: limitedNearest(),
    ...relations(input),
  };

  return input.rules.flatMap((rule) => {
    const start = input.timer?.now() ?? 0;
    const diagnostics = run(rule, input, shared);
    input.timer?.add(rule.id, input.timer.now() - start);
    return diagnostics;
  });
}

/** Values that are computed once for all rules. */
interface Shared
  extends Pick<RuleContext, 'compatible' | 'nearest' | 'clusterOf' | 'onlyClusterFor' | 'baseClusterOf' | 'relation'> {
  readonly objects: readonly LintedObject[];
}

function run(rule: Rule, input: LintInput, { objects, ...shared }: Shared): LintDiagnostic[] {
  const code = `lint/${rule.id}`;
  if (isOffEverywhere(code, input.settings)) return [];

  const level = configuredLevel(code, input.settings.rules);
  // A rule that is on only for some files runs everywhere, and the overrides remove the other findings.
  const severity = level === 'off' ? undefined : level;
  const diagnostics: LintDiagnostic[] = [];

  const context = ({ manifest, provider }: Partial<LintedObject>): RuleContext => ({
    report: (finding) => diagnostics.push(diagnostic(rule, severity, { ...finding, ...(manifest && { manifest }) })),
    karpenter: input.karpenter,
    catalog: provider === undefined || provider === input.catalog?.provider ? input.catalog : null,
    providers: input.providers,
    isRegionAssumed: input.isRegionAssumed ?? false,
    isKarpenterAssumed: input.isKarpenterAssumed ?? false,
    settings: input.settings,
    badReleases: input.badReleases ?? [],
    all: input.head,
    base: input.base,
    ...shared,
  });

  try {
    if (isInPlay(rule, objects)) rule.on.Manifests?.(input.head, context({}));
    for (const object of objects) {
      if (isFor(rule, object.provider)) rule.on[object.handler]?.(object.manifest, context(object));
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`rule ${rule.id} failed: ${reason}`, { cause });
  }

  return diagnostics;
}

/** The objects whose new nodes never become ready: those that a finding names, or else its own. */
const objectsOfUnready = ({ manifest, unreadyObjects }: RuleFinding): readonly Manifest[] => {
  if (unreadyObjects) return unreadyObjects;
  if (manifest) return [manifest];
  return [];
};

function diagnostic(rule: Rule, configured: Severity | undefined, finding: RuleFinding): LintDiagnostic {
  const { manifest, explains } = finding;
  const fix = finding.fix && manifest ? changingFix(finding.fix, manifest.source) : finding.fix;
  return {
    code: `lint/${rule.id}`,
    // A severity in the configuration applies to every finding of the rule and replaces the rule's own choice.
    severity: configured ?? finding.severity ?? rule.severity,
    message: clipped(finding.message),
    span: finding.at,
    labels: finding.labels ?? [],
    resource: manifest?.ref ?? null,
    ...(finding.help !== undefined && { help: finding.help }),
    ...(finding.isProminent && { isProminent: finding.isProminent }),
    ...(finding.measures && { measures: finding.measures }),
    ...(finding.refusedRoots && { refusedRoots: finding.refusedRoots }),
    ...(finding.unready !== undefined && {
      unready: { because: finding.unready, objects: objectsOfUnready(finding).map(({ ref }) => ref) },
    }),
    // There are no edits if the text cannot be edited safely.
    ...(fix && fix.edits.length > 0 && { fix }),
    ...(manifest &&
      explains && {
        explains: {
          codes: rule.explains ?? rule.yieldsTo ?? [],
          spans: explains.paths.flatMap((path) => [manifest.span(path), manifest.keySpan(path)]),
          mentioning: explains.mentioning ?? '',
          ...(rule.yieldsTo && { yields: true }),
        },
      }),
  };
}

/** The number of searches for similar names. Each takes about a millisecond, and a file may contain a million wrong names. */
const maxLookups = 500;

function limitedNearest(): RuleContext['nearest'] {
  let lookups = 0;
  return (name, candidates) => {
    if (lookups++ < maxLookups) return nearest(name, candidates);
    return undefined;
  };
}

/** Relates the objects of each side when the first rule needs it. */
function relations(input: LintInput): Pick<RuleContext, 'clusterOf' | 'onlyClusterFor' | 'baseClusterOf' | 'relation'> {
  const { head, base, settings, providers } = input;

  const relate = (side: ManifestSet): (() => RelatedObjects) => {
    let related: RelatedObjects | undefined;
    return () => {
      related ??= relatedObjects(side, { environments: settings.environments, providers });
      return related;
    };
  };

  const related = input.related ?? relate(head);
  const relatedBase = input.relatedBase ?? relate(base ?? head);

  return {
    clusterOf: (manifest) => related().clusterOf(manifest),
    onlyClusterFor: (manifest) => onlyClusterFor(related(), manifest),
    baseClusterOf: (manifest) => relatedBase().clusterOf(manifest),
    relation: (a, b) => related().relation(a, b),
  };
}

/** The simulation also takes everything that it sees as one cluster. */
function onlyClusterFor({ clusters, clusterOf, areApart }: RelatedObjects, manifest: Manifest): ObjectCluster {
  const home = clusterOf(manifest);
  if (home.isExample || home.ofKind('NodePool').length > 0) return home;

  const withNodes = clusters.filter((cluster) => cluster.ofKind('NodePool').length > 0);
  const [only] = withNodes;
  if (only === undefined || withNodes.length > 1 || only.isExample || areApart(home, only)) return home;
  return only;
}

/** Results of earlier runs. An editor lints the same NodePools at each keystroke. */
const byCatalog = new WeakMap<Catalog, Map<string, CompatibleInstanceTypes>>();
/** A run that finds more results than this starts without them, so that they do not pile up. */
const mostRemembered = 500;

function rememberedTypes(catalog: Catalog): Map<string, CompatibleInstanceTypes> {
  const remembered = byCatalog.get(catalog);
  if (remembered !== undefined && remembered.size <= mostRemembered) return remembered;
  const empty = new Map<string, CompatibleInstanceTypes>();
  byCatalog.set(catalog, empty);
  return empty;
}

/** Computes the compatible instance types of each NodePool at most once. Equal requirements share the result. */
function compatibility({ catalog, providers }: LintInput): RuleContext['compatible'] {
  const byRequirements = catalog ? rememberedTypes(catalog) : new Map<string, CompatibleInstanceTypes>();
  const byPool = new Map<Manifest, CompatibleInstanceTypes>();

  return (pool) => {
    const asked = byPool.get(pool);
    if (asked) return asked;
    // Template lines may add or remove requirements, so the compatible types are unknown.
    if (!catalog || pool.isPartial || providerOfPool(pool, providers) !== catalog.provider) return null;

    const requirements = poolRequirementsOf(pool);
    const key = JSON.stringify(requirements);
    const answer = byRequirements.get(key) ?? compatibleInstanceTypes(catalog, requirements);

    byRequirements.set(key, answer);
    byPool.set(pool, answer);

    return answer;
  };
}
