import { peopleMoney } from '../../text/words/people-money.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import type { Estimate, Placement } from './estimate.ts';
import type { Certainty } from './knowledge.ts';

const words: Readonly<Record<Certainty, string>> = {
  exact: '',
  range: 'about ',
  atLeast: 'at least ',
  atMost: 'at most ',
  unknown: '',
};

/**
 * By how much the cost rises: `$560/month (200%)`, or `at least $736/month` if the cost before is only a bound, of which no share is
 * known. `byUsd` is the difference in a month.
 */
export function costRise(estimate: Estimate, byUsd: number): string {
  return `${riseText(estimate, byUsd)}${jobPremise(estimate)}`;
}

/** `, if Jobs of `CronJob/tools/nightly` always run`, where pods that end make most of the difference. A Job is counted as if it never ended. */
function jobPremise({ base, head }: Estimate): string {
  const jobs = jobsOfRise(base, head);
  if (jobs.length === 0) return '';
  return `, if Jobs of ${firstNames(jobs.map(quoted))} always run`;
}

/** The Jobs and CronJobs that make most of what costs more; empty if other pods do. */
export function jobsOfRise(base: Placement | null, head: Placement | null): readonly string[] {
  const before = sharesOf(base);
  const rises = [...sharesOf(head)].flatMap(([workload, usd]) => {
    const more = usd - (before.get(workload) ?? 0);
    if (more <= 0) return [];
    return [{ workload, more }];
  });

  const sum = (all: typeof rises): number => all.reduce((total, { more }) => total + more, 0);
  const ofJobs = rises.filter(({ workload }) => isJob(workload));
  if (ofJobs.length === 0 || sum(ofJobs) * 2 < sum(rises)) return [];

  return ofJobs.map(({ workload }) => workload);
}

const isJob = (workload: string): boolean => /^(?:CronJob|Job)\//.test(workload);

/** Whether a side counts Jobs. */
export const hasJobs = (side: Placement | null): boolean => [...sharesOf(side).keys()].some(isJob);

const sharesOf = (side: Placement | null): ReadonlyMap<string, number> =>
  new Map(
    (side?.shares ?? []).flatMap(({ workload, hourlyUsd }) => {
      if (hourlyUsd === null) return [];
      return [[workload, hourlyUsd]];
    }),
  );

function riseText({ base, head, difference, shownIn }: Estimate, byUsd: number): string {
  const before = base?.monthlyUsd;
  const after = head?.monthlyUsd;
  const money = peopleMoney(shownIn, [byUsd, before?.likely ?? null, after?.likely ?? null]);
  const isAll = before?.likely != null && after?.likely != null && money.isZero(after.likely - before.likely - byUsd);
  // As the amounts of both sides are written, which stand next to it.
  const written = isAll ? money.between(before.likely!, after.likely!) : byUsd;
  const word = words[difference.monthlyUsd.certainty];
  const amount = `${word}${money.plain(written)}/month`;
  const isComparable = before?.certainty === 'exact' || before?.certainty === 'range';
  if (isComparable && before.likely !== null && before.likely > 0)
    return `${amount} (${Math.round((100 * byUsd) / before.likely)}%)`;

  return amount;
}
