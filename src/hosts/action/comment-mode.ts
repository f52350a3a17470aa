import { PlumblineError } from '../../errors.ts';
import { CommitStore } from '../../io/commit-store.ts';
import { headComparison } from '../../io/github/head-comparison.ts';
import type { PullRequest } from '../../io/github/pull-request.ts';
import { findPullRequest } from './find-pull-request.ts';
import { reviewCommits } from './review-commits.ts';
import type { Session } from './session.ts';

/**
 * `mode: comment`: a job with the rights of the base repository recomputes the review from what the API says. It takes
 * nothing from disk, from artefacts or from the run that it follows, for all of that belongs to the pull request.
 */
export async function commentMode(session: Session): Promise<void> {
  const pull = await pullRequest(session);
  if (!pull) return;
  const { job, github } = session;
  const store = new CommitStore({ github, repository: job.repository, clone: undefined });
  const reviewing = reviewCommits(await headComparison(pull, store), store, session);
  const [report, { publish }] = await Promise.all([reviewing, import('./publish.ts')]);
  const { headSha, number } = pull;
  const isForeign = job.trigger.kind === 'workflow-run';
  const audience = { store, headSha, reviewedSha: headSha, pull: number, hasAnnotations: true, isForeign };
  await publish(report, audience, session);
}

async function pullRequest({ job, github, runner }: Session): Promise<PullRequest | undefined> {
  const { trigger } = job;
  if (trigger.kind === 'pull-request') return trigger.pull;
  if (trigger.kind !== 'workflow-run')
    throw new PlumblineError('usage', `\`mode: comment\` does not run on ${job.eventName}`, {
      help: 'Run it on workflow_run, after the workflow that reviews pull requests.',
    });
  if (trigger.run.event !== 'pull_request') {
    runner.info(`The run was for ${trigger.run.event}, not for a pull request: there is nothing to comment on.`);
    return undefined;
  }
  const found = await findPullRequest(github, job.repository, trigger.run);
  if ('pull' in found) return found.pull;
  runner.notice(`No comment: ${found.reason}.`);
  return undefined;
}
