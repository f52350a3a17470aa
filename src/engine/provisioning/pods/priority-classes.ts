import type { Manifest } from '../../manifest/manifest.ts';
import type { Workloads } from './workloads.ts';

/** PriorityClasses that every cluster has. */
const builtIn = ['system-cluster-critical', 'system-node-critical'];

/** PriorityClasses that pods name and nothing shows, sorted. */
export function unknownPriorityClasses(workloads: Workloads, manifests: readonly Manifest[]): readonly string[] {
  const known = new Set([
    ...builtIn,
    ...manifests.filter(({ kind }) => kind === 'PriorityClass').map(({ name }) => name),
  ]);
  const named = [...workloads.workloads, ...workloads.daemonSets].flatMap(({ spec }) => spec.priorityClassName ?? []);
  return [...new Set(named.filter((name) => !known.has(name)))].sort();
}
