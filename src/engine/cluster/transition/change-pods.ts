import type { Pod } from '../../karpenter/api/pod.ts';
import type { Value } from '../../manifest/model/manifest.ts';
import { groupBy } from '../../text/group-by.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Cluster, ClusterNode } from '../disruption/cluster/cluster.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import type { PodClass } from '../provisioning/input/scheduler-input.ts';
import { pruneLabels, prunePodSpec } from '../provisioning/snapshot/pruning.ts';
import { podTemplateText } from './pod-template-text.ts';
import { waitingGroup } from './simulated-cluster.ts';

/** The pods that workloads create before and after a change. */
interface WantedPods {
  readonly before: readonly PodClass[];
  readonly after: readonly PodClass[];
}

/** Pods of a changed template that replace running pods. */
export interface ReplacedPods {
  readonly workload: string;
  readonly classes: readonly PodClass[];
}

/**
 * Updates the pods of a cluster for changed workloads: removes pods of deleted workloads, and adds or removes pods if the number of
 * replicas changes. Pods of unchanged workloads stay. Returns workloads with a changed pod template, whose pods are still the old
 * ones.
 */
export function changePods(cluster: Cluster, wanted: WantedPods): readonly ReplacedPods[] {
  const [before, after] = [byWorkload(wanted.before), byWorkload(wanted.after)];
  const running = groupsByWorkload(cluster);
  const added: PodGroup[] = [];
  const replaced: ReplacedPods[] = [];

  for (const workload of new Set([...before.keys(), ...after.keys()])) {
    const [old, next] = [before.get(workload), after.get(workload)];
    const current = countPods(running.get(workload) ?? []);

    if (next === undefined) {
      removePods(cluster, workload, current);
      continue;
    }

    if (old !== undefined && !haveSameTemplate(old, next)) {
      replaced.push({ workload, classes: next });
      continue;
    }

    const target = old !== undefined && countPods(old) === countPods(next) ? current : countPods(next);
    const kept = Math.min(current, target);
    removePods(cluster, workload, current - kept);
    added.push(...podsAfter(next, kept + countPods(next) - Math.max(target, kept)));
  }

  cluster.pending = [...cluster.pending, ...added];

  return replaced;
}

const byWorkload = (classes: readonly PodClass[]): ReadonlyMap<string, readonly PodClass[]> =>
  groupBy(classes, ({ workload }) => workload);

export const countPods = (all: readonly { readonly count: number }[]): number =>
  all.reduce((sum, { count }) => sum + count, 0);

/**
 * Whether the properties are the same that determine where the pods of a workload may run. Limits of resources that have a request, and
 * annotations that scheduling does not read, are no such properties: pods with others take the room of the old ones.
 */
const haveSameTemplate = ([a]: readonly PodClass[], [b]: readonly PodClass[]): boolean => {
  const answers = comparedPods.get(a!.pod) ?? new WeakMap<Pod, boolean>();
  comparedPods.set(a!.pod, answers);

  const isSame = answers.get(b!.pod) ?? arePlacedAlike(a!.pod, b!.pod);
  answers.set(b!.pod, isSame);
  return isSame;
};

/** Each run with other random choices compares the same pods. */
const comparedPods = new WeakMap<Pod, WeakMap<Pod, boolean>>();

function arePlacedAlike(a: Pod, b: Pod): boolean {
  const specs = JSON.stringify([a.spec, b.spec]);
  const isPlacing = (label: string): boolean => !labelsOfRelease.has(label) || specs.includes(label);
  const [before, after] = [placementOf(a, isPlacing), placementOf(b, isPlacing)];
  return JSON.stringify(before) === JSON.stringify(after) || podTemplateText(before) === podTemplateText(after);
}

/** Labels that charts change with each release. They place pods only if a constraint of the pods selects by them. */
const labelsOfRelease: ReadonlySet<string> = new Set(['app.kubernetes.io/version', 'helm.sh/chart']);

const placementOf = ({ metadata, spec }: Pod, isPlacing: (label: string) => boolean): Value => [
  pruneLabels(metadata as unknown as Value, isPlacing),
  prunePodSpec(spec as unknown as Value, undefined),
];

