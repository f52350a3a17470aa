import { atLeast, githubError, statusOf } from '../../../io/github/github.ts';
import type { JobContext } from '../jobs/job-context.ts';

/** Everything about one deployment that this gate let through. */
export interface PassedDeployment {
  readonly environment: string;
  readonly sha: string;
  /** What people read on the check. */
  readonly title: string;
}

/** More deployments than this are not searched: each different commit among them is a request. */
const limits = { deployments: 1_000, commits: 100 };

/** The name of the check run that records it, as people see it on the commit. */
const checkName = (environment: string): string => `plumbline: ${environment}`.slice(0, 100);

/** What the record says about the environment: a name that is cut is not enough. */
const externalId = (environment: string): string => `let-through ${JSON.stringify(environment)}`;

/**
 * Records that everything up to a commit was approved for an environment. The record is a check run of our own app, which nobody
 * else can write or change: deployments and their statuses can be written by everybody with write access.
 */
export async function recordPassedDeployment(
  record: PassedDeployment,
  { github, repository }: JobContext,
): Promise<void> {
  const { environment, sha, title } = record;
  try {
    await github.rest.checks.create({
      ...repository,
      name: checkName(environment),
      head_sha: sha,
      external_id: externalId(environment),
      status: 'completed',
      conclusion: 'success',
      output: {
        title,
        summary: `plumbline let the deployment of this commit to ${JSON.stringify(environment)} through.`,
      },
    });
  } catch (error) {
    throw githubError('record the deployment', error);
  }
}

/** A commit that was let through, and when, as an ISO time. */
export interface PassedCommit {
  readonly commit: string;
  readonly at: string;
}

/**
 * The newest commit before `sha` that this gate let through to an environment; undefined where there is none. The list of
 * deployments only says where to look: what counts is our own record on the commit, and that the commit is an ancestor.
 */
export async function lastPassedDeployment(
  environment: string,
  sha: string,
  context: JobContext,
): Promise<PassedCommit | undefined> {
  try {
    for (const commit of await deployedCommits(environment, context)) {
      const at = await recordedAt(environment, commit, context);
      if (at !== undefined && (await isAncestor(commit, sha, context))) return { commit, at };
    }
    return undefined;
  } catch (error) {
    throw githubError('look up what was deployed', error);
  }
}

/** The different commits of an environment's deployments, the newest first. */
async function deployedCommits(environment: string, { github, repository }: JobContext): Promise<string[]> {
  const parameters = { ...repository, environment, per_page: 100 };
  const listed = atLeast(limits.deployments);
  const deployments = await github.paginate(github.rest.repos.listDeployments, parameters, listed);
  const newestFirst = deployments.toSorted((a, b) => b.id - a.id).map(({ sha }) => sha);
  return [...new Set(newestFirst)].filter((sha) => /^[0-9a-f]{40,64}$/.test(sha)).slice(0, limits.commits);
}

/**
 * When somebody last pushed to a branch with force; undefined: nobody did, as far as GitHub says. Commits that were let through may
 * then have left the branch, and what was let through before them would count as deployed, although nobody approved the way back.
 */
export async function lastForcedPush(branch: string, { github, repository }: JobContext): Promise<string | undefined> {
  try {
    const query = { ...repository, ref: `refs/heads/${branch}`, activity_type: 'force_push' as const, per_page: 1 };
    const { data } = await github.rest.repos.listActivities(query);
    return data[0]?.timestamp;
  } catch (error) {
    // A GitHub Enterprise Server that keeps no activity.
    if (statusOf(error) === 404) return undefined;
    throw githubError('look up whether the branch was rewritten', error);
  }
}

/** When the gate last recorded that it let a commit through; undefined: it did not. */
async function recordedAt(
  environment: string,
  ref: string,
  { github, repository, appId }: JobContext,
): Promise<string | undefined> {
  const query = { ...repository, ref, check_name: checkName(environment), app_id: appId, per_page: 100 };
  const { data } = await github.rest.checks.listForRef({ ...query, filter: 'all' });
  return data.check_runs
    .filter(
      ({ app, external_id, head_sha, status, conclusion }) =>
        app?.id === appId &&
        external_id === externalId(environment) &&
        head_sha === ref &&
        status === 'completed' &&
        conclusion === 'success',
    )
    .map(({ completed_at, started_at }) => completed_at ?? started_at ?? '')
    .sort()
    .at(-1);
}

async function isAncestor(commit: string, sha: string, { github, repository }: JobContext): Promise<boolean> {
  const basehead = `${commit}...${sha}`;
  try {
    const { data } = await github.rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: 1 });
    return data.status === 'ahead' || data.status === 'identical';
  } catch (error) {
    // Commits without a common ancestor, or one that a forced push left behind.
    if (statusOf(error) === 404) return false;
    throw error;
  }
}
