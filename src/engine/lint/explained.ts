import { type Diagnostic, isAtLeast } from '../diagnostic.ts';
import type { LintDiagnostic } from './rule.ts';

/**
 * Drops the findings of other stages that a lint finding says in better words: at the place and with the code and words
 * that it names, and not graver than itself. Call it on what suppressions have left: silencing the rule then brings the
 * API server's own words back, for the object is refused all the same.
 */
export function withoutExplained<T extends Diagnostic>(diagnostics: readonly T[]): T[] {
  const explaining = diagnostics.filter((found): found is T & LintDiagnostic => 'explains' in found);
  if (explaining.length === 0) return [...diagnostics];
  const byPlace = new Map<string, LintDiagnostic[]>();
  for (const found of explaining) {
    for (const span of found.explains?.spans ?? []) {
      const key = keyOf(span);
      byPlace.set(key, [...(byPlace.get(key) ?? []), found]);
    }
  }
  return diagnostics.filter((found) => !byPlace.get(keyOf(found.span))?.some((other) => isExplainedBy(found, other)));
}

const keyOf = ({ file, start, end }: Diagnostic['span']): string => `${start} ${end} ${file}`;

const isExplainedBy = (found: Diagnostic, { explains, severity }: LintDiagnostic): boolean =>
  explains?.codes.includes(found.code) === true &&
  found.message.includes(explains.mentioning) &&
  isAtLeast(severity, found.severity);
