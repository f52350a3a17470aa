import type { CommitStore } from '../../io/commit-store.ts';
import { readGitCommit, readMergeBase } from '../../io/git-objects.ts';
import { githubError } from '../../io/github.ts';
import type { Job, PullRequest, Trigger } from './event.ts';

/** The commits to compare. */
export interface Comparison {
  /** Null: there is nothing to compare with, everything is new. */
  readonly base: string | null;
  readonly head: string;
  /** The commit whose configuration holds. */
  readonly config: string;
}

type Push = Extract<Trigger, { kind: 'push' }>;

/** What a job compares; a pull request's own commits are in the store. */
export async function comparisonOf({ trigger }: Job, store: CommitStore): Promise<Comparison> {
  switch (trigger.kind) {
    case 'pull-request':
      return mergeComparison(trigger.pull, store) ?? (await headComparison(trigger.pull, store));
    case 'merge-group':
      return { base: trigger.baseSha, head: trigger.headSha, config: trigger.baseSha };
    case 'push':
      return pushComparison(trigger, store);
    case 'workflow-run':
      throw new Error('a workflow_run compares the pull request that it finds');
    case 'other':
      return { base: null, head: trigger.headSha, config: trigger.headSha };
  }
}

/** What a push brings; all of head where there is nothing before it, or no longer. What was pushed is in force. */
async function pushComparison({ before, headSha }: Push, store: CommitStore): Promise<Comparison> {
  const base = before !== null && (await store.has(before)) ? before : null;
  return { base, head: headSha, config: headSha };
}

/** GitHub's test merge, where that is checked out: its first parent is the base, and what it changes is the pull request. */
function mergeComparison(pull: PullRequest, { clone }: CommitStore): Comparison | undefined {
  const commit = clone === undefined ? undefined : readGitCommit(clone, 'HEAD');
  const [base, head] = commit?.parents ?? [];
  if (!commit || base === undefined || head !== pull.headSha) return undefined;
  return { base, head: commit.sha, config: base };
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
