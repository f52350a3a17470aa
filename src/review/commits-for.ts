import type { GitHub, RepositoryName } from '../io/github/github.ts';
import { CommitStore } from '../io/sides/commit-store.ts';
import type { HostRules } from './host-rules.ts';

/** How a host reads a repository. */
export interface RepositoryAccess<Token extends HostRules['token']> {
  readonly github: GitHub;
  /** Whose token `github` uses. */
  readonly token: Token;
  readonly repository: RepositoryName;
  /** Folder of a clone; undefined if there is none. */
  readonly clone: string | undefined;
}

/** The commits of a repository as a host may read them: with the token that its rules name, and from a clone only if the rules allow it. */
export const commitsFor = <Rules extends HostRules>(
  { reads }: Rules,
  { github, repository, clone }: RepositoryAccess<Rules['token']>,
): CommitStore => new CommitStore({ github, repository, clone: reads === 'a clone and GitHub' ? clone : undefined });
