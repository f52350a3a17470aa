import type { CommentBehavior } from '../../../engine/karpenter/api/settings.ts';
import { githubLinks } from '../../../engine/report/github/links.ts';
import { presentationOf } from '../../../engine/report/github/presentation-of.ts';
import type { Links } from '../../../engine/report/values/report.ts';
import type { Presentation } from '../../../engine/review/presentation/presentation.ts';
import { cancelCheck, finishCheck, type OpenCheck, openCheck, settleCheck } from '../../../io/github/check-run.ts';
import { hasLabelsToPut, putLabels } from '../../../io/github/pull-labels.ts';
import { type PullRequest, pullRequestOf } from '../../../io/github/pull-request.ts';
import { type ApprovablePull, accountOf } from '../../../io/github/pull-timeline.ts';
import { showReview } from '../../../io/github/show-review.ts';
import type { CommentOutcome } from '../../../io/github/sticky-comment.ts';
import type { CommitStore } from '../../../io/sides/commit-store.ts';
import { headComparison } from '../../../io/sides/head-comparison.ts';
import { version } from '../../../io/version.ts';
import { notify } from '../../../review/notify.ts';
import { checkSubjectOf, type JobOutcome, type ReviewJob } from '../jobs/job.ts';
import { type JobContext, Superseded, stopIfSuperseded, storeOf } from '../jobs/job-context.ts';
import { JobError } from '../jobs/job-failure.ts';
import { computeReview } from './compute-review.ts';
import { readIgnores } from './ignores.ts';
import { checkPlace, checkUnderWay, isReviewed, ownRuns, replacedCheck, reviewsOf, shortHash } from './pull-check.ts';

/**
 * Updates comment, suggestions and check of a pull request to match its newest head. All state comes from GitHub, so it does
 * not matter which deliveries arrived, how often and in which order.
 */
export async function reviewPull(job: ReviewJob, context: JobContext): Promise<JobOutcome> {
  const { github, repository } = context;
  const { data } = await github.rest.pulls.get({ ...repository, pull_number: job.number });
  const pull: Pull = { ...pullRequestOf(data), headRef: data.head.ref, author: accountOf(data.user) };
  const place = checkPlace(context, pull.headSha);
  const subject = checkSubjectOf(job);
  const runs = await ownRuns(place, context);

  if (data.state !== 'open') {
    // Other pull requests with this commit no longer share its check with this one, so they are reviewed again.
    const others = reviewsOf(runs, { ...job, headSha: pull.headSha }).filter(
      (other) => checkSubjectOf(other) !== subject,
    );
    return { outcome: 'closed', next: others };
  }

  const ignores = data.comments > 0 ? await readIgnores(context, pull) : [];
  const fingerprint = shortHash(JSON.stringify([pull.headSha, pull.baseSha, pull.baseRef, version, ignores]));
  if (await isReviewed(place, runs, { subject, fingerprint })) {
    await settleCheck(place, runs);
    return { outcome: 'unchanged' };
  }

  // From here on, an older result for this commit does not count. It may be a comparison with another base.
  const check = await openCheck(place, { subject, output: checkUnderWay(pull.baseRef) }, runs);
  return judge(pull, { check, ignores, fingerprint }, context);
}

type Pull = PullRequest & ApprovablePull;

interface Judging {
  readonly check: OpenCheck;
  readonly ignores: Awaited<ReturnType<typeof readIgnores>>;
  readonly fingerprint: string;
}

/** Reviews the pull request and shows the result. The check is completed last, when everything else has been written. */
async function judge(pull: Pull, { check, ignores, fingerprint }: Judging, context: JobContext): Promise<JobOutcome> {
  const store = storeOf(context);
  try {
    const comparison = await headComparison(pull, store);
    const { report, notes, settings } = await computeReview(comparison, store, context, { ignore: ignores });
    const { comment: behavior, notify: from } = settings;

    stopIfSuperseded(context);
    const presentation = presentationOf(report, { notes, base: pull.baseRef, links: linksOf(context, pull.headSha) });
    const outcome = behavior === 'off' ? 'none' : await comment(presentation, { ...pull, behavior }, store);
    stopIfSuperseded(context);

    if (outcome === 'superseded') {
      await cancelCheck(check, replacedCheck);
      return { outcome };
    }

    const labels = settings.labels ? presentation.labels() : presentation.noLabels();
    if (hasLabelsToPut(settings.labels, pull.labels, labels))
      await putLabels({ ...context, number: pull.number }, labels);
    await finishCheck(check, { ...presentation.reviewCheck(outcome === 'forbidden' ? [forbidden] : []), fingerprint });
    // Sent last, because a job that runs again finds its check finished and sends nothing twice.
    const { repository, serverUrl, notifyUrl: url } = context;
    const warning = report ? await notify({ report, pull: { ...pull, repository, serverUrl }, from, url }) : undefined;

    return { outcome, ...(warning !== undefined && { warning }) };
  } catch (error) {
    if (error instanceof Superseded) await cancelCheck(check, replacedCheck);
    throw error;
  }
}

const forbidden = 'The app is not allowed to comment. Give it the permission “Pull requests: Read and write”.';

/** Links into the repository at the head, and into our docs. */
export const linksOf = ({ serverUrl, docsUrl, repository }: JobContext, headSha: string): Links =>
  githubLinks({
    repositoryUrl: `${serverUrl}/${repository.owner}/${repository.repo}`,
    headSha,
    ...(docsUrl !== undefined && { docsUrl }),
  });

async function comment(
  presentation: Presentation,
  { number, headSha, behavior }: PullRequest & { readonly behavior: CommentBehavior },
  store: CommitStore,
): Promise<CommentOutcome> {
  // No time and no counter, so that two runs of the same head write the same comment.
  const marker = { folder: '', headSha, runId: 0, runAttempt: 0 };
  const target = {
    store,
    number,
    reviewedSha: headSha,
    marker,
    behavior,
    whenVoid: 'minimise',
    isRepeated: true,
  } as const;

  const outcome = await showReview(presentation, target);
  if (outcome === 'limited')
    throw new JobError({ kind: 'later', seconds: 60, message: 'GitHub’s rate limit for comments is reached' });

  return outcome;
}
