import type { PullRequest } from '../../io/github/pull-request.ts';
import { headComparison } from '../../io/sides/head-comparison.ts';
import { commitsFor } from '../../review/commits-for.ts';
import { actionComment } from '../../review/host-rules.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { findPullRequests } from './find-pull-request.ts';
import { reviewInJob } from './review-in-job.ts';
import { repositoryAccess, type Session } from './session.ts';

/**
 * `mode: comment`: a job with the rights of the base repository recomputes the review from GitHub's API. It reads nothing
 * from disk, from artifacts or from the run that triggered it, because the pull request's author controls all of these.
 */
export async function commentMode(session: Session): Promise<void> {
  for (const pull of await pullRequests(session)) await reviewFor(pull, session);
}

async function reviewFor(pull: PullRequest, session: Session): Promise<void> {
  const { job, runner } = session;
  const { headSha, number } = pull;
  const store = commitsFor(actionComment, repositoryAccess(session));
  const isForeign = job.trigger.kind === 'workflow-run';
  const { annotationTarget, failFindings, openFindings, publish } = await import('./publish.ts');
  const target = annotationTarget({ headSha, isForeign, pull: number }, session);
  // The check of an earlier review must not count while this one runs: it may have compared with another base.
  const check = isForeign ? await openFindings(target, runner) : undefined;
  const common = {
    store,
    headSha,
    reviewedSha: headSha,
    pull: number,
    headRepository: pull.headRepository,
    labels: pull.labels,
  };

  try {
    const reviewed = await reviewInJob(await headComparison(pull, store), store, session);
    await publish(reviewed, { ...common, hasAnnotations: true, isForeign, check }, session);
  } catch (error) {
    if (check) await failFindings(check, error, runner);
    throw error;
  }
}

async function pullRequests({ job, github, runner }: Session): Promise<readonly PullRequest[]> {
  const { trigger } = job;
  if (trigger.kind === 'pull-request') return [trigger.pull];

  if (trigger.kind !== 'workflow-run')
    throw new PlumblineError('usage', `\`mode: comment\` does not run on ${job.eventName}`, {
      help: 'Start it with `on: workflow_run`, after the workflow that reviews pull requests.',
    });

  if (trigger.run.event !== 'pull_request') {
    runner.info(`No comment: the triggering run was for ${trigger.run.event}, not for a pull request.`);
    return [];
  }

  const pulls = await findPullRequests(github, job.repository, trigger.run);
  if ('pulls' in pulls) return pulls.pulls;

  runner.notice(`No comment: ${pulls.reason}.`);

  return [];
}
