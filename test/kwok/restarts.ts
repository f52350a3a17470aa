import type { Disruption } from '../../src/engine/cluster/disruption/forecast/disruption-data.ts';
import type { Counts } from './cluster-watch.ts';
import type { SeenTransition } from './transition.ts';

/** Which pods a transition restarts. */
export interface Restarts {
  /** Workload → its pods that ran before and that other pods replaced. Workloads without any are left out. */
  readonly restarted: Counts;
  /** Workload → the fewest of its pods that ran at any moment. */
  readonly fewest: Counts;
}

/** What plumbline predicts. */
export function predictedRestarts({ workloads }: Disruption): Restarts {
  const all = workloads ?? [];
  return {
    restarted: countsOf(all.map(({ name, restarted }) => [name, restarted])),
    fewest: Object.fromEntries(all.map(({ name, worst }) => [name, worst.available ?? Number.NaN])),
  };
}

/** What happened. Pods that nothing replaced, because the workload got fewer replicas, did not restart. */
export function seenRestarts(seen: SeenTransition): Restarts {
  const restarted = Object.entries(seen.gone).map(([workload, pods]) => {
    return [workload, pods - Math.min(pods, stoppedPods(workload, seen))] as const;
  });
  return { restarted: countsOf(restarted), fewest: seen.fewestRunning };
}

/** The pods of a workload that nothing replaced. */
function stoppedPods(workload: string, { before, after }: SeenTransition): number {
  const left = (after.running[workload] ?? 0) + (after.pending[workload] ?? 0);
  return Math.max(0, (before.running[workload] ?? 0) - left);
}

/** Whether a workload that goes on has fewer pods. */
export const hasShrunk = (seen: SeenTransition): boolean =>
  Object.keys(seen.after.running).some((workload) => stoppedPods(workload, seen) > 0);

const countsOf = (counts: readonly (readonly [string, number])[]): Counts =>
  Object.fromEntries(counts.filter(([, count]) => count > 0));

/** Whether the same workloads restart the same number of pods. */
export function isSameRestarts(a: Restarts, b: Restarts): boolean {
  const workloads = new Set([...Object.keys(a.restarted), ...Object.keys(b.restarted)]);
  return [...workloads].every((workload) => a.restarted[workload] === b.restarted[workload]);
}

/**
 * Whether no workload has fewer running pods at any moment than predicted. Simulated pods start at once, so a real cluster has fewer than
 * was seen here.
 */
export const isNoWorse = (predicted: Restarts, seen: Restarts): boolean =>
  Object.keys(seen.restarted).every((workload) => (predicted.fewest[workload] ?? 0) <= seen.fewest[workload]!);
