import { groupBy } from '../../text/group-by.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Cluster } from '../disruption/cluster/cluster.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import type { WorkloadRestarts } from '../disruption/forecast/disruption-data.ts';
import { podsByWorkload, sizeOfGroups } from './pods-by-workload.ts';

interface ReportedCourse {
  /** False if nodes were replaced all at once although Karpenter replaces them in waves. */
  readonly isFollowed: boolean;
  /** Whether NodePools that are not simulated may run the pods that are left. */
  readonly mayRunElsewhere: boolean;
}

/** Follows the pods that run before a change. */
export class RestartMeter {
  readonly #since: number;
  readonly #before: ReadonlyMap<string, number>;
  readonly #fewest: Map<string, number>;
  readonly #heldBy = new Map<string, Set<string>>();

  /** Pods that start from now on are new. */
  constructor(cluster: Cluster) {
    this.#since = cluster.now;
    this.#before = runningPods(cluster);
    this.#fewest = new Map(this.#before);
    cluster.onMoment = (moment, leaving, why) => this.#look(moment, leaving, why === 'eviction');
  }

  /** What happened to each workload with running pods, sorted by key, once the cluster has settled. */
  report(cluster: Cluster, { isFollowed, mayRunElsewhere }: ReportedCourse): readonly WorkloadRestarts[] {
    const kept = runningPods(cluster, ({ startedAt }) => startedAt !== undefined && startedAt < this.#since);
    const after = runningPods(cluster);

    const pending = podsByWorkload(cluster.pending);

    for (const { workload, count } of cluster.pending) after.set(workload, (after.get(workload) ?? 0) + count);

    return [...this.#before]
      .map(([workload, running]) => {
        // A Job that has ended does not restart: its CronJob starts the next one.
        const ended = cluster.ended.get(workload) ?? 0;
        const gone = Math.max(0, running - ended - (kept.get(workload) ?? 0));
        const stopped = Math.min(gone, Math.max(0, running - (after.get(workload) ?? 0)));
        const heldBy = [...(this.#heldBy.get(workload) ?? [])].sort(compareNames);
        const restarted = gone - stopped;
        const waiting = Math.min(restarted, pending.get(workload) ?? 0);
        const isPlaceUnknown = waiting > 0 && mayRunElsewhere;
        const fewest = isFollowed && !isPlaceUnknown ? (this.#fewest.get(workload) ?? 0) : null;

        return {
          workload,
          running,
          restarted,
          ...(waiting > 0 && (isPlaceUnknown ? { unplaced: waiting } : { pending: waiting })),
          stopped,
          fewest,
          heldBy,
        };
      })
      .sort((a, b) => compareNames(a.workload, b.workload));
  }

  #look(cluster: Cluster, leaving: readonly PodGroup[], isBounded: boolean): void {
    const running = runningPods(cluster);
    for (const [workload, count] of cluster.ended) running.set(workload, (running.get(workload) ?? 0) + count);

    for (const [workload, groups] of groupBy(
      leaving.filter(({ isDaemon }) => !isDaemon),
      (group) => group.workload,
    ))
      running.set(
        workload,
        (running.get(workload) ?? 0) - (isBounded ? this.#atOnce(cluster, workload, groups) : sizeOfGroups(groups)),
      );

    for (const [workload, fewest] of this.#fewest)
      this.#fewest.set(workload, Math.min(fewest, running.get(workload) ?? 0));
  }

  /** How many pods of a workload stop at the same time, as its PodDisruptionBudgets allow. */
  #atOnce({ setup }: Cluster, workload: string, groups: readonly PodGroup[]): number {
    const all = sizeOfGroups(groups);
    const { most, by } = setup.limits.mostAtOnce(groups[0]!.pod);
    if (most >= all) return all;

    const holders = this.#heldBy.get(workload) ?? new Set();
    this.#heldBy.set(workload, holders);
    for (const name of by) holders.add(name);

    return most;
  }
}

/** Workload → its pods on nodes, without those of DaemonSets. */
const runningPods = (cluster: Cluster, isCounted: (group: PodGroup) => boolean = () => true): Map<string, number> =>
  podsByWorkload([...cluster.nodes.values()].flatMap(({ pods }) => pods.filter(isCounted)));
