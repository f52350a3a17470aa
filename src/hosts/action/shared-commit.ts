import type { PullRequest } from '../../io/github/pull-request.ts';
import type { CommitStore } from '../../io/sides/commit-store.ts';
import { headComparison } from '../../io/sides/head-comparison.ts';
import { PlumblineError } from '../../shared/errors.ts';
import type { Trigger } from './event.ts';
import { findPullRequests } from './find-pull-request.ts';
import { reviewInJob } from './review-in-job.ts';
import type { Session } from './session.ts';

/**
 * GitHub attaches a job's status to the commit. The status counts for every pull request with that head, whatever base
 * the run compared it with, so a pass for one base must not count for another. The job therefore fails in two cases. The
 * first is that the pull request has a different base now (a rerun has the old event). The second is that the same commit
 * is blocked in another pull request of the branch.
 */
export async function judgeSharedCommit(
  { pull, headBranch }: Extract<Trigger, { kind: 'pull-request' }>,
  store: CommitStore,
  session: Session,
): Promise<void> {
  const { runner } = session;
  const pulls = await pullsOf(pull, headBranch, session);
  const now = pulls.find(({ number }) => number === pull.number);
  if (now && now.baseRef !== pull.baseRef)
    runner.setFailed(
      `This run compared the pull request with ${pull.baseRef}, but its base is now ${now.baseRef}. The run for the new base decides. If there is none, add \`edited\` to the \`types\` of \`on: pull_request\`.`,
    );

  for (const other of pulls) {
    if (other.number === pull.number || other.baseRef === pull.baseRef) continue;

    const reviewed = await reviewInJob(await headComparison(other, store), store, session);
    if (reviewed?.report.verdict.result !== 'block') continue;

    const reasons = reviewed.report.verdict.reasons.join(', ');

    runner.setFailed(
      `plumbline blocks #${other.number}, which has the same commit and the base ${other.baseRef}: ${reasons}. GitHub shows one status for both pull requests.`,
    );
  }
}

/** The open pull requests of the branch that have this head. Empty if GitHub cannot be asked. */
async function pullsOf(
  { headSha, headRepository }: PullRequest,
  headBranch: string,
  { github, job, runner }: Session,
): Promise<readonly PullRequest[]> {
  if (headRepository === null || headBranch === '') return [];
  try {
    const run = { event: 'pull_request', headSha, headBranch, headRepository };
    const pulls = await findPullRequests(github, job.repository, run);
    if ('pulls' in pulls) return pulls.pulls;
    return [];
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;

    runner.info(`Could not check whether another pull request has this commit: ${error.message}.`);
    return [];
  }
}
