import type { Estimate } from '../../cluster/cost/estimate.ts';
import type { Disruption, WorkloadDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { listIf } from '../../text/list-if.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';

/** More workloads are counted only. */
const shown = 5;

/**
 * Which workloads restart, how many of their pods run at the worst moment, and what holds them back: sentences without their full stops,
 * names in backticks. Empty if no pod restarts.
 */
export function restartLines({ workloads }: Disruption, estimate: Estimate | null = null): string[] {
  // Where other nodes are unknown, no pod is known to stay pending.
  const isOpen = estimate?.head?.mayRunElsewhere === true;
  const all = (workloads ?? []).filter(({ restarted, heldBy }) => restarted > 0 || heldBy.length > 0);
  const more = all.length - shown;

  return [
    ...all.slice(0, shown).map((workload) => restartLine(workload, isOpen)),
    ...listIf(all.some(isInterruptedJob), keepJobs),
    ...listIf(more > 0, `Pods of ${plural(more, 'more workload')} restart or are held back, too`),
  ];
}

/** Pods of a Job do their work once, and lose it if they restart. */
const isInterruptedJob = ({ name, restarted }: WorkloadDisruption): boolean =>
  restarted > 0 && /^(Cron)?Job\//.test(name);

const keepJobs =
  'Pods of Jobs lose their work when they restart. With the annotation `karpenter.sh/do-not-disrupt: "true"`, Karpenter waits for them, at most for `terminationGracePeriod`. It does not stop AWS from reclaiming spot nodes';

function restartLine(workload: WorkloadDisruption, isOpen: boolean): string {
  const { name, heldBy } = workload;
  return `\`${name}\`: ${eventText(workload, isOpen)}${textIf(heldBy.length > 0, `; held back by ${heldBy.map(holderText).join(' and ')}`)}`;
}

/** `2 of 3 pods restart; at the worst moment, 1 runs`, `1 of 3 pods stops, and its new pod stays pending`. */
function eventText(workload: WorkloadDisruption, isOpen: boolean): string {
  const { name, replicas, restarted, pending = 0, unplaced = 0 } = workload;
  if (restarted === 0) return 'no pod restarts';
  if (name.startsWith('Pod/')) return 'is evicted, and no controller creates it again';

  const ready = restarted - pending - unplaced;
  const restarts =
    ready === 0 ? [] : [`${ready} of ${plural(replicas, 'pod')} ${byCount(ready, 'restarts', 'restart')}`];
  const stopped = `${pending} of ${plural(replicas, 'pod')} ${byCount(pending, 'stops, and its new pod', 'stop, and their new pods')}`;

  const outcome = () => {
    if (isOpen) return byCount(pending, 'fits no NodePool', 'fit no NodePool');
    return byCount(pending, 'stays pending', 'stay pending');
  };

  const stops = pending === 0 ? [] : [`${stopped} ${outcome()}`];

  const moves = () => {
    if (unplaced === 0) return [];
    return [
      `${unplaced} of ${plural(replicas, 'pod')} ${byCount(unplaced, 'stops, and its new pod fits', 'stop, and their new pods fit')} no simulated NodePool, although another one may run ${byCount(unplaced, 'it', 'them')}`,
    ];
  };

  return `${[...restarts, ...stops, ...moves()].join(', ')}${worstText(workload)}`;
}

const holderText = (holder: string): string => {
  if (holder.endsWith('/do-not-disrupt')) return `\`${holder}\``;
  return `PodDisruptionBudget \`${holder}\``;
};

/** `; at the worst moment, none runs`. Nothing if all pods run all the time. */
function worstText({ replicas, worst: { available } }: WorkloadDisruption): string {
  if (available === null || available >= replicas) return '';
  if (available === 0) return '; at the worst moment, none runs';
  return `; at the worst moment, ${available} ${byCount(available, 'runs', 'run')}`;
}
