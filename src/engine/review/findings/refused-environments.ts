import type { Context } from '../context/context.ts';
import type { Finding } from '../context/finding.ts';

/** The environments of roots that the change makes a program refuse as a whole, sorted; none if one of the roots belongs to no environment alone. */
export function refusedEnvironments(findings: readonly Finding[], scopes: readonly Context[]): readonly string[] {
  const refusing = findings.filter(({ isNew, diagnostic }) => isNew && diagnostic.refusedRoots !== undefined);

  const named = refusing.map(({ diagnostic: { span } }) =>
    scopes.flatMap(({ environment, owns }) => (environment !== null && owns(span.file) ? [environment] : [])),
  );

  if (named.some((names) => names.length === 0)) return [];
  return [...new Set(named.flat())].sort();
}
