import { shortId } from '../../engine/text/words/short-id.ts';
import type { GitHub, RepositoryName } from '../../io/github/github.ts';
import { githubError } from '../../io/github/github-errors.ts';
import { type PullRequest, pullRequestOf } from '../../io/github/pull-request.ts';
import type { TriggeringRun } from './event.ts';

/** The pull requests of a run, or why there is none to comment on. */
type FoundPullRequests = { readonly pulls: readonly PullRequest[] } | { readonly reason: string };

/**
 * Finds the open pull requests that a run was for, by head SHA and head repository. The run's own list is not used, because
 * it is empty for forks, and neither are its artifacts, because the pull request's author controls them. One branch may have
 * pull requests against several bases. Each is reviewed against its own base.
 */
export async function findPullRequests(
  github: GitHub,
  repository: RepositoryName,
  run: TriggeringRun,
): Promise<FoundPullRequests> {
  if (run.headRepository === '') return { reason: 'the fork was deleted' };

  const pulls = (await candidates(github, repository, run)).filter(
    (pull) => pull.headSha === run.headSha && sameName(pull.headRepository, run.headRepository),
  );
  if (pulls.length > 0) return { pulls: pulls.toSorted((a, b) => a.number - b.number) };

  const commit = `${shortId(run.headSha)} of ${run.headRepository}`;
  return { reason: `no open pull request has the head ${commit}. The pull request has newer commits or was closed` };
}

async function candidates(github: GitHub, repository: RepositoryName, run: TriggeringRun): Promise<PullRequest[]> {
  const owner = run.headRepository.split('/')[0];
  const parameters = { ...repository, state: 'open', head: `${owner}:${run.headBranch}`, per_page: 100 } as const;

  try {
    const pulls = await github.paginate(github.rest.pulls.list, parameters);
    return pulls.map(pullRequestOf);
  } catch (error) {
    throw githubError('list the pull requests', error);
  }
}

/** GitHub's names are case-insensitive. */
const sameName = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase();
