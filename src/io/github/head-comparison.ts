import type { CommitStore } from '../commit-store.ts';
import { readMergeBase } from '../git/objects.ts';
import { githubError } from '../github.ts';
import type { PullRequest } from './pull-request.ts';

/** The commits to compare. */
export interface Comparison {
  /** Null: there is nothing to compare with, everything is new. */
  readonly base: string | null;
  readonly head: string;
  /** The commit whose configuration holds. */
  readonly config: string;
}

/** The head against its merge base, so that what others merged meanwhile is not taken for a change of this pull request. */
export async function headComparison(pull: PullRequest, store: CommitStore): Promise<Comparison> {
  const { clone } = store;
  const local = clone === undefined ? undefined : readMergeBase(clone, pull.baseSha, pull.headSha);
  return { base: local ?? (await mergeBaseFromGitHub(pull, store)), head: pull.headSha, config: pull.baseSha };
}

async function mergeBaseFromGitHub(pull: PullRequest, { github, repository }: CommitStore): Promise<string> {
  const basehead = `${pull.baseSha}...${pull.headSha}`;
  try {
    const { data } = await github.rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: 1 });
    return data.merge_base_commit.sha;
  } catch (error) {
    throw githubError('find the merge base', error);
  }
}
