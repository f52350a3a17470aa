import { type CommentBehavior, defaultSettings } from '../../engine/karpenter/api/settings.ts';
import { githubLinks } from '../../engine/report/github/links.ts';
import { presentationOf } from '../../engine/report/github/presentation-of.ts';
import type { Links, Report } from '../../engine/report/values/report.ts';
import { inputsLine } from '../../engine/report/wording/inputs-line.ts';
import type { Presentation, ReviewLabels } from '../../engine/review/presentation/presentation.ts';
import { textIf } from '../../engine/text/words/text-if.ts';
import type { OpenCheck } from '../../io/github/check-run.ts';
import { groupSubject, pullSubject } from '../../io/github/check-state.ts';
import { hasLabelsToPut, putLabels } from '../../io/github/pull-labels.ts';
import { showReview } from '../../io/github/show-review.ts';
import type { CommentOutcome } from '../../io/github/sticky-comment.ts';
import type { CommitStore } from '../../io/sides/commit-store.ts';
import type { Reviewed } from '../../review/review-pair.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { type AnnotationTarget, annotate } from './findings-check-run.ts';
import { setOutputs } from './outputs.ts';
import type { Session } from './session.ts';

export { failFindings, openFindings } from './findings-check-run.ts';

/** Where a report is shown. */
interface Audience {
  /** The commit that people look at: the head of the pull request, never GitHub's test merge. */
  readonly headSha: string;
  /** The commit that was reviewed: the head, or GitHub's test merge of it. */
  readonly reviewedSha: string;
  readonly store: CommitStore;
  /** Number of the pull request; null where there is none. */
  readonly pull: number | null;
  /** Names of the labels that the pull request had when the job began. */
  readonly labels?: readonly string[];
  /** Whether the head is in another repository. Null is a deleted fork. */
  readonly headRepository?: string | null;
  /** Whether findings are shown at their lines. Not on a push: nobody reviews its commit line by line. */
  readonly hasAnnotations: boolean;
  /** Whether the job runs for another commit than the pull request's, so that its own status does not show there. */
  readonly isForeign: boolean;
  /** The check run that was opened for this review. */
  readonly check?: OpenCheck | undefined;
}

/**
 * Shows a report as outputs, summary, comment and annotations, and fails the step when the verdict is `block`. If nothing
 * relevant changes (null, or a report with `isRelevant: false`), an older comment is resolved and nothing else is shown.
 */
export async function publish(reviewed: Reviewed | null, audience: Audience, session: Session): Promise<void> {
  const { runner, job, inputs } = session;
  const report = reviewed?.report ?? null;
  const links = linksOf(session, audience);

  setOutputs(report, { links }, { runner, temporary: job.temporary });
  const { name } = inputs;
  const presentation = presentationOf(report, { links, name, isRelevant: report?.review.isRelevant ?? false });
  if (presentation.isRelevant) runner.addSummary(presentation.jobSummary());

  const behavior = reviewed?.settings.comment ?? inputs.comment ?? defaultSettings.comment;
  if (audience.pull !== null) {
    const where = { ...audience, number: audience.pull, behavior };
    const outcome = behavior === 'off' ? 'none' : await comment(presentation, where, session).catch(warnOf(session));
    const isOn = reviewed?.settings.labels;
    const labels = isOn ? presentation.labels() : presentation.noLabels();
    if (outcome !== 'superseded' && hasLabelsToPut(isOn, audience.labels ?? [], labels))
      await label(labels, audience.pull, session).catch(warnOf(session));
  }

  if (reviewed) await tellWebhook(reviewed, audience, session);

  if (audience.hasAnnotations) {
    const { headSha, isForeign, check, pull } = audience;
    await annotate(presentation, { ...annotationTarget({ headSha, isForeign, pull }, session), check }, runner);
  }

  if (report) conclude(report, audience, session);
}

