import { scaledValue } from '../../karpenter/workloads/scaled-value.ts';
import { isObject, type Manifest } from '../../manifest/model/manifest.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Cluster } from '../disruption/cluster/cluster.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import type { PodClass } from '../provisioning/input/scheduler-input.ts';
import { hasTooLargePods } from '../provisioning/pods/held-pods.ts';
import type { Workload } from '../provisioning/pods/workloads.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { countPods, groupsByWorkload, podsAfter, podsOf, type ReplacedPods, removePods } from './change-pods.ts';
import { provisionRounds } from './provision-rounds.ts';

/** Longer rollouts take larger steps: a hundred steps of one pod end much like a dozen steps of nine. */
const maxSteps = 12;

/** An update that waits for new pods which are unschedulable. */
export interface StoppedUpdate {
  readonly workload: string;
  /** Number of old pods that keep running. */
  readonly old: number;
}

/**
 * Replaces the pods of workloads with a changed template, as their controllers do: new pods are created before old ones are deleted,
 * as far as the workload's strategy allows. If new pods are unschedulable, the update stops, and the old pods stay.
 */
export class RollOut {
  readonly #simulator: Simulator;
  #rolling: readonly Rolling[];

  constructor(replaced: readonly ReplacedPods[], workloads: readonly Workload[], simulator: Simulator) {
    const byKey = new Map(workloads.map((workload) => [workload.key, workload]));
    this.#simulator = simulator;
    this.#rolling = replaced.flatMap((pods) => {
      const workload = byKey.get(pods.workload);
      const manifest = workload?.manifest;
      if (manifest && keepsItsPods(manifest)) return [];
      // The API server creates none of the new pods.
      if (workload && hasTooLargePods(workload)) return [];
      return [new Rolling(pods, manifest)];
    });
  }

  /** Replaces pods as long as new ones are scheduled. Returns false if it replaces none. */
  run(cluster: Cluster): boolean {
    let steps = 0;
    while (this.#step(cluster)) {
      steps++;
      cluster.onMoment?.(cluster, [], 'rollout');
      provisionRounds(cluster, this.#simulator);
    }

    this.#rolling = this.#rolling.filter((rollout) => rollout.oldPods(cluster) > 0);

    return steps > 0;
  }

  /** One step of each update; false if none of them does anything. */
  #step(cluster: Cluster): boolean {
    // An update changes no pods of another workload.
    const pending = groupBy(cluster.pending, ({ workload }) => workload);
    const all = groupsByWorkload(cluster);
    const moving = this.#rolling.filter((rollout) =>
      rollout.step(cluster, { pending: pending.get(rollout.workload) ?? [], all: all.get(rollout.workload) ?? [] }),
    );

    return moving.length > 0;
  }

  /** Goes on with stopped updates if there is room for their new pods by now; false if there is not. */
  resume(cluster: Cluster): boolean {
    if (this.#rolling.length === 0) return false;
    provisionRounds(cluster, this.#simulator);
    return this.run(cluster);
  }

  stopped(cluster: Cluster): readonly StoppedUpdate[] {
    return this.#rolling.map((rollout) => ({ workload: rollout.workload, old: rollout.oldPods(cluster) }));
  }
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
  if (manifest?.kind === 'StatefulSet') return { surge: 0, unavailable: 1 };
  if (manifest?.kind !== 'Deployment' || manifest.get(['spec', 'strategy', 'type']) === 'Recreate')
    return { surge: 0, unavailable: replicas };
  const rolling = manifest.get(['spec', 'strategy', 'rollingUpdate']);
  const { maxSurge = '25%', maxUnavailable = '25%' } = isObject(rolling) ? rolling : {};

  return {
    surge: Math.max(0, scaledValue(maxSurge, replicas, Math.ceil) ?? 0),
    unavailable: Math.max(0, scaledValue(maxUnavailable, replicas, Math.floor) ?? 0),
  };
}

function inFewSteps({ surge, unavailable }: Pace, replicas: number): Pace {
  const missing = Math.max(0, Math.ceil(replicas / maxSteps) - surge - unavailable);
  if (surge > 0) return { surge: surge + missing, unavailable };
  return { surge, unavailable: unavailable + missing };
}

/** The pods of one workload before a step: those that wait, and all. */
interface OwnGroups {
  readonly pending: readonly PodGroup[];
  readonly all: readonly PodGroup[];
}

/** The rollout of one workload from old pods to new ones. */
class Rolling {
  readonly workload: string;
  readonly #classes: readonly PodClass[];
  readonly #pace: Pace;
  readonly #isNew: (group: PodGroup) => boolean;
  #made = 0;

  constructor({ workload, classes }: ReplacedPods, manifest: Manifest | undefined) {
    this.workload = workload;
    this.#classes = classes;
    this.#pace = rolloutPace(manifest, countPods(classes));
    const pods = new Set(classes.map(({ pod }) => pod));
    this.#isNew = ({ pod }) => pods.has(pod);
  }

  /** One step of the controller; false if nothing is left to do, or if it waits for new pods that are unschedulable. */
  step(cluster: Cluster, { pending, all }: OwnGroups): boolean {
    const replicas = countPods(this.#classes);
    const isOld = (group: PodGroup): boolean => !this.#isNew(group);
    const waiting = countPods(pending.filter(this.#isNew));
    const isStart = this.#made === 0;
    const { surge, unavailable } = isStart || waiting > 0 ? this.#pace : inFewSteps(this.#pace, replicas);
    const old = countPods(all.filter(isOld));
    const ready = this.#made - waiting;
    // Pending old pods are deleted first, together with those that need not be available.
    const spare = Math.max(countPods(pending.filter(isOld)), ready + old - (replicas - unavailable));
    const gone = Math.max(0, Math.min(old, spare));

    removePods(cluster, this.workload, gone, isOld);
    const remaining = old - gone;
    const room = Math.max(0, Math.min(replicas - this.#made, replicas + surge - (remaining + this.#made)));
    this.#add(cluster, room);

    return gone > 0 || room > 0;
  }

  oldPods(cluster: Cluster): number {
    return countPods(podsOf(cluster, this.workload).filter((group) => !this.#isNew(group)));
  }

  #add(cluster: Cluster, more: number): void {
    if (more <= 0) return;

    let remaining = more;
    const added = podsAfter(this.#classes, this.#made).flatMap((group): PodGroup[] => {
      const share = Math.min(remaining, group.count);
      remaining -= share;
      if (share === 0) return [];
      return [{ ...group, count: share }];
    });

    cluster.pending = [...cluster.pending, ...added];
    this.#made += more;
  }
}
