import { shortId } from '../../engine/text/words/short-id.ts';
import { PlumblineError } from '../../shared/errors.ts';
import type { GitCommit } from '../git/objects.ts';
import { commitRange } from './commit-range.ts';
import type { GitHub, RepositoryName } from './github.ts';
import { githubError } from './github-errors.ts';
import { commitSha } from './pull-request.ts';
import { type ApprovablePull, accountOf } from './pull-timeline.ts';

/** A merged pull request with the API's current data. Its head is the last reviewed commit. */
export interface MergedPull extends ApprovablePull {
  /** The base branch just before the merge. */
  readonly baseSha: string;
}

/** More than a branch usually gets between two applies. Each commit is a request. */
const maxCommits = 500;

/**
 * What was merged between two commits of a branch, in the order of merging. Throws PlumblineError('github') if the
 * older one is not an ancestor of the newer one, because the history was rewritten then.
 */
export async function mergedBetween(
  github: GitHub,
  repository: RepositoryName,
  { base, head, branch }: { base: string; head: string; branch: string },
): Promise<MergedPull[]> {
  const commits = await commitsBetween(github, repository, `${base}...${head}`);
  const line = firstParents(commits, base, head);
  const pulls = new Map<number, MergedPull>();
  for (const { sha, parents } of line)
    for (const pull of await pullsOf(github, repository, sha)) {
      if (isMergedInto(pull, { repository, branch, sha })) pulls.set(pull.number, mergedPull(pull, parents[0] ?? base));
    }

  return [...pulls.values()];
}

/** The pull requests whose merge is this commit. Normally there is one. */
export async function pullsMergedAs(
  github: GitHub,
  repository: RepositoryName,
  { branch, sha }: { branch: string; sha: string },
): Promise<ApprovablePull[]> {
  const pulls = await pullsOf(github, repository, sha);
  return pulls.filter((pull) => isMergedInto(pull, { repository, branch, sha })).map(approvablePull);
}

/** Whether a pull request was merged into this branch of this repository. GitHub also lists pull requests that were merged inside forks. */
const isMergedInto = (
  { merged_at, base, merge_commit_sha }: Pull,
  { repository: { owner, repo }, branch, sha }: { repository: RepositoryName; branch: string; sha: string },
): boolean =>
  merged_at !== null &&
  base.ref === branch &&
  base.repo?.full_name.toLowerCase() === `${owner}/${repo}`.toLowerCase() &&
  merge_commit_sha === sha;

async function commitsBetween(github: GitHub, repository: RepositoryName, basehead: string): Promise<GitCommit[]> {
  const range = await commitRange(github, repository, basehead, maxCommits);
  if (!range.isAhead) throw rewritten(basehead);
  if (range.total > maxCommits) throw tooMany(range.total);
  return [...range.commits];
}

const rewritten = (basehead: string): PlumblineError =>
  new PlumblineError(
    'github',
    `The branch no longer contains the commit \`${shortId(basehead)}\` that was applied last`,
    {
      help: 'Run `plumbline drift` to see what differs, then apply with break-glass. The history of the branch was rewritten.',
    },
  );

const tooMany = (count: number): PlumblineError =>
  new PlumblineError(
    'github',
    `There are ${count} commits between the last apply and this one, and at most ${maxCommits} are checked`,
    {
      help: 'Run `plumbline drift` to see what differs, then apply with break-glass.',
    },
  );

/** The branch's first-parent commits, oldest first. Other commits that a merge brought in are left out. */
function firstParents(commits: readonly GitCommit[], base: string, head: string): GitCommit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const line: GitCommit[] = [];
  for (let sha: string | undefined = head; sha !== undefined && sha !== base; ) {
    const commit = bySha.get(sha);
    if (!commit) break;
    line.unshift(commit);
    sha = commit.parents[0];
  }

  return line;
}

async function pullsOf(github: GitHub, repository: RepositoryName, commit_sha: string) {
  try {
    const parameters = { ...repository, commit_sha, per_page: 100 };
    return await github.paginate(github.rest.repos.listPullRequestsAssociatedWithCommit, parameters);
  } catch (error) {
    throw githubError('look for the pull requests of a commit', error);
  }
}

type Pull = Awaited<ReturnType<typeof pullsOf>>[number];

const mergedPull = (pull: Pull, before: string): MergedPull => ({
  ...approvablePull(pull),
  baseSha: commitSha(before),
});

const approvablePull = ({ number, head, user, merged_at }: Pull): ApprovablePull => ({
  number,
  headSha: commitSha(head.sha),
  headRef: head.ref,
  headRepository: head.repo?.full_name ?? null,
  author: accountOf(user),
  mergedAt: merged_at ?? undefined,
});
