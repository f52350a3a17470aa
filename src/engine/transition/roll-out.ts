import type { Cluster } from '../disruption/cluster/cluster.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import { isObject, type Manifest, type Value } from '../manifest/manifest.ts';
import type { Workload } from '../provisioning/pods/workloads.ts';
import type { PodClass } from '../provisioning/scheduler-input.ts';
import type { Simulator } from '../provisioning/simulator.ts';
import { countPods, podsAfter, podsOf, type ReplacedPods, removePods } from './change-pods.ts';
import { provisionRounds } from './provision-rounds.ts';

/** Longer rollouts take larger steps: a hundred steps of one pod end much like a dozen steps of nine. */
const maxSteps = 12;

/**
 * Replaces the pods of workloads with a changed template, as their controllers do: new pods are created before old ones are deleted,
 * as far as the workload's strategy allows. If new pods are unschedulable, the old ones stay.
 */
export function rollOut(
  cluster: Cluster,
  replaced: readonly ReplacedPods[],
  workloads: readonly Workload[],
  simulator: Simulator,
): void {
  const manifests = new Map(workloads.map(({ key, manifest }) => [key, manifest]));
  let rolling = replaced.flatMap(({ workload, classes }) => {
    const manifest = manifests.get(workload);
    return manifest && keepsItsPods(manifest)
      ? []
      : [new Rolling(cluster, { workload, classes }, rolloutPace(manifest, countPods(classes)))];
  });
  while (rolling.length > 0) {
    const moved = rolling.filter((one) => one.step());
    if (moved.length === 0) break;
    cluster.onMoment?.(cluster, [], 'rollout');
    provisionRounds(cluster, simulator);
    rolling = moved;
  }
  for (const one of rolling) one.giveUp();
}

/** StatefulSets with `OnDelete`, and ReplicaSets and Jobs: they do not replace running pods by themselves. */
export const keepsItsPods = (manifest: Manifest): boolean =>
  manifest.kind === 'ReplicaSet' ||
  manifest.kind === 'Job' ||
  manifest.get(['spec', 'updateStrategy', 'type']) === 'OnDelete';

/** During a rollout: how many pods there may be in addition to the replicas, and how many replicas may be missing. */
interface Pace {
  readonly surge: number;
  readonly unavailable: number;
}

/** Source: Kubernetes pkg/controller/deployment/util ResolveFenceposts: maxSurge rounds up, maxUnavailable rounds down. */
export function rolloutPace(manifest: Manifest | undefined, replicas: number): Pace {
  const atLeast = Math.ceil(replicas / maxSteps);
  if (manifest?.kind === 'StatefulSet') return { surge: 0, unavailable: Math.max(1, atLeast) };
  if (manifest?.kind !== 'Deployment' || manifest.get(['spec', 'strategy', 'type']) === 'Recreate')
    return { surge: 0, unavailable: replicas };
  const rolling = manifest.get(['spec', 'strategy', 'rollingUpdate']);
  const { maxSurge = '25%', maxUnavailable = '25%' } = isObject(rolling) ? rolling : {};
  const surge = scaled(maxSurge, replicas, Math.ceil);
  const unavailable = scaled(maxUnavailable, replicas, Math.floor);
  return surge + unavailable >= atLeast ? { surge, unavailable } : { surge: atLeast - unavailable, unavailable };
}

function scaled(value: Value, replicas: number, round: (figure: number) => number): number {
  if (typeof value === 'number') return Math.max(0, value);
  const [, percent] = /^(\d{1,9})%$/.exec(typeof value === 'string' ? value : '') ?? [];
  return percent === undefined ? 0 : round((Number(percent) * replicas) / 100);
}

/** The rollout of one workload from old pods to new ones. */
class Rolling {
  readonly #cluster: Cluster;
  readonly #workload: string;
  readonly #classes: readonly PodClass[];
  readonly #pace: Pace;
  readonly #isNew: (group: PodGroup) => boolean;
  #made = 0;

  constructor(cluster: Cluster, { workload, classes }: ReplacedPods, pace: Pace) {
    this.#cluster = cluster;
    this.#workload = workload;
    this.#classes = classes;
    this.#pace = pace;
    const pods = new Set(classes.map(({ pod }) => pod));
    this.#isNew = ({ pod }) => pods.has(pod);
  }

  /** One step of the controller; false if nothing is left to do, or if it waits for new pods that are unschedulable. */
  step(): boolean {
    const cluster = this.#cluster;
    const { surge, unavailable } = this.#pace;
    const replicas = countPods(this.#classes);
    const old = podsOf(cluster, this.#workload).filter((group) => !this.#isNew(group));
    const waiting = countPods(
      cluster.pending.filter((group) => group.workload === this.#workload && this.#isNew(group)),
    );
    const ready = this.#made - waiting;
    // Pending old pods are deleted first, together with those that need not be available.
    const oldWaiting = countPods(
      cluster.pending.filter((group) => group.workload === this.#workload && !this.#isNew(group)),
    );
    const oldCount = countPods(old);
    const spare = Math.max(oldWaiting, ready + oldCount - (replicas - unavailable));
    const gone = Math.max(0, Math.min(oldCount, spare));
    removePods(cluster, this.#workload, gone, (group) => !this.#isNew(group));
    const left = oldCount - gone;
    const room = Math.max(0, Math.min(replicas - this.#made, replicas + surge - (left + this.#made)));
    this.#add(room);
    return gone > 0 || room > 0;
  }

  #add(more: number): void {
    if (more <= 0) return;
    const next = podsAfter(this.#classes, this.#made);
    let left = more;
    const added = next.flatMap((group): PodGroup[] => {
      const own = Math.min(left, group.count);
      left -= own;
      return own === 0 ? [] : [{ ...group, count: own }];
    });
    this.#cluster.pending = [...this.#cluster.pending, ...added];
    this.#made += more;
  }

  /** New pods that are not created yet need a node as well. */
  giveUp(): void {
    this.#add(countPods(this.#classes) - this.#made);
  }
}
