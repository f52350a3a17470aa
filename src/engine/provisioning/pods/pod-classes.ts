import { compareNames } from '../../name-order.ts';
import type { PodClass } from '../scheduler-input.ts';
import { isReplacedPod, type LiveState, type RunningPod } from './live-state.ts';
import type { ReplicaCase } from './replicas.ts';
import { type ClaimingPod, hasOwnVolumes } from './volumes.ts';
import { podOf } from './workload-pods.ts';
import type { Workload } from './workloads.ts';

/** A workload all of whose pods are alike makes one class; else every pod is a class of its own. */
const areAlike = (workload: Workload): boolean =>
  workload.claimTemplates.length === 0 &&
  !hasOwnVolumes(workload.spec.volumes) &&
  !(
    workload.kind === 'StatefulSet' && workload.spec.topologySpreadConstraints?.some((spread) => spread.matchLabelKeys)
  );

interface Wanted {
  /** Position of the workload. */
  readonly order: number;
  /** Index of the first pod that is not there yet. */
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
  return areAlike(workload) ? [at(first, count)] : Array.from({ length: count }, (_, i) => at(first + i, 1));
}

/** Pods on nodes that go away, of workloads that are not among the manifests: they look for another node, the oldest first. */
function displaced(live: LiveState, known: ReadonlySet<string>): readonly RunningPod[] {
  const leaving = new Set(live.nodes.filter((node) => node.isDeleting).map((node) => node.name));
  const name = ({ pod: { metadata } }: RunningPod): string => `${metadata.namespace}-${metadata.name}`;
  return live.pods
    .filter((pod) => leaving.has(pod.nodeName) && isMoved(pod) && !known.has(pod.workload))
    .sort((a, b) => compareNames(a.createdAt, b.createdAt) || compareNames(name(a), name(b)));
}

/** Static pods stay with their node. Source: core pkg/utils/pod/scheduling.go IsReschedulable. */
const isMoved = (pod: RunningPod): boolean =>
  !pod.isDaemon && !pod.isHeld && !isReplacedPod(pod) && !pod.workload.startsWith('Node/');

/** Whether the number of pods of a workload and what they ask for are known in a case. */
export const isCounted = (workload: Workload, which: ReplicaCase): boolean =>
  workload.problem?.kind !== 'placeholder' &&
  workload.problem?.kind !== 'bad-request' &&
  workload.replicas[which] !== null;

/** Pods that wait for a node: those that workloads lack, and those of nodes that go away. */
export function pendingPods(workloads: readonly Workload[], live: LiveState, which: ReplicaCase): readonly PodClass[] {
  const classes = workloads.flatMap((workload, order) => {
    const running = live.running.get(workload.key) ?? 0;
    // A StatefulSet fills its ordinals from 0; which of the others' names are free does not matter.
    const first = workload.kind === 'StatefulSet' ? running : 0;
    const replicas = isCounted(workload, which) ? (workload.replicas[which] ?? 0) : 0;
    return classesOf(workload, { order, first, count: replicas - running });
  });
  const known = new Set(workloads.map((workload) => workload.key));
  // They have run before, so they are older than pods that wait for their first node.
  const displacedPods = displaced(live, known);
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

/** The pods of a pass with the claims that are made for them. */
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
