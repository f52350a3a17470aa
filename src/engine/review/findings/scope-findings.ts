import { rules } from '../../codes/rules.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { withOverrides } from '../../lint/findings/overrides.ts';
import { lint, type RuleTimer } from '../../lint/lint.ts';
import type { LintDiagnostic } from '../../lint/rule.ts';
import { validateSchema } from '../../schema/validate.ts';
import { type Context, knownOn, manifestsOn } from '../context.ts';
import { compatibility } from '../upgrade/compatibility.ts';
import { karpenterSettingsChange } from '../upgrade/karpenter-settings-change.ts';
import { karpenterUpgrade } from '../upgrade/karpenter-upgrade.ts';
import { kubernetesUpgrade } from '../upgrade/kubernetes-upgrade.ts';
import type { Verdicts } from '../verdict-requests.ts';
import { withoutDuplicates } from './duplicate-findings.ts';

/** Findings of rules and upgrades on one side, by scope. They do not need the API server's code. */
export type RuleFindings = ReadonlyMap<Context, readonly Diagnostic[]>;

/** Runs the rules on one side of each scope. */
export const ruleFindings = (
  scopes: readonly Context[],
  side: 'base' | 'head',
  timer: RuleTimer | undefined,
): RuleFindings =>
  new Map(
    scopes.map((scope) => {
      const linted = lintFindings(scope, side, timer);
      const upgrades = [...compatibility(knownOn(scope, side).target), ...(side === 'head' ? upgradesIn(scope) : [])];
      return [scope, [...linted, ...upgrades]];
    }),
  );

/**
 * Findings of schema and rules on one side, moved to their place in the repository. Each scope's own objects are checked with the
 * CRDs, capabilities, prices and severities of that scope.
 */
export function scopeFindings(
  scopes: readonly Context[],
  side: 'base' | 'head',
  { ruled, verdicts }: { readonly ruled: RuleFindings; readonly verdicts: Verdicts | null },
): Diagnostic[] {
  const found = scopes.flatMap((scope) => {
    const all = [...schemaFindings(scope, side, verdicts), ...ruled.get(scope)!];
    const own = scopes.length === 1 ? all : all.filter(({ span }) => scope.owns(span.file));
    const placed = own.map((diagnostic) => scope.origins[side].trace(diagnostic));
    return withOverrides(placed, scope.settings);
  });
  return scopes.length === 1 ? found : withoutDuplicates(found);
}

const upgradesIn = (scope: Context): Diagnostic[] => [
  ...karpenterUpgrade(scope),
  ...karpenterSettingsChange(scope),
  ...kubernetesUpgrade(scope),
];

function schemaFindings(scope: Context, side: 'base' | 'head', verdicts: Verdicts | null): Diagnostic[] {
  const { facts, settings, base, target } = scope;
  return validateSchema(manifestsOn(scope, side), knownOn(scope, side).pack, {
    ...(side === 'head' && base && { base: base.manifests }),
    ...(settings.kubernetesVersion !== undefined && { kubernetesVersion: settings.kubernetesVersion }),
    crds: facts.crds,
    ...(verdicts && { server: { questions: verdicts.asked.questions.get(scope)![side], answers: verdicts.answers } }),
    isKarpenterAssumed: target.isKarpenterAssumed,
  });
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
