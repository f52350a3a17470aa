import { approvedPlan } from '../../../apply/approved-plan.ts';
import { type BranchTip, branchTip } from '../../../apply/branch-tip.ts';
import { settingsAt } from '../../../apply/merged-review.ts';
import { shortId } from '../../../engine/text/short-id.ts';
import { PlumblineError } from '../../../errors.ts';
import { githubError } from '../../../io/github/github.ts';
import { pullsMergedAs } from '../../../io/github/merged-changes.ts';
import { pullApprovals } from '../../../io/github/pull-timeline.ts';
import { gateReview } from '../../../review/host-rules.ts';
import type { GateJob, JobOutcome } from '../jobs/job.ts';
import { type JobContext, storeOf } from '../jobs/job-context.ts';
import { lastForcedPush, lastPassedDeployment, recordPassedDeployment } from './passed-deployments.ts';

interface Decision {
  readonly state: 'approved' | 'rejected';
  readonly comment: string;
}

/**
 * Answers a deployment that waits for us: it may go on when everything since the last one that we let through was approved. All
 * of it is computed again from the merged commits and asked of GitHub now. What cannot be shown to be approved is rejected.
 */
export async function answerDeployment(job: GateJob, context: JobContext): Promise<JobOutcome> {
  const { github, repository } = context;
  const { state, comment } = await decision(job, context);
  const { environment, sha } = job;
  // Should the answer get lost, everything up to this commit is approved all the same.
  if (state === 'approved') await recordPassedDeployment({ environment, sha, title: comment }, context);
  try {
    await github.rest.actions.reviewCustomGatesForRun({
      ...repository,
      run_id: job.runId,
      environment_name: environment,
      state,
      comment: comment.slice(0, 1_000),
    });
  } catch (error) {
    throw githubError('answer the deployment', error);
  }
  return { outcome: state };
}

async function decision(job: GateJob, context: JobContext): Promise<Decision> {
  try {
    return await judge(job, context);
  } catch (error) {
    // What is wrong with the repository or its configuration is an answer; what is wrong with GitHub is tried again.
    if (error instanceof PlumblineError && error.cause === undefined) return rejected([error.message]);
    throw error;
  }
}

async function judge({ environment, sha }: GateJob, context: JobContext): Promise<Decision> {
  const { github, repository, today } = context;
  const { branch, commit } = await branchTip(github, repository);
  if (sha !== commit) return rejected([notTip(sha, { branch, commit })]);
  const store = storeOf(context, gateReview);
  const last = await lastPassedDeployment(environment, sha, context);
  const forcedAt = await lastForcedPush(branch, context);
  if (last === undefined || (forcedAt !== undefined && forcedAt >= last.at)) {
    const why = last ? rewritten(environment, branch) : neverLetThrough(environment);
    return firstDecision({ environment, sha, branch, why, forcedAt }, context);
  }
  const base = last.commit;
  const over = { today };
  const settings = await settingsAt(store, base, { over });
  const now = new Date().toISOString();
  const change = { store, environment, base, head: sha, branch, paths: [], settings, over, now };
  const judged = await approvedPlan({ ...change, isBreakGlass: false, isFirst: false });
  if (judged.objections.length > 0) return rejected(judged.objections);
  const by = [judged.approvedBy.map((one) => one.replaceAll('@', '')).join(', '), ...judged.notes].join('; ');
  if (judged.plan.digest !== null && judged.plan.objects.length > 0)
    return { state: 'approved', comment: `Plan ${shortId(judged.plan.digest)} is approved: ${by}` };
  return {
    state: 'approved',
    comment:
      judged.configuration.length > 0 ? `plumbline.yaml changes, approved: ${by}` : 'Nothing of Karpenter changes',
  };
}

/** Only the newest commit can be deployed: an older one would take back what was approved since. */
const notTip = (sha: string, { branch, commit }: BranchTip): string =>
  `${branch} is at ${shortId(commit)}, and this run deploys ${shortId(sha)}: the run of the newest commit deploys what was merged before it, too`;

const neverLetThrough = (environment: string): string =>
  `plumbline has not let a deployment to ${environment} through yet, so nothing says what was approved before`;

const rewritten = (environment: string, branch: string): string =>
  `${branch} was pushed with force and its history was rewritten after the last deployment to ${environment}, so nothing says what was approved before`;

interface FirstQuestion {
  readonly environment: string;
  readonly sha: string;
  readonly branch: string;
  /** Why nothing says what was approved. */
  readonly why: string;
  /** The last forced push: what an administrator accepted before it was another history. */
  readonly forcedAt: string | undefined;
}

/**
 * Nothing says what was approved for an environment. An administrator decides that everything on the branch up to this commit
 * is where it starts.
 */
async function firstDecision(
  { environment, sha, branch, why, forcedAt }: FirstQuestion,
  context: JobContext,
): Promise<Decision> {
  const { github, repository, today } = context;
  const { environments } = await settingsAt(storeOf(context, gateReview), sha, {
    over: { today },
  });
  if (!Object.hasOwn(environments, environment))
    return rejected([`plumbline.yaml names no environment ${environment}`]);
  const pulls = await pullsMergedAs(github, repository, { branch, sha });
  for (const pull of pulls) {
    const { starts } = await pullApprovals(github, repository, pull);
    const by = starts
      .filter((start) => start.environment === environment && (forcedAt === undefined || start.at > forcedAt))
      .map(({ login }) => login);
    if (by.length > 0)
      return { state: 'approved', comment: `${environment} starts here: #${pull.number} by ${by.join(', ')}` };
  }
  const where = pulls[0] ? `#${pulls[0].number}` : 'the pull request that is merged last';
  return rejected([
    `${why}. An administrator accepts ${branch} as it is with the comment "/plumbline start ${environment}" on ${where}; then run the job again`,
  ]);
}

const rejected = (why: readonly string[]): Decision => ({
  state: 'rejected',
  comment: `Not approved: ${why.join('; ').replaceAll('@', '').replaceAll('`', '')}`,
});
