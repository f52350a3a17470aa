import { rules } from '../../codes/rules.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { withOverrides } from '../../lint/findings/overrides.ts';
import { lint, type RuleTimer } from '../../lint/lint.ts';
import type { LintDiagnostic } from '../../lint/rule.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { announce, type SchemaContext, validateSchema } from '../../schema/validate.ts';
import type { Context, Known } from '../context.ts';
import { compatibility } from '../upgrade/compatibility.ts';
import { karpenterSettingsChange } from '../upgrade/karpenter-settings-change.ts';
import { karpenterUpgrade } from '../upgrade/karpenter-upgrade.ts';
import { kubernetesUpgrade } from '../upgrade/kubernetes-upgrade.ts';

/**
 * What schema and rules find on one side in what each scope owns, at its place in the repository: its own CRDs, capabilities,
 * prices and severities judge it.
 */
export function scopeFindings(
  scopes: readonly Context[],
  side: 'base' | 'head',
  timer: RuleTimer | undefined,
): Diagnostic[] {
  const found = scopes.flatMap((scope) => {
    // The rules come first, for the API server's code may work beside meanwhile.
    const linted = lintFindings(scope, side, timer);
    const upgrades = [...compatibility(knownOn(scope, side).target), ...(side === 'head' ? upgradesIn(scope) : [])];
    const all = [...schemaFindings(scope, side), ...linted, ...upgrades];
    const own = scopes.length === 1 ? all : all.filter(({ span }) => scope.owns(span.file));
    const placed = own.map((diagnostic) => scope.origins[side].trace(diagnostic));
    return withOverrides(placed, scope.settings);
  });
  return scopes.length === 1 ? found : withoutTwins(found);
}

const upgradesIn = (scope: Context): Diagnostic[] => [
  ...karpenterUpgrade(scope),
  ...karpenterSettingsChange(scope),
  ...kubernetesUpgrade(scope),
];

/** What several environments say alike of a file that they share is said once. */
export function withoutTwins<D extends Diagnostic>(diagnostics: readonly D[]): D[] {
  const keyOf = ({ code, message, span, resource }: Diagnostic): string =>
    JSON.stringify([code, message, span, resource]);
  const known = new Set<string>();
  return diagnostics.filter((diagnostic) => {
    const key = keyOf(diagnostic);
    const isFirst = !known.has(key);
    known.add(key);
    return isFirst;
  });
}

/** Tells the API server's code what it will be asked, before anything else is done that it can work beside. */
export function announceVerdicts(scopes: readonly Context[]): void {
  for (const scope of scopes)
    for (const side of ['head', 'base'] as const)
      announce(manifestsOf(scope, side), knownOn(scope, side).pack, schemaContext(scope, side));
}

const schemaFindings = (scope: Context, side: 'base' | 'head'): Diagnostic[] =>
  validateSchema(manifestsOf(scope, side), knownOn(scope, side).pack, schemaContext(scope, side));

const knownOn = (scope: Context, side: 'base' | 'head'): Known => (side === 'head' ? scope : scope.before);

const manifestsOf = ({ base, head }: Context, side: 'base' | 'head'): readonly Manifest[] =>
  (side === 'head' ? head : base)?.manifests ?? [];

function schemaContext({ facts, settings, base, target }: Context, side: 'base' | 'head'): SchemaContext {
  return {
    ...(side === 'head' && base && { base: base.manifests }),
    ...(settings.kubernetesVersion !== undefined && { kubernetesVersion: settings.kubernetesVersion }),
    crds: facts.crds,
    ...(facts.apiServer && { apiServer: facts.apiServer }),
    isKarpenterAssumed: target.isKarpenterAssumed,
  };
}

function lintFindings(scope: Context, side: 'base' | 'head', timer: RuleTimer | undefined): LintDiagnostic[] {
  const { facts, base, head, target } = scope;
  const { karpenter, catalog, settings } = knownOn(scope, side);
  const { isRegionAssumed, isKarpenterAssumed } = target;
  return lint({
    rules,
    providers: facts.providers,
    head: side === 'head' ? head : base!,
    base: side === 'head' ? base : null,
    ...{ karpenter, catalog, isRegionAssumed, isKarpenterAssumed, settings },
    ...(timer && { timer }),
  });
}
