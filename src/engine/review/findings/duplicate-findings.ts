import type { Diagnostic } from '../../text/diagnostic.ts';

/** Combines duplicates: findings that several environments have about a file they share. The combined finding names the roots of all. */
export function withoutDuplicates<D extends Diagnostic>(diagnostics: readonly D[]): D[] {
  const known = new Map<string, D>();
  for (const diagnostic of diagnostics) {
    const { code, message, span, resource } = diagnostic;
    const key = JSON.stringify([code, message, span, resource]);
    const other = known.get(key);

    known.set(key, other === undefined ? diagnostic : withRootsOf(other, diagnostic));
  }

  return [...known.values()];
}

/** A finding that is also found in the roots of another one. */
export function withRootsOf<D extends Diagnostic>(one: D, { foundIn: other }: Diagnostic): D {
  if (!one.foundIn || !other) return one;
  const roots = [...new Set([...one.foundIn.roots, ...other.roots])].sort();
  return { ...one, foundIn: { ...one.foundIn, roots, isExact: one.foundIn.isExact && other.isExact } };
}
