import { agreementOf } from './agreement.ts';
import type { SeenNode } from './cluster-watch.ts';
import type { LoopRecord, TransitionRecord } from './recording.ts';
import { hasShrunk } from './restarts.ts';

/** Facts in a record that plumbline cannot know in advance. */
export const reasons = {
  chance: 'two runs of the same transition ended differently',
  bound:
    'kube-scheduler bound pods to other nodes than Karpenter planned, and which node is ready first depends on chance',
  unsettled: 'the cluster was still changing when the time was up',
} as const;
export type Reason = (typeof reasons)[keyof typeof reasons];

/** Karpenter reserves CPU on a node for the pods that it plans to run there. It plans none for static nodes. */
const isBoundElsewhere = ({ cpuMillis, boundCpuMillis }: SeenNode): boolean =>
  cpuMillis > 0 && cpuMillis !== boundCpuMillis;

export const reasonsOfEnd = ({ seen }: LoopRecord): readonly Reason[] =>
  seen.nodes.some(isBoundElsewhere) ? [reasons.bound] : [];

/** Without a snapshot, the final state of the base cluster is unknown, because it also depends on chance. */
export const reasonsOfStart = ({ seen }: TransitionRecord): readonly Reason[] =>
  seen.before.nodes.some(isBoundElsewhere) ? [reasons.bound] : [];

/** Why other pods restart than predicted: what the record shows about the end, and that a workload has fewer pods. */
export const reasonsOfRestarts = ({ seen }: TransitionRecord, ofEnd: readonly Reason[]): readonly string[] =>
  hasShrunk(seen)
    ? ['a Deployment gets fewer replicas, and which of its pods stop depends on chance', ...ofEnd]
    : ofEnd;

/** `others` are all records. Those of the same transition show what depends on chance. */
export function reasonsOfTransition(
  { name, seen }: TransitionRecord,
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
    ...(after.isSettled ? [] : [reasons.unsettled]),
  ];
}
