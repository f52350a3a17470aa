import type { Karpenter } from '../api/karpenter.ts';
import type { Settings } from '../api/settings.ts';
import type { Catalog } from '../cloud-provider/catalog.ts';
import type { CloudProvider } from '../cloud-provider/cloud-provider.ts';
import type { Severity } from '../diagnostic.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { nearest } from '../nearest.ts';
import { type CompatibleInstanceTypes, compatibleInstanceTypes } from './compatible-instance-types.ts';
import { poolRequirementsOf } from './fields/pool-fields.ts';
import { configuredLevel, isOffEverywhere } from './findings/overrides.ts';
import { isFor, isInPlay, type LintedObject, lintedObjects, providerOfPool } from './linted-objects.ts';
import type { LintDiagnostic, Rule, RuleContext, RuleFinding } from './rule.ts';

/** A host's clock, and where the times of rules go. */
export interface RuleTimer {
  /** Milliseconds since some moment. */
  now(): number;
  add(rule: string, milliseconds: number): void;
}

export interface LintInput {
  readonly head: ManifestSet;
  /** Null when there is nothing to compare with. */
  readonly base: ManifestSet | null;
  /** Capabilities of the Karpenter that the manifests are for. */
  readonly karpenter: Karpenter;
  /** The first is meant where a NodePool names no kind of node class. */
  readonly providers: readonly CloudProvider[];
  /** Null when the region is not known. */
  readonly catalog: Catalog | null;
  /** The catalog is of a region that nothing names: what only that region lacks is not known. False by default. */
  readonly isRegionAssumed?: boolean;
  /** Nothing says which Karpenter it is. False by default. */
  readonly isKarpenterAssumed?: boolean;
  readonly settings: Settings;
  /** Takes the time of each rule; the engine has no clock of its own. */
  readonly timer?: RuleTimer;
  /** Those for every provider, and those of each. */
  readonly rules: readonly Rule[];
}

/**
 * Runs rules over head and returns its findings (`lint/…`), in no particular order.
 * A rule that crashes is our bug: it throws, with the rule's name.
 */
export function lint(input: LintInput): LintDiagnostic[] {
  const shared = {
    objects: lintedObjects(input.head, input.providers),
    compatible: compatibility(input),
    nearest: limitedNearest(),
  };
  return input.rules.flatMap((rule) => {
    const start = input.timer?.now() ?? 0;
    const found = run(rule, input, shared);
    input.timer?.add(rule.id, input.timer.now() - start);
    return found;
  });
}

/** What is worked out once for all rules. */
interface Shared extends Pick<RuleContext, 'compatible' | 'nearest'> {
  readonly objects: readonly LintedObject[];
}

function run(rule: Rule, input: LintInput, { objects, ...shared }: Shared): LintDiagnostic[] {
  const code = `lint/${rule.id}`;
  if (isOffEverywhere(code, input.settings)) return [];
  const level = configuredLevel(code, input.settings.rules);
  // A rule that is off but for some files runs everywhere; the overrides take out what is not wanted.
  const severity = level === 'off' ? undefined : level;
  const found: LintDiagnostic[] = [];
  const context = ({ manifest, provider }: Partial<LintedObject>): RuleContext => ({
    report: (finding) => found.push(diagnostic(rule, severity, { ...finding, ...(manifest && { manifest }) })),
    karpenter: input.karpenter,
    catalog: provider === undefined || provider === input.catalog?.provider ? input.catalog : null,
    providers: input.providers,
    isRegionAssumed: input.isRegionAssumed ?? false,
    isKarpenterAssumed: input.isKarpenterAssumed ?? false,
    settings: input.settings,
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
    throw new Error(`rule ${rule.id} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  return found;
}

function diagnostic(rule: Rule, configured: Severity | undefined, finding: RuleFinding): LintDiagnostic {
  const { manifest, explains } = finding;
  return {
    code: `lint/${rule.id}`,
    // What the configuration demands holds for every finding of the rule, whatever the rule itself thinks of one.
    severity: configured ?? finding.severity ?? rule.severity,
    message: clipped(finding.message),
    span: finding.at,
    labels: finding.labels ?? [],
    resource: manifest?.ref ?? null,
    ...(finding.help !== undefined && { help: finding.help }),
    // There are no edits where the place is not plain to edit.
    ...(finding.fix && finding.fix.edits.length > 0 && { fix: finding.fix }),
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

/** Look-ups among the names of the catalog take about a millisecond each: a file may hold a million names that are wrong. */
const maxLookups = 500;

function limitedNearest(): RuleContext['nearest'] {
  let lookups = 0;
  return (name, candidates) => (lookups++ < maxLookups ? nearest(name, candidates) : undefined);
}

/** Messages quote values, and a value may be a book. */
const clipped = (message: string): string => (message.length > 600 ? `${message.slice(0, 599)}…` : message);

/** Works out what each pool's requirements leave at most once; equal requirements share the answer. */
function compatibility({ catalog, providers }: LintInput): RuleContext['compatible'] {
  const byRequirements = new Map<string, CompatibleInstanceTypes>();
  return (pool) => {
    // What a template leaves out or in is not known: neither is what is left.
    if (!catalog || pool.isPartial || providerOfPool(pool, providers) !== catalog.provider) return null;
    const requirements = poolRequirementsOf(pool);
    const key = JSON.stringify(requirements);
    const known = byRequirements.get(key);
    if (known) return known;
    const answer = compatibleInstanceTypes(catalog, requirements);
    byRequirements.set(key, answer);
    return answer;
  };
}
