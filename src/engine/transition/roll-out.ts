import type { Cluster } from '../disruption/cluster/cluster.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import { isObject, type Manifest, type Value } from '../manifest/manifest.ts';
import type { Workload } from '../provisioning/pods/workloads.ts';
import type { PodClass } from '../provisioning/scheduler-input.ts';
import type { Simulator } from '../provisioning/simulator.ts';
import { countPods, podsAfter, podsOf, type ReplacedPods, removePods } from './change-pods.ts';
import { provisionRounds } from './provision-rounds.ts';

/** More steps than this are taken together: a hundred steps of one pod end much like a dozen of nine. */
const maxSteps = 12;

/**
 * Replaces the pods of workloads whose template changes, as their controllers do: new pods come before old ones go, as far as the
 * workload's strategy says, and where new ones find no node the old ones stay.
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
      : [new Rolling(cluster, { workload, classes }, paceOf(manifest, countPods(classes)))];
  });
  while (rolling.length > 0) {
    const moved = rolling.filter((one) => one.step());
    if (moved.length === 0) break;
    provisionRounds(cluster, simulator);
    rolling = moved;
  }
  for (const one of rolling) one.giveUp();
}

/** StatefulSets that wait for somebody to delete their pods, and ReplicaSets and Jobs, whose pods stay as they are. */
const keepsItsPods = (manifest: Manifest): boolean =>
  manifest.kind === 'ReplicaSet' ||
  manifest.kind === 'Job' ||
  manifest.get(['spec', 'updateStrategy', 'type']) === 'OnDelete';

/** How many pods there may be beyond the replicas, and how many of these may be missing, while a workload is rolled out. */
interface Pace {
  readonly surge: number;
  readonly unavailable: number;
}

/** Source: Kubernetes pkg/controller/deployment/util ResolveFenceposts: a surge rounds up, what is unavailable rounds down. */
function paceOf(manifest: Manifest | undefined, replicas: number): Pace {
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

/** One workload on its way from old pods to new ones. */
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

  /** One turn of the controller; false when nothing is left to do, or when it waits for new pods that find no node. */
  step(): boolean {
    const cluster = this.#cluster;
    const { surge, unavailable } = this.#pace;
    const replicas = countPods(this.#classes);
    const old = podsOf(cluster, this.#workload).filter((group) => !this.#isNew(group));
    const waiting = countPods(
      cluster.pending.filter((group) => group.workload === this.#workload && this.#isNew(group)),
    );
    const ready = this.#made - waiting;
    // Old pods that wait for a node go first, and so do those beyond what has to be there.
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

  /** The new pods that nobody made yet want a node too. */
  giveUp(): void {
    this.#add(countPods(this.#classes) - this.#made);
  }
}
