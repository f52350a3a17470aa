import { shortId } from '../../engine/text/short-id.ts';
import { PlumblineError } from '../../errors.ts';
import { type Commit, commitRange } from './commit-range.ts';
import { type GitHub, githubError, type RepositoryName } from './github.ts';
import { commitSha } from './pull-request.ts';
import { type ApprovablePull, accountOf } from './pull-timeline.ts';

/** A merged pull request, as the API says now. Its head is what was reviewed last. */
export interface MergedPull extends ApprovablePull {
  /** Base branch as it was just before the merge. */
  readonly baseSha: string;
}

/** The commits by which a branch got from one commit to another, and what was merged on the way. */
export interface MergedRange {
  /** In the order of merging. */
  readonly pulls: readonly MergedPull[];
}

/** More than a branch gets between two applies; every one of them is a request. */
const maxCommits = 500;

/**
 * What was merged between two commits of a branch. Throws PlumblineError('github') where the older one is no ancestor: then
 * history was rewritten, and nothing says what it stands for.
 */
export async function mergedBetween(
  github: GitHub,
  repository: RepositoryName,
  { base, head, branch }: { base: string; head: string; branch: string },
): Promise<MergedRange> {
  const commits = await commitsBetween(github, repository, `${base}...${head}`);
  const line = firstParents(commits, base, head);
  const found = new Map<number, MergedPull>();
  for (const { sha, parents } of line)
    for (const pull of await pullsOf(github, repository, sha)) {
      if (isMergedInto(pull, { repository, branch, sha })) found.set(pull.number, mergedPull(pull, parents[0] ?? base));
    }
  return { pulls: [...found.values()] };
}

/** The pull requests that became a commit of a branch; normally one. */
export async function pullsMergedAs(
  github: GitHub,
  repository: RepositoryName,
  { branch, sha }: { branch: string; sha: string },
): Promise<ApprovablePull[]> {
  const pulls = await pullsOf(github, repository, sha);
  return pulls.filter((pull) => isMergedInto(pull, { repository, branch, sha })).map(approvablePull);
}

/** GitHub lists pull requests of forks, too, which were merged there and reviewed by nobody here. */
const isMergedInto = (
  { merged_at, base, merge_commit_sha }: Pull,
  { repository: { owner, repo }, branch, sha }: { repository: RepositoryName; branch: string; sha: string },
): boolean =>
  merged_at !== null &&
  base.ref === branch &&
  base.repo?.full_name.toLowerCase() === `${owner}/${repo}`.toLowerCase() &&
  merge_commit_sha === sha;

async function commitsBetween(github: GitHub, repository: RepositoryName, basehead: string): Promise<Commit[]> {
  const range = await commitRange(github, repository, basehead, maxCommits);
  if (!range.isAhead) throw rewritten(basehead);
  if (range.total > maxCommits) throw tooMany(range.total);
  return [...range.commits];
}

const rewritten = (basehead: string): PlumblineError =>
  new PlumblineError('github', `The branch no longer holds the commit \`${shortId(basehead)}\` that was applied last`, {
    help: 'Its history was rewritten: look at what differs with `plumbline drift`, then apply with break-glass.',
  });

const tooMany = (count: number): PlumblineError =>
  new PlumblineError('github', `${count} commits lie between the last apply and this one`, {
    help: `At most ${maxCommits} are looked at: look at what differs with \`plumbline drift\`, then apply with break-glass.`,
  });

/** The branch's own line of commits, the oldest first: other commits that a merge brought in have no say. */
function firstParents(commits: readonly Commit[], base: string, head: string): Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const line: Commit[] = [];
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
