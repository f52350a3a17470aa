import type { Diagnostic } from '../../../engine/diagnostic.ts';
import { renderComment, renderResolvedComment } from '../../../engine/report/comment/markdown.ts';
import { githubLinks } from '../../../engine/report/github/links.ts';
import type { RenderOptions, Report } from '../../../engine/report/report.ts';
import { prose } from '../../../engine/text/escape.ts';
import { cancelCheck, finishCheck, type OpenCheck, openCheck, settleCheck } from '../../../io/github/check-run.ts';
import { type CommentMarker, writeMarker } from '../../../io/github/comment-marker.ts';
import { isRateLimit, statusOf } from '../../../io/github/github.ts';
import { type PullRequest, pullRequestOf } from '../../../io/github/pull-request.ts';
import { type ApprovablePull, accountOf } from '../../../io/github/pull-timeline.ts';
import { type CommentOutcome, putComment } from '../../../io/github/sticky-comment.ts';
import { putSuggestions } from '../../../io/github/suggestion-comments.ts';
import type { CommitStore } from '../../../io/sides/commit-store.ts';
import { headComparison } from '../../../io/sides/head-comparison.ts';
import { version } from '../../../io/version.ts';
import { type Computed, computeReview } from '../compute-review.ts';
import { checkSubjectOf, type JobOutcome, type ReviewJob } from '../jobs/job.ts';
import { type JobContext, Superseded, stopIfSuperseded, storeOf } from '../jobs/job-context.ts';
import { JobError } from '../jobs/job-failure.ts';
import { checkOutput } from './check-output.ts';
import { readIgnores } from './ignores.ts';
import { checkPlace, checkUnderWay, isReviewed, ownRuns, replacedCheck, reviewsOf, shortHash } from './pull-check.ts';

/**
 * Brings comment, suggestions and check of a pull request to what its newest head gives. Everything is asked of GitHub, so
 * that it does not matter which deliveries came, how often and in which order.
 */
export async function reviewPull(job: ReviewJob, context: JobContext): Promise<JobOutcome> {
  const { github, repository } = context;
  const { data } = await github.rest.pulls.get({ ...repository, pull_number: job.number });
  const pull: Pull = { ...pullRequestOf(data), headRef: data.head.ref, author: accountOf(data.user) };
  const place = checkPlace(context, pull.headSha);
  const subject = checkSubjectOf(job);
  const runs = await ownRuns(place, context);
  if (data.state !== 'open') {
    // What else has this commit no longer shares its check with this pull request.
    const others = reviewsOf(runs, { ...job, headSha: pull.headSha }).filter((one) => checkSubjectOf(one) !== subject);
    return { outcome: 'closed', next: others };
  }
  const ignores = data.comments > 0 ? await readIgnores(context, pull) : [];
  const fingerprint = shortHash(JSON.stringify([pull.headSha, pull.baseSha, pull.baseRef, version, ignores]));
  if (await isReviewed(place, runs, { subject, fingerprint })) {
    await settleCheck(place, runs);
    return { outcome: 'unchanged' };
  }
  // What an older run says of this commit, perhaps compared with another base, does not count from here on.
  const check = await openCheck(place, { subject, output: checkUnderWay(pull.baseRef) }, runs);
  return judge(pull, { check, ignores, fingerprint }, context);
}

type Pull = PullRequest & ApprovablePull;

interface Judging {
  readonly check: OpenCheck;
  readonly ignores: Awaited<ReturnType<typeof readIgnores>>;
  readonly fingerprint: string;
}

/** Works the review out and shows it. The check is finished last: when it has its conclusion, everything before it stands. */
async function judge(pull: Pull, { check, ignores, fingerprint }: Judging, context: JobContext): Promise<JobOutcome> {
  const store = storeOf(context);
  try {
    const comparison = await headComparison(pull, store);
    const computed = await computeReview(comparison, store, context, { ignore: ignores });
    stopIfSuperseded(context);
    const outcome = await comment(computed, pull, store, context);
    stopIfSuperseded(context);
    const said = { base: pull.baseRef, comment: outcome, options: linksOf(context, pull.headSha) };
    if (outcome === 'superseded') await cancelCheck(check, replacedCheck);
    else await finishCheck(check, { ...checkOutput(computed, said), fingerprint });
    return { outcome };
  } catch (error) {
    if (error instanceof Superseded) await cancelCheck(check, replacedCheck);
    throw error;
  }
}

/** Links into the repository at the head, and into our docs. */
export const linksOf = ({ serverUrl, docsUrl, repository }: JobContext, headSha: string): RenderOptions => ({
  links: githubLinks({
    repositoryUrl: `${serverUrl}/${repository.owner}/${repository.repo}`,
    headSha,
    ...(docsUrl === undefined ? {} : { docsUrl }),
  }),
});

async function comment(
  { report, notes }: Computed,
  { number, headSha }: PullRequest,
  store: CommitStore,
  context: JobContext,
): Promise<CommentOutcome> {
  const { github, repository } = context;
  const suggested = await suggest(report, store, { number, headSha });
  // No clock and no counter: nothing changes between two runs of the same head.
  const marker: CommentMarker = { folder: '', headSha, runId: 0, runAttempt: 0 };
  const options = { ...linksOf(context, headSha), marker: writeMarker(marker), suggested };
  const bodies = report ? renderComment(report, options) : [renderResolvedComment(options)];
  const target = { github, repository, number, marker };
  const outcome = await putComment(target, withNotes(bodies, notes), { isUpdateOnly: report === null });
  if (outcome === 'limited') throw new JobError({ kind: 'later', seconds: 60, message: 'GitHub limits the comments' });
  return outcome;
}

/** Notes stand at the top of the first part, below the marker. */
function withNotes([first, ...rest]: readonly string[], notes: readonly string[]): string[] {
  if (notes.length === 0) return [first!, ...rest];
  const [marker, ...lines] = first!.split('\n');
  return [[marker, ...notes.map((note) => `> ${prose(note)}.\n`), ...lines].join('\n'), ...rest];
}

async function suggest(
  report: Report | null,
  store: CommitStore,
  { number, headSha }: { number: number; headSha: string },
): Promise<ReadonlySet<Diagnostic>> {
  try {
    const target = { store, number, headSha, reviewedSha: headSha, folder: '', whenVoid: 'minimise' } as const;
    return await putSuggestions(report, target);
  } catch (error) {
    const refused = statusOf(error) === undefined ? (error as Error).cause : error;
    // A diff that moved on, a lacking permission: the fixes stand in the comment all the same.
    if (statusOf(refused) === undefined || isRateLimit(refused) || statusOf(refused)! >= 500) throw error;
    return new Set();
  }
}
