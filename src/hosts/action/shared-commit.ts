import { PlumblineError } from '../../errors.ts';
import type { PullRequest } from '../../io/github/pull-request.ts';
import type { CommitStore } from '../../io/sides/commit-store.ts';
import { headComparison } from '../../io/sides/head-comparison.ts';
import type { Trigger } from './event.ts';
import { findPullRequests } from './find-pull-request.ts';
import { reviewInJob } from './review-in-job.ts';
import type { Session } from './session.ts';

/**
 * GitHub shows the status of a job on the commit, and takes it for every pull request that has this commit as its head, whatever
 * base the run compared it with. So a run that passes for one base must not pass for another: it fails where its pull request has another
 * base by now (a run can be repeated at any time, with the event of back then), and where the commit is blocked towards the base
 * of another pull request of the branch.
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
      `The base of this pull request is now ${now.baseRef}, and this run compared it with ${pull.baseRef}: the run for the new base decides. Add \`edited\` to the \`types\` of \`pull_request\` where there is none.`,
    );
  for (const other of pulls) {
    if (other.number === pull.number || other.baseRef === pull.baseRef) continue;
    const report = await reviewInJob(await headComparison(other, store), store, session);
    if (report?.verdict.result !== 'block') continue;
    const reasons = report.verdict.reasons.join(', ');
    runner.setFailed(
      `#${other.number} has the same commit, and plumbline blocks it towards ${other.baseRef}: ${reasons}. GitHub shows one status for both.`,
    );
  }
}

/** The open pull requests of the branch that have this head; none where GitHub does not say. */
async function pullsOf(
  { headSha, headRepository }: PullRequest,
  headBranch: string,
  { github, job, runner }: Session,
): Promise<readonly PullRequest[]> {
  if (headRepository === null || headBranch === '') return [];
  try {
    const run = { event: 'pull_request', headSha, headBranch, headRepository };
    const found = await findPullRequests(github, job.repository, run);
    return 'pulls' in found ? found.pulls : [];
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    runner.info(`Whether another pull request has this commit is unknown: ${error.message}.`);
    return [];
  }
}
