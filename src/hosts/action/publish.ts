import type { Diagnostic } from '../../engine/diagnostic.ts';
import { renderComment, renderResolvedComment } from '../../engine/report/comment/markdown.ts';
import { jobSummary } from '../../engine/report/github/job-summary.ts';
import { githubLinks } from '../../engine/report/github/links.ts';
import type { RenderOptions, Report } from '../../engine/report/report.ts';
import { inputsLine } from '../../engine/report/wording/inputs-line.ts';
import { PlumblineError } from '../../errors.ts';
import type { OpenCheck } from '../../io/github/check-run.ts';
import { groupSubject, pullSubject } from '../../io/github/check-state.ts';
import { type CommentMarker, writeMarker } from '../../io/github/comment-marker.ts';
import { statusOf } from '../../io/github/github.ts';
import { type CommentOutcome, putComment } from '../../io/github/sticky-comment.ts';
import { putSuggestions, type SuggestionTarget } from '../../io/github/suggestion-comments.ts';
import type { CommitStore } from '../../io/sides/commit-store.ts';
import { type AnnotationTarget, annotate } from './annotations.ts';
import { setOutputs } from './outputs.ts';
import type { Session } from './session.ts';

export { excuseFindings, openFindings } from './annotations.ts';

/** Where a report is shown. */
export interface Audience {
  /** The commit that people look at: the head of the pull request, never GitHub's test merge. */
  readonly headSha: string;
  /** The commit that was reviewed: the head, or GitHub's test merge of it. */
  readonly reviewedSha: string;
  readonly store: CommitStore;
  /** Number of the pull request; null where there is none. */
  readonly pull: number | null;
  /** The findings stand beside their lines: not on a push, whose commit nobody reviews. */
  readonly hasAnnotations: boolean;
  /** The job runs for another commit than the pull request's: nothing of the job itself shows there. */
  readonly isForeign: boolean;
  /** The check run that was opened for this review. */
  readonly check?: OpenCheck | undefined;
}

/**
 * Shows a report as outputs, summary, comment and annotations, and fails the step when it blocks. Where nothing relevant
 * changes (null, or a report that says so) an older comment is resolved, and nothing else is said.
 */
export async function publish(report: Report | null, audience: Audience, session: Session): Promise<void> {
  const { runner, job } = session;
  const options: RenderOptions = { links: linksOf(session, audience) };
  setOutputs(report, options, { runner, temporary: job.temporary });
  const relevant = report?.review.isRelevant ? report : null;
  if (relevant) runner.addSummary(jobSummary.render(relevant, options));
  if (audience.pull !== null && session.inputs.comment)
    await comment(relevant, { ...audience, number: audience.pull, options }, session).catch(warnOf(session));
  if (audience.hasAnnotations) {
    const { headSha, isForeign, check, pull } = audience;
    await annotate(report, { ...annotationTarget({ headSha, isForeign, pull }, session), check }, runner);
  }
  if (report) conclude(report, audience, session);
}

/** Where the findings of this job are shown. */
export function annotationTarget(
  { headSha, isForeign, pull }: Pick<Audience, 'headSha' | 'isForeign' | 'pull'>,
  { job, inputs, github }: Session,
): AnnotationTarget {
  const { repository, runId, runAttempt } = job;
  const { workingDirectory } = inputs;
  const subject = pull === null ? groupSubject(headSha, workingDirectory) : pullSubject(pull, workingDirectory);
  return { github, repository, headSha, subject, run: `${runId}.${runAttempt}`, isForeign };
}

/** A comment that cannot be written hides no verdict. */
const warnOf =
  ({ runner }: Session) =>
  (error: unknown): void => {
    if (!(error instanceof PlumblineError)) throw error;
    runner.warning([error.message, error.help].filter(Boolean).join('. '));
  };

const linksOf = ({ job, runner }: Session, { headSha }: Audience): NonNullable<RenderOptions['links']> => {
  const { owner, repo } = job.repository;
  // The repository that the Action itself comes from, at the version in use.
  const { GITHUB_ACTION_REPOSITORY: action, GITHUB_ACTION_REF: ref } = runner.env;
  return githubLinks({
    repositoryUrl: `${job.serverUrl}/${owner}/${repo}`,
    headSha,
    ...(action && ref ? { docsUrl: `${job.serverUrl}/${action}/blob/${ref}/docs` } : {}),
  });
};

interface CommentRequest extends Audience {
  readonly number: number;
  readonly options: RenderOptions;
}

async function comment(report: Report | null, request: CommentRequest, session: Session): Promise<void> {
  const { inputs, job, github, runner } = session;
  const { number, headSha } = request;
  const { runId, runAttempt, repository } = job;
  const marker: CommentMarker = { folder: inputs.workingDirectory, headSha, runId, runAttempt };
  const { store, reviewedSha } = request;
  const suggested = await suggest(report, {
    store,
    number,
    headSha,
    reviewedSha,
    folder: marker.folder,
    whenVoid: 'delete',
  });
  const options = { ...request.options, marker: writeMarker(marker), suggested };
  const bodies = report ? renderComment(report, options) : [renderResolvedComment(options)];
  const outcome = await putComment({ github, repository, number, marker }, bodies, { isUpdateOnly: report === null });
  const message = says[outcome];
  if (!message) return;
  runner.notice(message);
  if (report) runner.addSummary(`> ${message}`);
}

/** A read-only token, a diff that moved on, a limit: the fixes stand in the comment all the same. */
async function suggest(report: Report | null, target: SuggestionTarget): Promise<ReadonlySet<Diagnostic>> {
  try {
    return await putSuggestions(report, target);
  } catch (error) {
    if (statusOf(error) !== undefined || statusOf((error as Error).cause) !== undefined) return new Set();
    throw error;
  }
}

const says: Record<CommentOutcome, string | undefined> = {
  written: undefined,
  none: undefined,
  superseded: 'A newer commit or run has taken over: the comment is left to it.',
  forbidden:
    'The token of this job cannot comment: that is so for forks and for Dependabot, and without `pull-requests: write`. The review is in the summary of the job; a workflow_run job with `mode: comment` comments for forks.',
  limited:
    "GitHub's rate limit lasts longer than this job waits: the comment is not written. The review is in the summary of the job.",
};

function conclude({ review, verdict }: Report, { isForeign }: Audience, { runner }: Session): void {
  const reasons = verdict.reasons.join(', ');
  runner.info(inputsLine(review));
  runner.info(`plumbline: ${verdict.result}${reasons ? `, ${reasons}` : ''}`);
  // A job for another commit fails nothing there, and would only look broken where it runs.
  if (verdict.result === 'block' && !isForeign) runner.setFailed(`plumbline blocks this change: ${reasons}`);
}