/** The commit and subject that this job's findings belong to. */
export function annotationTarget(
  { headSha, isForeign, pull }: Pick<Audience, 'headSha' | 'isForeign' | 'pull'>,
  { job, inputs, github }: Session,
): AnnotationTarget {
  const { repository, runId, runAttempt } = job;
  const { workingDirectory, name } = inputs;

  const subject = () => {
    if (pull === null) return groupSubject(headSha, workingDirectory);
    return pullSubject(pull, workingDirectory);
  };

  return { github, repository, headSha, subject: subject(), name, run: `${runId}.${runAttempt}`, isForeign };
}

async function tellWebhook(
  { report, settings }: Reviewed,
  { pull: number, headRepository = null }: Audience,
  { inputs: { name, notifyUrl: url }, job: { repository, serverUrl }, runner }: Session,
): Promise<void> {
  if (url === undefined || number === null) return;

  const { notify } = await import('../../review/notify.ts');
  const pull = { repository, number, headRepository, serverUrl, name };
  const problem = await notify({ report, pull, from: settings.notify, url });
  if (problem !== undefined) runner.warning(problem);
}

/** If the comment cannot be written, the job still reports its verdict. */
const warnOf =
  ({ runner }: Session) =>
  (error: unknown): void => {
    if (!(error instanceof PlumblineError)) throw error;
    runner.warning([error.message, error.help].filter(Boolean).join('. '));
  };

const linksOf = ({ job, runner }: Session, { headSha }: Audience): Links => {
  const { owner, repo } = job.repository;
  // The repository and version of the Action itself, whose docs the comment links to.
  const { GITHUB_ACTION_REPOSITORY: action, GITHUB_ACTION_REF: ref } = runner.env;

  return githubLinks({
    repositoryUrl: `${job.serverUrl}/${owner}/${repo}`,
    headSha,
    ...(action && ref && { docsUrl: `${job.serverUrl}/${action}/blob/${ref}/docs` }),
  });
};

async function comment(
  presentation: Presentation,
  {
    number,
    headSha,
    reviewedSha,
    store,
    behavior,
  }: Audience & { readonly number: number; readonly behavior: CommentBehavior },
  { inputs, job, runner }: Session,
): Promise<CommentOutcome> {
  const { workingDirectory: folder, name } = inputs;
  const marker = { folder, name, headSha, runId: job.runId, runAttempt: job.runAttempt };
  const target = { store, number, reviewedSha, marker, behavior, whenVoid: 'delete', isRepeated: false } as const;
  const outcome = await showReview(presentation, target);
  const message = notices[outcome];
  if (!message) return outcome;

  runner.notice(message);
  if (presentation.isRelevant) runner.addSummary(`> ${message}`);
  return outcome;
}

async function label(labels: ReviewLabels, number: number, { github, job, runner }: Session): Promise<void> {
  const isWritten = await putLabels({ github, repository: job.repository, number }, labels);
  if (!isWritten)
    runner.notice("This job's token cannot set labels. Give the job `pull-requests: write`, or leave out `labels`.");
}

const notices: Record<CommentOutcome, string | undefined> = {
  written: undefined,
  'older shown':
    'The comment was written, but older ones could not be hidden. Give the job `pull-requests: write`, or set `comment: delete`.',
  none: undefined,
  superseded: 'A newer commit or run writes the comment, so this run did not change it.',
  forbidden:
    "This job's token cannot write comments, so the review is in the job summary only. Give the job `pull-requests: write`. For forks and Dependabot, add a workflow_run job with `mode: comment`.",
  limited:
    "The comment was not written because GitHub's rate limit resets later than this job waits. The review is in the job summary.",
};

function conclude({ review, verdict }: Report, { isForeign }: Audience, { runner }: Session): void {
  const reasons = verdict.reasons.join(', ');
  runner.info(inputsLine(review));
  runner.info(`plumbline: ${verdict.result}${textIf(reasons, `, ${reasons}`)}`);
  // A failure of a job for another commit does not show on the pull request. It would only look like a broken job.
  if (verdict.result === 'block' && !isForeign) runner.setFailed(`plumbline blocks this change: ${reasons}`);
}
