import type { Root } from './root/root.ts';

/**
 * The namespace in which objects of files that are applied as they are get created if they name none, by file. A file that something else applies
 * as well, into another namespace or into one that only rendering shows, is left out.
 */
export function plainNamespaces(roots: readonly Root[]): ReadonlyMap<string, string> {
  const namespaces = new Map<string, Set<string | undefined>>();

  for (const { files, isPlain, namespace } of roots)
    for (const file of files) {
      const ofFile = namespaces.get(file) ?? new Set();
      namespaces.set(file, ofFile.add(isPlain ? namespace : undefined));
    }

  return new Map(
    [...namespaces].flatMap(([file, ofFile]) => {
      const [namespace, ...others] = ofFile;
      if (namespace === undefined || others.length > 0) return [];
      return [[file, namespace] as const];
    }),
  );
}
