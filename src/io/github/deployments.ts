import type { GitHub, RepositoryName } from './github.ts';
import { githubError, isRateLimit, statusOf } from './github-errors.ts';

/** The state of a deployment, as GitHub shows it. */
export interface DeploymentRecord {
  readonly environment: string;
  readonly commit: string;
  readonly state: 'in_progress' | 'success' | 'failure';
  /** At most 140 characters. */
  readonly description: string;
  /** Page of the run. */
  readonly logUrl: string;
  readonly digest: string;
}

/**
 * Records the state of an apply in GitHub's deployments: in the one that GitHub made for the job's environment, otherwise in a new
 * one. False if the token lacks the permission, which does not stop the apply.
 */
export async function recordDeployment(
  github: GitHub,
  repository: RepositoryName,
  { environment, commit, state, description, logUrl, digest }: DeploymentRecord,
): Promise<boolean> {
  try {
    const query = { ...repository, sha: commit, environment, per_page: 1 };
    const { data: deployments } = await github.rest.repos.listDeployments(query);
    const id = deployments[0]?.id ?? (await create(github, repository, { environment, commit, digest }));
    if (id === undefined) return false;

    const status = { state, description: description.slice(0, 140), log_url: logUrl, environment };
    await github.rest.repos.createDeploymentStatus({ ...repository, deployment_id: id, ...status });

    return true;
  } catch (error) {
    if ([403, 404, 422].includes(statusOf(error) ?? 0) || isRateLimit(error)) return false;
    throw githubError('record the deployment', error);
  }
}

async function create(
  github: GitHub,
  repository: RepositoryName,
  { environment, commit, digest }: Pick<DeploymentRecord, 'environment' | 'commit' | 'digest'>,
): Promise<number | undefined> {
  const { data } = await github.rest.repos.createDeployment({
    ...repository,
    ref: commit,
    environment,
    description: `plan ${digest}`,
    payload: { digest },
    auto_merge: false,
    // The commit is already on the branch, so no status check has to pass first.
    required_contexts: [],
  });

  if ('id' in data) return data.id;
  return undefined;
}
