import { type PullRequest, pullRequestOf } from '../../io/github/pull-request.ts';
import { type GitHub, githubError, type RepositoryName } from '../../io/github.ts';
import type { TriggeringRun } from './event.ts';

/** The pull request of a run, or why there is none to comment on. */
export type FoundPullRequest = { readonly pull: PullRequest } | { readonly reason: string };

/**
 * Finds the open pull request that a run was for, by head SHA and head repository. The run's own list is empty for
 * forks, and what the run says of itself in artefacts belongs to the pull request: neither is looked at. Two matches
 * are no match.
 */
export async function findPullRequest(
  github: GitHub,
  repository: RepositoryName,
  run: TriggeringRun,
): Promise<FoundPullRequest> {
  if (run.headRepository === '') return { reason: 'the fork that the run was for is gone' };
  const matches = (await candidates(github, repository, run)).filter(
    (pull) => pull.headSha === run.headSha && sameName(pull.headRepository, run.headRepository),
  );
  if (matches.length === 1) return { pull: matches[0]! };
  const which = `head ${run.headSha.slice(0, 12)} of ${run.headRepository}`;
  if (matches.length === 0) return { reason: `no open pull request has the ${which}: it moved on, or was closed` };
  const numbers = matches.map((pull) => `#${pull.number}`).sort();
  return { reason: `the ${which} belongs to ${numbers.join(', ')}: ambiguous` };
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

/** GitHub's names know no case. */
const sameName = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase();
