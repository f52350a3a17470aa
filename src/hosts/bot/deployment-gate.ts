import { approvedPlan } from '../../apply/approved-plan.ts';
import { settingsAt } from '../../apply/commit-review.ts';
import { PlumblineError } from '../../errors.ts';
import { CommitStore } from '../../io/commit-store.ts';
import { githubError } from '../../io/github.ts';
import type { JobContext } from './context.ts';
import type { Done, GateJob } from './job.ts';

interface Decision {
  readonly state: 'approved' | 'rejected';
  readonly comment: string;
}

/**
 * Answers a deployment that waits for us: it may go on when what it brings is the union of plans that were approved. All is
 * recomputed from the merged commits and asked of GitHub now; what cannot be shown to be approved is refused.
 */
export async function answerDeployment(job: GateJob, context: JobContext): Promise<Done> {
  const { github, repository } = context;
  const { state, comment } = await decision(job, context);
  try {
    await github.rest.actions.reviewCustomGatesForRun({
      ...repository,
      run_id: job.runId,
      environment_name: job.environment,
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
  const branch = (await github.rest.repos.get({ ...repository })).data.default_branch;
  if (!(await isOnBranch(sha, branch, context))) return rejected([`the commit is not on ${branch}`]);
  const base = (await lastDeployed(environment, sha, context)) ?? (await firstParent(sha, context));
  if (base === undefined) return rejected(['nothing says what the cluster runs now']);
  const store = new CommitStore({ github, repository, clone: undefined });
  const settings = await settingsAt(store, base, { over: { today } });
  const now = new Date().toISOString();
  const change = { store, environment, base, head: sha, branch, paths: [], settings, now, isBreakGlass: false };
  const judged = await approvedPlan(change);
  if (judged.objections.length > 0) return rejected(judged.objections);
  if (judged.plan.digest === null || judged.plan.objects.length === 0)
    return { state: 'approved', comment: 'Nothing of Karpenter changes' };
  const by = judged.approvedBy.map((one) => one.replaceAll('@', '')).join(', ');
  return { state: 'approved', comment: `Plan ${judged.plan.digest.slice(0, 12)} is approved: ${by}` };
}

const rejected = (why: readonly string[]): Decision => ({
  state: 'rejected',
  comment: `Not approved: ${why.join('; ').replaceAll('@', '').replaceAll('`', '')}`,
});

/** A deployment of a commit that never reached the branch is somebody's own idea. */
async function isOnBranch(sha: string, branch: string, { github, repository }: JobContext): Promise<boolean> {
  const basehead = `${sha}...${branch}`;
  const { data } = await github.rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: 1 });
  return data.status === 'ahead' || data.status === 'identical';
}

/** The commit of the last deployment to the environment that succeeded. */
async function lastDeployed(
  environment: string,
  sha: string,
  { github, repository }: JobContext,
): Promise<string | undefined> {
  const { data } = await github.rest.repos.listDeployments({ ...repository, environment, per_page: 30 });
  for (const { id, sha: deployed } of data) {
    if (deployed === sha) continue;
    const statuses = await github.rest.repos.listDeploymentStatuses({ ...repository, deployment_id: id, per_page: 30 });
    if (statuses.data.some(({ state }) => state === 'success')) return deployed;
  }
  return undefined;
}

async function firstParent(sha: string, { github, repository }: JobContext): Promise<string | undefined> {
  const { data } = await github.rest.git.getCommit({ ...repository, commit_sha: sha });
  return data.parents[0]?.sha;
}