/** The pods of some classes, without the first ones. */
export function podsAfter(classes: readonly PodClass[], first: number): readonly PodGroup[] {
  let remaining = first;
  return classes.flatMap((podClass) => {
    const skipped = Math.min(remaining, podClass.count);
    remaining -= skipped;
    const rest = podClass.count - skipped;
    if (rest === 0) return [];
    return [waitingGroup([{ ...podClass, firstIndex: podClass.firstIndex + skipped }, rest])];
  });
}

/** The pods of each workload, pending ones first. */
export const groupsByWorkload = ({ pending, nodes }: Cluster): ReadonlyMap<string, readonly PodGroup[]> =>
  groupBy([...pending, ...[...nodes.values()].flatMap(({ pods }) => pods)], ({ workload }) => workload);

export const podsOf = (cluster: Cluster, workload: string): readonly PodGroup[] => {
  const isOwn = (group: PodGroup): boolean => group.workload === workload;
  return [...cluster.pending.filter(isOwn), ...[...cluster.nodes.values()].flatMap(({ pods }) => pods.filter(isOwn))];
};

/**
 * Removes pods of a workload: pending ones first, then those on nodes that had most of its pods at the beginning, as a ReplicaSet does.
 * A StatefulSet removes its last pods. Source: Kubernetes pkg/controller/controller_utils.go ActivePodsWithRanks, and
 * pkg/controller/replicaset/replica_set.go getPodsRankedByRelatedPodsOnSameNode.
 */
export function removePods(
  cluster: Cluster,
  workload: string,
  wanted: number,
  isRemovable: (group: PodGroup) => boolean = () => true,
): void {
  let remaining = wanted;
  if (remaining <= 0) return;

  const isOwn = (group: PodGroup): boolean => group.workload === workload && !group.isDaemon && isRemovable(group);

  cluster.pending = cluster.pending.flatMap((group) => {
    if (!isOwn(group) || remaining === 0) return [group];
    const gone = Math.min(remaining, group.count);
    remaining -= gone;
    if (group.count === gone) return [];
    return [{ ...group, count: group.count - gone }];
  });

  const isOrdered = workload.startsWith('StatefulSet/');
  const isRelated = (group: PodGroup): boolean => group.workload === workload && !group.isDaemon;
  const ranks = new Map(
    remaining === 0 ? [] : [...cluster.nodes.values()].map((node) => [node, ownCount(node, isRelated)]),
  );
  const byRank = (a: ClusterNode, b: ClusterNode): number => ranks.get(b)! - ranks.get(a)! || byMostPods(isOwn)(a, b);

  let holders = [...cluster.nodes.values()];

  while (remaining > 0) {
    holders = holders.filter(({ pods }) => pods.some(isOwn));
    const [node] = holders.sort(isOrdered ? byLastIndex(isOwn) : byRank);
    if (node === undefined) return;

    takeOne(node, isOwn);
    remaining--;
  }
}

type IsOwn = (group: PodGroup) => boolean;

const ownCount = ({ pods }: ClusterNode, isOwn: IsOwn): number => countPods(pods.filter(isOwn));
const lastIndex = ({ pods }: ClusterNode, isOwn: IsOwn): number =>
  pods.filter(isOwn).reduce((last, group) => Math.max(last, group.firstIndex + group.count), 0);

const later = (a: ClusterNode, b: ClusterNode): number => compareNames(b.state.name, a.state.name);
const byMostPods =
  (isOwn: IsOwn) =>
  (a: ClusterNode, b: ClusterNode): number =>
    ownCount(b, isOwn) - ownCount(a, isOwn) || later(a, b);
const byLastIndex =
  (isOwn: IsOwn) =>
  (a: ClusterNode, b: ClusterNode): number =>
    lastIndex(b, isOwn) - lastIndex(a, isOwn) || later(a, b);

/** Removes the last of a workload's pods from a node. */
function takeOne(node: ClusterNode, isOwn: IsOwn): void {
  const last = node.pods.findLast(isOwn);
  node.pods = node.pods.flatMap((group) => {
    if (group !== last) return [group];
    if (group.count === 1) return [];
    return [{ ...group, count: group.count - 1 }];
  });
}
