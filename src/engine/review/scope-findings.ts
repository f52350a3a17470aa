import type { Diagnostic } from '../diagnostic.ts';
import { lint } from '../lint/lint.ts';
import type { LintDiagnostic } from '../lint/rule.ts';
import { validateSchema } from '../schema/validate.ts';
import type { Context } from './context.ts';

/** What schema and rules find on one side in what each scope owns: its own CRDs, capabilities, prices and severities judge it. */
export function scopeFindings(scopes: readonly Context[], side: 'base' | 'head'): (Diagnostic | LintDiagnostic)[] {
  const found = scopes.flatMap((scope) => {
    const all = [...schemaFindings(scope, side), ...lintFindings(scope, side)];
    return scopes.length === 1 ? all : all.filter(({ span }) => scope.owns(span.file));
  });
  return scopes.length === 1 ? found : withoutTwins(found);
}

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

function schemaFindings({ input, base, head, pack, target }: Context, side: 'base' | 'head'): Diagnostic[] {
  const { settings, facts } = input;
  const manifests = (side === 'head' ? head : base)?.manifests ?? [];
  return validateSchema(manifests, pack, {
    ...(side === 'head' && base && { base: base.manifests }),
    ...(settings.kubernetesVersion !== undefined && { kubernetesVersion: settings.kubernetesVersion }),
    crds: facts.crds,
    ...(facts.apiServer && { apiServer: facts.apiServer }),
    isKarpenterAssumed: target.isKarpenterAssumed,
  });
}

function lintFindings(
  { input, base, head, karpenter, catalog, target }: Context,
  side: 'base' | 'head',
): LintDiagnostic[] {
  const { settings, timer } = input;
  const { isRegionAssumed, isKarpenterAssumed } = target;
  return lint({
    head: side === 'head' ? head : base!,
    base: side === 'head' ? base : null,
    ...{ karpenter, catalog, isRegionAssumed, isKarpenterAssumed, settings },
    ...(timer && { timer }),
  });
}
