import type { GitCommit } from '../git/objects.ts';
import type { GitHub, RepositoryName } from './github.ts';
import { githubError } from './github-errors.ts';

/** Every commit that is reachable from one commit and not from another. */
interface CommitRange {
  /** The older commit is an ancestor of the newer one, or the same. */
  readonly isAhead: boolean;
  readonly total: number;
  /** All commits, unless there are more than `max`. */
  readonly commits: readonly GitCommit[];
}

/** Compares two commits, `base...head`. Throws PlumblineError('github'). */
export async function commitRange(
  github: GitHub,
  repository: RepositoryName,
  basehead: string,
  max: number,
): Promise<CommitRange> {
  const commits: GitCommit[] = [];
  try {
    for (let page = 1; ; page++) {
      const parameters = { ...repository, basehead, per_page: 100, page };
      const { data } = await github.rest.repos.compareCommitsWithBasehead(parameters);

      const range = {
        isAhead: data.status === 'ahead' || data.status === 'identical',
        total: data.total_commits,
        commits,
      };

      if (!range.isAhead || range.total > max) return range;

      commits.push(...data.commits.map(({ sha, parents }) => ({ sha, parents: parents.map((parent) => parent.sha!) })));
      if (data.commits.length < 100 || commits.length >= range.total) return range;
    }
  } catch (error) {
    throw githubError('compare the commits', error);
  }
}
