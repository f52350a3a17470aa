import { readMergeBase } from '../git/objects.ts';
import { githubError } from '../github/github-errors.ts';
import type { PullRequest } from '../github/pull-request.ts';
import type { CommitStore } from './commit-store.ts';

/** The commits to compare. */
export interface Comparison {
  /** Null if there is nothing to compare with, so that everything is new. */
  readonly base: string | null;
  readonly head: string;
  /** The commit whose configuration applies. */
  readonly config: string;
}

/** Compares the head with its merge base, so that changes that others merged meanwhile do not count as changes of this pull request. */
export async function headComparison(pull: PullRequest, store: CommitStore): Promise<Comparison> {
  return { base: await mergeBase(pull, store), head: pull.headSha, config: pull.baseSha };
}

/** The merge base of a base branch and a head, from the clone or from GitHub. Throws PlumblineError('github'). */
export async function mergeBase(
  { baseSha, headSha }: Pick<PullRequest, 'baseSha' | 'headSha'>,
  { github, repository, clone }: CommitStore,
): Promise<string> {
  const local = clone === undefined ? undefined : readMergeBase(clone, baseSha, headSha);
  if (local !== undefined) return local;

  const basehead = `${baseSha}...${headSha}`;

  try {
    const { data } = await github.rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: 1 });
    return data.merge_base_commit.sha;
  } catch (error) {
    throw githubError('find the merge base', error);
  }
}
