import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { Workloads } from './workloads.ts';

/** PriorityClasses that exist in every cluster. */
const builtIn = ['system-cluster-critical', 'system-node-critical'];

/** Classes that pods refer to and that are not in the manifests, sorted. */
export interface UnknownClasses {
  readonly priority: readonly string[];
  readonly runtime: readonly string[];
}

/** The PriorityClasses and RuntimeClasses that workloads name and that are not in the manifests. */
export function unknownClasses(workloads: Workloads, manifests: readonly Manifest[]): UnknownClasses {
  const specs = [...workloads.workloads, ...workloads.daemonSets].map(({ spec }) => spec);

  const unknown = (names: readonly string[], kind: string, existing: readonly string[] = []): readonly string[] => {
    const all = new Set([
      ...existing,
      ...manifests.filter((manifest) => manifest.kind === kind).map(({ name }) => name),
    ]);
    // An empty name is no class at all: the API server treats it as if it were left out.
    return [...new Set(names.filter((name) => name !== '' && !all.has(name)))].sort();
  };

  const priority = specs.flatMap(({ priorityClassName }) => priorityClassName ?? []);
  const runtime = specs.flatMap(({ runtimeClassName }) => runtimeClassName ?? []);

  return { priority: unknown(priority, 'PriorityClass', builtIn), runtime: unknown(runtime, 'RuntimeClass') };
}
