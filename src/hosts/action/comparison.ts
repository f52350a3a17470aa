import { readGitCommit } from '../../io/git/objects.ts';
import type { PullRequest } from '../../io/github/pull-request.ts';
import type { CommitStore } from '../../io/sides/commit-store.ts';
import { type Comparison, headComparison } from '../../io/sides/head-comparison.ts';
import type { Trigger, WorkflowJob } from './event.ts';

type Push = Extract<Trigger, { kind: 'push' }>;

/** The two commits that a job compares. The store holds the commits of a pull request. */
export async function comparisonOf({ trigger }: WorkflowJob, store: CommitStore): Promise<Comparison> {
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

/** What a push changed, or all of head if the commit before it is missing. The pushed configuration already applies. */
async function pushComparison({ before, headSha }: Push, store: CommitStore): Promise<Comparison> {
  const base = before !== null && (await store.has(before)) ? before : null;
  return { base, head: headSha, config: headSha };
}

/** GitHub's test merge, if it is checked out. Its first parent is the base, and its changes are those of the pull request. */
function mergeComparison(pull: PullRequest, { clone }: CommitStore): Comparison | undefined {
  if (clone === undefined) return undefined;

  const commit = readGitCommit(clone, 'HEAD');
  const [base, head] = commit?.parents ?? [];
  if (!commit || base === undefined || head !== pull.headSha) return undefined;
  return { base, head: commit.sha, config: base };
}
