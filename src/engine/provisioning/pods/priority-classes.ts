import type { Manifest } from '../../manifest/manifest.ts';
import type { Workloads } from './workloads.ts';

/** PriorityClasses that exist in every cluster. */
const builtIn = ['system-cluster-critical', 'system-node-critical'];

/** PriorityClasses that pods refer to and that are not in the manifests, sorted. */
export function unknownPriorityClasses(workloads: Workloads, manifests: readonly Manifest[]): readonly string[] {
  const known = new Set([
    ...builtIn,
    ...manifests.filter(({ kind }) => kind === 'PriorityClass').map(({ name }) => name),
  ]);
  const named = [...workloads.workloads, ...workloads.daemonSets].flatMap(({ spec }) => spec.priorityClassName ?? []);
  return [...new Set(named.filter((name) => !known.has(name)))].sort();
}
