import { agreementOf } from './agreement.ts';
import type { SeenNode } from './cluster-watch.ts';
import { objectsOf } from './objects.ts';
import type { LoopRecord, TransitionRecord } from './recording.ts';

/** Facts in a record that plumbline cannot know in advance. */
export const reasons = {
  chance: 'two runs of the same transition ended differently',
  bound: 'kube-scheduler bound pods to other nodes than Karpenter planned',
  ordered: 'a StatefulSet creates its pods one after another, so Karpenter plans for one pod at a time',
  unsettled: 'the cluster was still changing when the time was up',
} as const;
export type Reason = (typeof reasons)[keyof typeof reasons];

/** Karpenter reserves CPU on a node for the pods that it plans to run there. It plans none for static nodes. */
const isBoundElsewhere = ({ cpuMillis, boundCpuMillis }: SeenNode): boolean =>
  cpuMillis > 0 && cpuMillis !== boundCpuMillis;

const hasOrderedSet = (manifests: string): boolean =>
  objectsOf(manifests).some(({ kind, spec }) => kind === 'StatefulSet' && spec.podManagementPolicy !== 'Parallel');

export function reasonsOfEnd({ manifests, seen }: LoopRecord): readonly Reason[] {
  return [
    ...(seen.nodes.some(isBoundElsewhere) ? [reasons.bound] : []),
    ...(hasOrderedSet(manifests) ? [reasons.ordered] : []),
  ];
}

/** Without a snapshot, the final state of the base cluster is unknown, because it also depends on chance. */
export const reasonsOfStart = ({ seen }: TransitionRecord): readonly Reason[] =>
  seen.before.nodes.some(isBoundElsewhere) ? [reasons.bound] : [];

/** `others` are all records. Those of the same transition show what depends on chance. */
export function reasonsOfTransition(
  { name, head, seen }: TransitionRecord,
  others: readonly TransitionRecord[],
): readonly Reason[] {
  const { before, after } = seen;
  const old = new Set(before.nodes.map((node) => node.name));
  const isOther = ({ seen: other }: TransitionRecord): boolean => {
    const { nodes, cost, pending } = agreementOf(after, other.after);
    return !nodes || !cost || !pending;
  };
  return [
    ...(others.some((other) => other.name === name && isOther(other)) ? [reasons.chance] : []),
    ...(after.nodes.some((node) => !old.has(node.name) && isBoundElsewhere(node)) ? [reasons.bound] : []),
    ...(hasOrderedSet(head) ? [reasons.ordered] : []),
    ...(after.isSettled ? [] : [reasons.unsettled]),
  ];
}
