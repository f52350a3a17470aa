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

/** A finding that is also found in the roots of another one. If that one is of another cluster, it belongs to none of them. */
export function withRootsOf<D extends Diagnostic>(finding: D, { foundIn: other, cluster, clusters }: Diagnostic): D {
  const all = new Set([finding.cluster, cluster, ...(finding.clusters ?? []), ...(clusters ?? [])]);
  const shared = all.size === 1 ? finding : ofSeveral(finding, [...all]);
  if (!shared.foundIn || !other) return shared;
  const roots = [...new Set([...shared.foundIn.roots, ...other.roots])].sort();
  return { ...shared, foundIn: { ...shared.foundIn, roots, isExact: shared.foundIn.isExact && other.isExact } };
}

function ofSeveral<D extends Diagnostic>(finding: D, clusters: readonly (string | undefined)[]): D {
  const { cluster: _, ...rest } = finding;
  return { ...rest, clusters: clusters.filter((name) => name !== undefined).sort() } as unknown as D;
}
