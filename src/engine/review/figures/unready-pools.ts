import { nodeClassRefOf } from '../../karpenter/api/pool-fields.ts';
import type { LintDiagnostic } from '../../rules/lint/rule.ts';
import type { Diagnostic, ResourceRef } from '../../text/diagnostic.ts';
import type { Context } from '../context/context.ts';

/** The NodePools of head whose new nodes never become ready according to the rules, each with the reason as a clause. */
export function unreadyPools(
  { head }: Pick<Context, 'head'>,
  findings: readonly Diagnostic[],
): ReadonlyMap<string, string> {
  const reasons = findings.flatMap(({ unready }: Diagnostic & Partial<LintDiagnostic>) => unready ?? []);

  const pools = reasons.length === 0 ? [] : head.manifests.filter(({ kind }) => kind === 'NodePool');

  return new Map(
    pools.flatMap((pool) => {
      const reason = reasons.find(({ objects }) => objects.some((object) => concerns(object, pool)));
      if (reason === undefined) return [];
      return [[pool.name, reason.because] as const];
    }),
  );
}

function concerns({ kind, name }: ResourceRef, pool: Context['head']['manifests'][number]): boolean {
  if (kind === 'NodePool') return name === pool.name;
  const reference = nodeClassRefOf(pool);
  return reference?.name === name && (reference.kind === undefined || reference.kind === kind);
}
