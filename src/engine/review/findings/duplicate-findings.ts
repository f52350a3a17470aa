import type { Diagnostic } from '../../diagnostic.ts';

/** Removes duplicates: findings that several environments have about a file they share. */
export function withoutDuplicates<D extends Diagnostic>(diagnostics: readonly D[]): D[] {
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
