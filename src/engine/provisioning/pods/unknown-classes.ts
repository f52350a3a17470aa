import type { Manifest } from '../../manifest/manifest.ts';
import type { Workloads } from './workloads.ts';

/** PriorityClasses that exist in every cluster. */
const builtIn = ['system-cluster-critical', 'system-node-critical'];

/** Classes that pods refer to and that are not in the manifests, sorted. */
export interface UnknownClasses {
  readonly priority: readonly string[];
  readonly runtime: readonly string[];
}

export function unknownClasses(workloads: Workloads, manifests: readonly Manifest[]): UnknownClasses {
  const specs = [...workloads.workloads, ...workloads.daemonSets].map(({ spec }) => spec);
  const unknown = (
    named: readonly (string | undefined)[],
    kind: string,
    known: readonly string[] = [],
  ): readonly string[] => {
    const all = new Set([...known, ...manifests.filter((one) => one.kind === kind).map(({ name }) => name)]);
    return [...new Set(named.filter((name) => name !== undefined && !all.has(name)) as string[])].sort();
  };
  return {
    priority: unknown(
      specs.map(({ priorityClassName }) => priorityClassName),
      'PriorityClass',
      builtIn,
    ),
    runtime: unknown(
      specs.map(({ runtimeClassName }) => runtimeClassName),
      'RuntimeClass',
    ),
  };
}
