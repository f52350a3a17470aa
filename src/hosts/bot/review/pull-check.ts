import type { CheckOutput } from '../../../engine/review/presentation/presentation.ts';
import { code, plainName } from '../../../engine/text/words/escape.ts';
import { type CheckPlace, type CheckRun, isNewestCurrent, latestOf, listRuns } from '../../../io/github/check-run.ts';
import { groupOfSubject, pullOfSubject } from '../../../io/github/check-state.ts';
import { hexDigest } from '../../../io/hex-digest.ts';
import type { MergeGroupJob, RestartJob, ReviewJob } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job-context.ts';

/** The place of our check run on a commit. Branch protection rules require the check by this name. */
export const checkPlace = ({ github, repository }: JobContext, headSha: string): CheckPlace => ({
  github,
  repository,
  name: 'plumbline',
  headSha,
});

/** Our check runs on a commit. */
export const ownRuns = (place: CheckPlace, { appId }: JobContext): Promise<CheckRun[]> => listRuns(place, appId);

/** Whether the check already shows the result of a review with the same inputs. */
export async function isReviewed(
  place: CheckPlace,
  runs: readonly CheckRun[],
  { subject, fingerprint }: { readonly subject: string; readonly fingerprint: string },
): Promise<boolean> {
  const latest = latestOf(runs, subject);
  if (latest?.own?.fingerprint !== fingerprint || latest.own.result === 'pending') return false;
  return latest === runs.at(-1) || isNewestCurrent(place, runs);
}

/** What the check shows while a review is in progress. */
export const checkUnderWay = (base: string): CheckOutput => ({
  title: `Comparing with ${plainName(base)}`,
  summary: `The review of this commit against ${code(base)} is in progress.`,
});

/** What the check shows on a commit that is no longer the newest. */
export const replacedCheck: CheckOutput = {
  title: 'Not reviewed: there is a newer commit',
  summary: 'This commit was not reviewed because the pull request has a newer one. See the check on the newest commit.',
};

/** Jobs that review all pull requests and merge groups that share the check of a commit. */
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
  const subjects = [...new Set(runs.flatMap(({ own: entry }) => entry?.subject ?? []))];

  return subjects.flatMap((subject): (ReviewJob | MergeGroupJob)[] => {
    const number = pullOfSubject(subject);
    if (number !== undefined) return [{ ...origin, kind: 'review', number }];
    const baseSha = groupOfSubject(subject);
    if (baseSha === undefined) return [];
    return [{ ...origin, kind: 'merge-group', headSha, baseSha }];
  });
}

/** Twelve hexadecimal digits, enough to distinguish two states of one pull request. */
export const shortHash = (text: string): string => hexDigest(text).slice(0, 12);
