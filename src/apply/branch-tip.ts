import type { GitHub, RepositoryName } from '../io/github/github.ts';
import { githubError } from '../io/github/github-errors.ts';

/** The protected branch of a repository, and its newest commit. */
export interface BranchTip {
  readonly branch: string;
  readonly commit: string;
}

/** Asks GitHub for the default branch and its newest commit. Throws PlumblineError('github'). */
export async function branchTip(github: GitHub, repository: RepositoryName): Promise<BranchTip> {
  try {
    const { data } = await github.rest.repos.get({ ...repository });
    const branch = data.default_branch;
    const { data: ref } = await github.rest.git.getRef({ ...repository, ref: `heads/${branch}` });

    return { branch, commit: ref.object.sha };
  } catch (error) {
    throw githubError('look up the default branch', error);
  }
}
