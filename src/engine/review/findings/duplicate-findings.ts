import type { Diagnostic } from '../../text/diagnostic.ts';

/** Combines duplicates: findings that several environments have about a file they share. The combined finding names the roots of all. */
export function withoutDuplicates<D extends Diagnostic>(diagnostics: readonly D[]): D[] {
  const unique = new Map<string, D>();
  for (const diagnostic of diagnostics) {
    const { code, message, span, resource } = diagnostic;
    const key = JSON.stringify([code, message, span, resource]);
    const other = unique.get(key);

    unique.set(key, other === undefined ? diagnostic : withRootsOf(other, diagnostic));
  }

  return [...unique.values()];
}

/** A finding that is also found in the roots of another one. */
export function withRootsOf<D extends Diagnostic>(diagnostic: D, { foundIn: other }: Diagnostic): D {
  if (!diagnostic.foundIn || !other) return diagnostic;
  const roots = [...new Set([...diagnostic.foundIn.roots, ...other.roots])].sort();
  return {
    ...diagnostic,
    foundIn: { ...diagnostic.foundIn, roots, isExact: diagnostic.foundIn.isExact && other.isExact },
  };
}
