import { atLeast } from '../../../io/github/github.ts';
import { githubError, statusOf } from '../../../io/github/github-errors.ts';
import type { JobContext } from '../jobs/job-context.ts';

/** A deployment that this gate approved. */
interface PassedDeployment {
  readonly environment: string;
  readonly sha: string;
  /** The title of the check. */
  readonly title: string;
}

/** The most deployments to search. Each different commit among them is a request. */
const limits = { deployments: 1_000, commits: 100 };

/** The name of the check run that records the approval, as people see it on the commit. */
const checkName = (environment: string): string => `plumbline: ${environment}`.slice(0, 100);

/** Identifies the environment in the record, because the check's name may be cut off. */
const externalId = (environment: string): string => `let-through ${JSON.stringify(environment)}`;

/**
 * Records that everything up to a commit was approved for an environment. The record is a check run of our own app, because only
 * the app can write it. Everybody with write access can write deployments and their statuses.
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
        summary: `plumbline approved the deployment of this commit to ${JSON.stringify(environment)}.`,
      },
    });
  } catch (error) {
    throw githubError('record the deployment', error);
  }
}

/** A commit whose deployment was approved, and when, as an ISO time. */
interface PassedCommit {
  readonly commit: string;
  readonly at: string;
}

/**
 * The newest commit before `sha` that this gate approved for an environment; undefined if there is none. The list of deployments
 * only gives candidates. What counts is our own record on the commit, and that the commit is an ancestor of `sha`.
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

/** The different commits of an environment's deployments, newest first. */
async function deployedCommits(environment: string, { github, repository }: JobContext): Promise<string[]> {
  const parameters = { ...repository, environment, per_page: 100 };
  const listed = atLeast(limits.deployments);
  const deployments = await github.paginate(github.rest.repos.listDeployments, parameters, listed);
  const newestFirst = deployments.toSorted((a, b) => b.id - a.id).map(({ sha }) => sha);
  return [...new Set(newestFirst)].filter((sha) => /^[0-9a-f]{40,64}$/.test(sha)).slice(0, limits.commits);
}

/**
 * When a branch was last force-pushed; undefined if GitHub knows of no force push. After a force push, approved commits may no
 * longer be on the branch. An older approved commit would then count as deployed, although nobody approved going back to it.
 */
export async function lastForcedPush(branch: string, { github, repository }: JobContext): Promise<string | undefined> {
  try {
    const query = { ...repository, ref: `refs/heads/${branch}`, activity_type: 'force_push' as const, per_page: 1 };
    const { data } = await github.rest.repos.listActivities(query);
    return data[0]?.timestamp;
  } catch (error) {
    // A GitHub Enterprise Server version without this API.
    if (statusOf(error) === 404) return undefined;
    throw githubError('look up whether the branch was rewritten', error);
  }
}

/** When the gate last recorded its approval of a commit; undefined if it did not. */
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
    // The commits have no common ancestor, or a force push removed one.
    if (statusOf(error) === 404) return false;
    throw error;
  }
}
