import { compareNames } from '../../../text/name-order.ts';
import type { PodClass } from '../input/scheduler-input.ts';
import { isReplacedPod, type LiveState, type RunningPod } from './live-state.ts';
import type { ReplicaCase } from './replicas.ts';
import { type ClaimingPod, hasOwnVolumes } from './volumes.ts';
import { podOf } from './workload-pods.ts';
import type { Workload } from './workloads.ts';

/** Whether all pods of a workload are equal and form one class. Otherwise every pod is a class of its own. */
const areAlike = (workload: Workload): boolean =>
  workload.claimTemplates.length === 0 &&
  !hasOwnVolumes(workload.spec.volumes) &&
  !(
    workload.kind === 'StatefulSet' && workload.spec.topologySpreadConstraints?.some((spread) => spread.matchLabelKeys)
  );

interface Wanted {
  /** The position of the workload. */
  readonly order: number;
  /** The index of the first pod that does not exist yet. */
  readonly first: number;
  readonly count: number;
}

function classesOf(workload: Workload, { order, first, count }: Wanted): readonly PodClass[] {
  if (count <= 0) return [];
  const at = (firstIndex: number, many: number): PodClass => ({
    workload: workload.key,
    order,
    firstIndex,
    count: many,
    pod: podOf(workload, firstIndex),
  });

  if (areAlike(workload)) return [at(first, count)];
  return Array.from({ length: count }, (_, i) => at(first + i, 1));
}

/** Pods of workloads without a manifest on nodes that are being removed. They need another node, the oldest first. */
function displaced(live: LiveState, keys: ReadonlySet<string>): readonly RunningPod[] {
  const leaving = new Set(live.nodes.filter((node) => node.isDeleting).map((node) => node.name));
  const name = ({ pod: { metadata } }: RunningPod): string => `${metadata.namespace}-${metadata.name}`;
  return live.pods
    .filter((pod) => leaving.has(pod.nodeName) && isMoved(pod) && !keys.has(pod.workload))
    .sort((a, b) => compareNames(a.createdAt, b.createdAt) || compareNames(name(a), name(b)));
}

/** Static pods stay on their node. Source: core pkg/utils/pod/scheduling.go IsReschedulable. */
const isMoved = (pod: RunningPod): boolean =>
  !pod.isDaemon && !pod.isHeld && !isReplacedPod(pod) && !pod.workload.startsWith('Node/');

/** Whether the number of pods of a workload and their requests are known in a case. */
export const isCounted = (workload: Workload, which: ReplicaCase): boolean =>
  workload.problem?.kind !== 'placeholder' &&
  workload.problem?.kind !== 'bad-request' &&
  workload.replicas[which] !== null;

/** Pods that wait for a node: those that workloads still lack, and those on nodes that are being removed. */
export function pendingPods(workloads: readonly Workload[], live: LiveState, which: ReplicaCase): readonly PodClass[] {
  const classes = workloads.flatMap((workload, order) => {
    const running = live.running.get(workload.key) ?? 0;
    // A StatefulSet fills its ordinals from 0. For other workloads it does not matter which names are free.
    const first = workload.kind === 'StatefulSet' ? running : 0;
    const replicas = isCounted(workload, which) ? (workload.replicas[which] ?? 0) : 0;
    return classesOf(workload, { order, first, count: replicas - running });
  });

  const keys = new Set(workloads.map((workload) => workload.key));
  // They have run before, so they are older than pods that wait for their first node.
  const displacedPods = displaced(live, keys);

  const moving = displacedPods.map(
    (pod, i): PodClass => ({
      workload: pod.workload,
      order: i - displacedPods.length,
      firstIndex: 0,
      count: 1,
      pod: pod.pod,
      fromNode: pod.nodeName,
    }),
  );

  return [...classes, ...moving];
}

/** The pods of a pass with the volume claims that are created for them. */
export function claimingPods(
  classes: readonly PodClass[],
  workloads: readonly Workload[],
  running: readonly RunningPod[],
): readonly ClaimingPod[] {
  const byKey = new Map(workloads.map((workload) => [workload.key, workload]));
  return [...classes, ...running].map(({ pod, workload }) => ({
    pod,
    ownClaims: ownClaims(pod.metadata.name, byKey.get(workload)),
  }));
}

function ownClaims(podName: string, workload: Workload | undefined): ReadonlyMap<string, string | undefined> {
  const claims = new Map<string, string | undefined>();
  for (const claim of workload?.claimTemplates ?? []) claims.set(`${claim.name}-${podName}`, claim.storageClassName);
  for (const { name, ephemeral } of workload?.spec.volumes ?? []) {
    if (ephemeral) claims.set(`${podName}-${name}`, ephemeral.volumeClaimTemplate?.spec?.storageClassName);
  }
  return claims;
}
