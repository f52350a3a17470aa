import type { Diagnostic } from '../../engine/diagnostic.ts';
import { prose } from '../../engine/report/escape.ts';
import { githubLinks } from '../../engine/report/links.ts';
import { renderComment, renderResolvedComment } from '../../engine/report/markdown.ts';
import type { RenderOptions, Report } from '../../engine/report/report.ts';
import { CommitStore } from '../../io/commit-store.ts';
import { headComparison } from '../../io/github/head-comparison.ts';
import { type Marker, writeMarker } from '../../io/github/marker.ts';
import { type PullRequest, pullRequestOf } from '../../io/github/pull-request.ts';
import { accountOf } from '../../io/github/pull-timeline.ts';
import { type CommentOutcome, putComment } from '../../io/github/sticky-comment.ts';
import { putSuggestions } from '../../io/github/suggestion-comments.ts';
import { isRateLimit, statusOf } from '../../io/github.ts';
import { version } from '../../io/version.ts';
import { type CheckTarget, entryOf, leaveCheck, ownChecks, putCheck, shortHash } from './check.ts';
import { checkOutput } from './check-output.ts';
import { type Computed, computeReview } from './compute-review.ts';
import { goOn, type JobContext } from './context.ts';
import { JobError } from './failure.ts';
import { readIgnores } from './ignores.ts';
import type { Done, ReviewJob } from './job.ts';

/**
 * Brings comment, suggestions and check of a pull request to what its newest head gives. Everything is asked of GitHub, so
 * that it does not matter which deliveries came, how often and in which order.
 */
export async function reviewPull({ number }: ReviewJob, context: JobContext): Promise<Done> {
  const { github, repository, appId } = context;
  const { data } = await github.rest.pulls.get({ ...repository, pull_number: number });
  const pull = { ...pullRequestOf(data), headRef: data.head.ref, author: accountOf(data.user) };
  const target: CheckTarget = { github, repository, appId, headSha: pull.headSha };
  if (data.state !== 'open') {
    await leaveCheck(target, number);
    return { outcome: 'closed' };
  }
  const ignores = data.comments > 0 ? await readIgnores(context, pull) : [];
  const fingerprint = shortHash(JSON.stringify([pull.headSha, pull.baseSha, version, ignores]));
  // The check is written last: when it stands, everything before it does.
  if (entryOf(await ownChecks(target), number)?.fingerprint === fingerprint) return { outcome: 'unchanged' };
  const store = new CommitStore({ github, repository, clone: undefined });
  const comparison = await headComparison(pull, store);
  const computed = await computeReview(comparison, store, context, { ignore: ignores });
  goOn(context);
  const outcome = await comment(computed, pull, store, context);
  if (outcome === 'superseded') return { outcome };
  goOn(context);
  const output = checkOutput(computed, linksOf(context, pull.headSha), outcome);
  await putCheck(target, { subject: number, fingerprint, ...output });
  return { outcome };
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
  const marker: Marker = { folder: '', headSha, runId: 0, runAttempt: 0 };
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
