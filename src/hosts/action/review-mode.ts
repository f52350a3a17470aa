import { PlumblineError } from '../../errors.ts';
import { CommitStore } from '../../io/commit-store.ts';
import { type PullRequest, pullRequestOf } from '../../io/github/pull-request.ts';
import { reasonOf, statusOf } from '../../io/github.ts';
import { comparisonOf } from './comparison.ts';
import { reviewCommits } from './review-commits.ts';
import type { Session } from './session.ts';

/** `mode: review`: reads the clone that actions/checkout made, and the API for what it lacks. */
export async function reviewMode(session: Session): Promise<void> {
  const { job, github } = session;
  const { trigger } = job;
  if (job.eventName === 'pull_request_target' || trigger.kind === 'workflow-run')
    throw new PlumblineError('usage', `\`mode: review\` does not run on ${job.eventName}`, {
      help: 'A job with these rights reads the pull request as data only: set `mode: comment`.',
    });
  const store = new CommitStore({ github, repository: job.repository, clone: job.workspace });
  const comparison = await comparisonOf(job, store);
  // The code that publishes is loaded while git reads.
  const reviewing = reviewCommits(comparison, store, session);
  const [report, { publish }] = await Promise.all([reviewing, import('./publish.ts')]);
  const common = { store, reviewedSha: comparison.head, isForeign: false };
  if (trigger.kind === 'pull-request') {
    const { number, headSha } = trigger.pull;
    await publish(report, { ...common, headSha, pull: number, hasAnnotations: true }, session);
    return refuseOtherBase(trigger.pull, session);
  }
  const { kind, headSha } = trigger;
  return publish(report, { ...common, headSha, pull: null, hasAnnotations: kind === 'merge-group' }, session);
}

/**
 * Fails a run whose pull request has another base by now. The event says what the base was when the run was made, and a run can
 * be repeated at any time: compared with an earlier base, it must not pass for the base that the pull request is merged into.
 */
async function refuseOtherBase(
  { number, baseRef, headSha }: PullRequest,
  { job, github, runner }: Session,
): Promise<void> {
  try {
    const { data } = await github.rest.pulls.get({ ...job.repository, pull_number: number });
    const now = pullRequestOf(data);
    if (now.headSha !== headSha || now.baseRef === baseRef) return;
    runner.setFailed(
      `The base of this pull request is now ${now.baseRef}, and this run compared it with ${baseRef}: the run for the new base decides. Add \`edited\` to the \`types\` of \`pull_request\` where there is none.`,
    );
  } catch (error) {
    if (statusOf(error) === undefined) throw error;
    runner.info(`Could not ask whether the base is still ${baseRef} (${reasonOf(error)}).`);
  }
}
