import { createHash } from 'node:crypto';
import type { CheckOutput } from '../../../engine/presentation.ts';
import { code, plainName } from '../../../engine/text/escape.ts';
import { type CheckPlace, type CheckRun, isNewestCurrent, latestOf, listRuns } from '../../../io/github/check-run.ts';
import { groupOfSubject, pullOfSubject } from '../../../io/github/check-state.ts';
import type { MergeGroupJob, RestartJob, ReviewJob } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job-context.ts';

/** Where our check run stands on a commit. Its name is what a branch protection requires. */
export const checkPlace = ({ github, repository }: JobContext, headSha: string): CheckPlace => ({
  github,
  repository,
  name: 'plumbline',
  headSha,
});

/** Our check runs on a commit. */
export const ownRuns = (place: CheckPlace, { appId }: JobContext): Promise<CheckRun[]> => listRuns(place, appId);

/** Whether the check already holds the result of a review that rested on the same. */
export async function isReviewed(
  place: CheckPlace,
  runs: readonly CheckRun[],
  { subject, fingerprint }: { readonly subject: string; readonly fingerprint: string },
): Promise<boolean> {
  const latest = latestOf(runs, subject);
  if (latest?.own?.fingerprint !== fingerprint || latest.own.result === 'pending') return false;
  return latest === runs.at(-1) || isNewestCurrent(place, runs);
}

/** What the check says while a review is under way. */
export const checkUnderWay = (base: string): CheckOutput => ({
  title: `Comparing with ${plainName(base)}`,
  summary: `The review of this commit, compared with ${code(base)}, is under way.`,
});

/** What the check says of a commit that is no longer the newest. */
export const replacedCheck: CheckOutput = {
  title: 'A newer commit has taken over',
  summary: 'This commit was not reviewed: the pull request has moved on.',
};

/** The reviews of all subjects that share the check of a commit. */
export function reviewsOf(
  runs: readonly CheckRun[],
  {
    deliveryId,
    installationId,
    repository,
    headSha,
  }: Pick<RestartJob, 'deliveryId' | 'installationId' | 'repository' | 'headSha'>,
): (ReviewJob | MergeGroupJob)[] {
  const origin = { deliveryId, installationId, repository };
  const subjects = [...new Set(runs.flatMap(({ own }) => own?.subject ?? []))];
  return subjects.flatMap((subject): (ReviewJob | MergeGroupJob)[] => {
    const number = pullOfSubject(subject);
    if (number !== undefined) return [{ ...origin, kind: 'review', number }];
    const baseSha = groupOfSubject(subject);
    return baseSha === undefined ? [] : [{ ...origin, kind: 'merge-group', headSha, baseSha }];
  });
}

/** Twelve hexadecimal digits: enough to tell two states of one pull request apart. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
