import type { WorkloadDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import type { Review } from '../../review/context/review-data.ts';
import { reviewedClusters } from '../../review/events/events-of.ts';
import { isRestartedService } from '../../review/gate/dangers.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import { workloadName } from './event-sentences.ts';

/**
 * `At the worst moment, 1 of 6 pods of `default/web` runs in prod (2 more workloads of three or more pods fall below half)`:
 * the workload that loses most of its pods at the same time while nodes are replaced, in the first cluster that has
 * one. Nothing if findings say it of all of them; `stated` are the keys of workloads of which one does.
 */
export function fewestPodsSentence(review: Review, stated: ReadonlySet<string>): string[] {
  const clusters = reviewedClusters(review).map(({ name, disruption }) => ({
    name,
    low: (disruption.workloads ?? []).filter(isBelowHalf),
  }));
  const first = clusters.find(({ low }) => low.some((workload) => !stated.has(workload.name)));
  if (first === undefined) return [];

  const [worst, ...others] = first.low.toSorted((a, b) => shareOf(a) - shareOf(b));
  const { name, replicas } = worst!;
  const available = worst!.worst.available!;
  const where = textIf(first.name !== null, ` in ${first.name}`);
  const count = available === 0 ? 'none' : String(available);
  const run = `${count} of ${plural(replicas, 'pod')} of ${workloadName(name)} ${byCount(Math.max(1, available), 'runs', 'run')}`;
  const more = textIf(
    others.length > 0,
    ` (${plural(others.length, 'more workload')} of three or more pods ${byCount(others.length, 'falls', 'fall')} below half)`,
  );
  return [`At the worst moment, ${run}${where}${more}`];
}

const shareOf = ({ replicas, worst }: WorkloadDisruption): number => (worst.available ?? replicas) / replicas;

/** Whether less than half of the pods of a service are left. */
const isBelowHalf = (workload: WorkloadDisruption): boolean => isRestartedService(workload) && shareOf(workload) < 0.5;
