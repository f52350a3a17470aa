import { githubError, statusOf } from '../../io/github.ts';
import type { JobContext } from './context.ts';

/** Everything about one deployment that this gate let through. */
export interface LetThrough {
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
export async function recordLetThrough(record: LetThrough, { github, repository }: JobContext): Promise<void> {
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

/**
 * The newest commit before `sha` that this gate let through to an environment; undefined where there is none. The list of
 * deployments only says where to look: what counts is our own record on the commit, and that the commit is an ancestor.
 */
export async function lastLetThrough(
  environment: string,
  sha: string,
  context: JobContext,
): Promise<string | undefined> {
  try {
    for (const deployed of await deployedCommits(environment, context))
      if ((await isRecorded(environment, deployed, context)) && (await isAncestor(deployed, sha, context)))
        return deployed;
    return undefined;
  } catch (error) {
    throw githubError('look up what was deployed', error);
  }
}

/** The different commits of an environment's deployments, the newest first. */
async function deployedCommits(environment: string, { github, repository }: JobContext): Promise<string[]> {
  let count = 0;
  const parameters = { ...repository, environment, per_page: 100 };
  const deployments = await github.paginate(github.rest.repos.listDeployments, parameters, ({ data }, done) => {
    count += data.length;
    if (count >= limits.deployments) done();
    return data;
  });
  const newestFirst = deployments.toSorted((a, b) => b.id - a.id).map(({ sha }) => sha);
  return [...new Set(newestFirst)].filter((sha) => /^[0-9a-f]{40,64}$/.test(sha)).slice(0, limits.commits);
}

async function isRecorded(environment: string, ref: string, { github, repository, appId }: JobContext) {
  const query = { ...repository, ref, check_name: checkName(environment), app_id: appId, per_page: 100 };
  const { data } = await github.rest.checks.listForRef({ ...query, filter: 'all' });
  return data.check_runs.some(
    ({ app, external_id, head_sha, status, conclusion }) =>
      app?.id === appId &&
      external_id === externalId(environment) &&
      head_sha === ref &&
      status === 'completed' &&
      conclusion === 'success',
  );
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
