import { type GitHub, githubError, type RepositoryName, statusOf } from '../github.ts';
import type { MergedPull } from './merged-changes.ts';

/** Somebody who agreed, and to what. */
export interface Approval {
  readonly login: string;
  /** Null: a review of the whole head; else the digest that a comment names. */
  readonly digest: string | null;
}

/** A deletion that somebody agreed to, with the nodes that may go with it. */
export interface Acknowledgement {
  /** `NodePool/web`. */
  readonly object: string;
  readonly nodes: number;
}

/** Who agreed to a merged pull request, looked up now: what a payload or a comment of ours says of it counts for nothing. */
export interface Approvals {
  /** Of people with write access who neither opened the pull request nor pushed last. */
  readonly approvals: readonly Approval[];
  readonly acknowledgements: readonly Acknowledgement[];
  /** Undefined: GitHub does not say, so that one of the approvers may be the one. */
  readonly lastPusher: string | undefined;
  /** Approvals that do not count, and why. */
  readonly disregarded: readonly string[];
}

interface Voice {
  readonly login: string;
  readonly isPerson: boolean;
}

/** Reads reviews, comments, permissions and pushes of a merged pull request. Throws PlumblineError('github'). */
export async function readApprovals(github: GitHub, repository: RepositoryName, pull: MergedPull): Promise<Approvals> {
  const judge = await openJudge(github, repository, pull);
  const { approvals, disregarded } = await reviewApprovals(github, repository, pull, judge);
  const comments = await readComments(github, repository, pull.number);
  const acknowledgements: Acknowledgement[] = [];
  for (const { voice, body, isEdited } of comments) {
    const digests = [...body.matchAll(/^(?:\/plumbline )?approve ([0-9a-f]{64})[ \t]*$/gm)].map(
      ([, digest]) => digest!,
    );
    const deletions = [
      ...body.matchAll(/^delete ((?:NodePool|EC2NodeClass|NodeOverlay)\/[a-z0-9.-]+) nodes=(\d{1,7})[ \t]*$/gm),
    ];
    if (digests.length + deletions.length === 0) continue;
    const why = isEdited ? 'the comment was edited' : await judge.objection(voice);
    if (why !== undefined) {
      disregarded.push(`@${voice.login}'s comment in #${pull.number}: ${why}`);
      continue;
    }
    approvals.push(...digests.map((digest) => ({ login: voice.login, digest })));
    acknowledgements.push(...deletions.map(([, object, nodes]) => ({ object: object!, nodes: Number(nodes) })));
  }
  return { approvals, acknowledgements, lastPusher: judge.pusher, disregarded };
}

/** Who may speak for a pull request, by what GitHub says now. */
export const openJudge = async (github: GitHub, repository: RepositoryName, pull: MergedPull): Promise<Judge> =>
  new Judge(github, repository, pull, await lastPusher(github, pull));

/** Says of people why their word does not count. */
export class Judge {
  readonly pusher: string | undefined;
  readonly #github: GitHub;
  readonly #repository: RepositoryName;
  readonly #author: string;
  readonly #writers = new Map<string, boolean>();

  constructor(github: GitHub, repository: RepositoryName, { author }: MergedPull, pusher: string | undefined) {
    this.#github = github;
    this.#repository = repository;
    this.#author = author;
    this.pusher = pusher;
  }

  async objection({ login, isPerson }: Voice): Promise<string | undefined> {
    if (!isPerson) return 'only a person can approve';
    if (isSame(login, this.#author)) return 'it is their own pull request';
    if (this.pusher !== undefined && isSame(login, this.pusher)) return 'they pushed last';
    return (await this.#canWrite(login)) ? undefined : 'they have no write access';
  }

  async #canWrite(login: string): Promise<boolean> {
    const known = this.#writers.get(login) ?? (await canWrite(this.#github, this.#repository, login));
    this.#writers.set(login, known);
    return known;
  }
}

/** GitHub's names know no case. */
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Whether somebody may write, by what GitHub says now. `maintain` is `write` here, and `triage` is `read`. */
async function canWrite(github: GitHub, repository: RepositoryName, username: string): Promise<boolean> {
  try {
    const { data } = await github.rest.repos.getCollaboratorPermissionLevel({ ...repository, username });
    return data.permission === 'admin' || data.permission === 'write';
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw githubError('look up what somebody may do', error);
  }
}

/** Each person's last word: a later request for changes, or a dismissal, takes an approval back. */
async function reviewApprovals(
  github: GitHub,
  repository: RepositoryName,
  { number, headSha }: MergedPull,
  judge: Judge,
): Promise<{ approvals: Approval[]; disregarded: string[] }> {
  const last = new Map<string, { voice: Voice; isApproval: boolean; isAtHead: boolean }>();
  for (const review of await readReviews(github, repository, number)) {
    if (!review.user || !['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'].includes(review.state)) continue;
    const voice = voiceOf(review.user);
    last.set(voice.login, { voice, isApproval: review.state === 'APPROVED', isAtHead: review.commit_id === headSha });
  }
  const approvals: Approval[] = [];
  const disregarded: string[] = [];
  for (const { voice, isApproval, isAtHead } of last.values()) {
    if (!isApproval) continue;
    const why = isAtHead ? await judge.objection(voice) : 'it is of an older commit';
    if (why === undefined) approvals.push({ login: voice.login, digest: null });
    else disregarded.push(`@${voice.login}'s review of #${number}: ${why}`);
  }
  return { approvals, disregarded };
}

async function readReviews(github: GitHub, repository: RepositoryName, pull_number: number) {
  try {
    return await github.paginate(github.rest.pulls.listReviews, { ...repository, pull_number, per_page: 100 });
  } catch (error) {
    throw githubError('read the reviews', error);
  }
}

interface Comment {
  readonly voice: Voice;
  readonly body: string;
  readonly isEdited: boolean;
}

async function readComments(github: GitHub, repository: RepositoryName, issue_number: number): Promise<Comment[]> {
  try {
    const comments = await github.paginate(github.rest.issues.listComments, {
      ...repository,
      issue_number,
      per_page: 100,
    });
    return comments.flatMap(({ user, body, created_at, updated_at, performed_via_github_app: app }) =>
      user
        ? [
            {
              voice: { ...voiceOf(user), isPerson: voiceOf(user).isPerson && !app },
              body: (body ?? '').replaceAll('\r\n', '\n'),
              isEdited: created_at !== updated_at,
            },
          ]
        : [],
    );
  } catch (error) {
    throw githubError('read the comments', error);
  }
}

const voiceOf = ({ login, type }: { login: string; type?: string }): Voice => ({ login, isPerson: type === 'User' });

/**
 * Who pushed the head, by the activity of its branch: authors and committers of commits are what a pusher writes there.
 * Undefined where GitHub does not say.
 */
async function lastPusher(
  github: GitHub,
  { headRef, headRepository, headSha }: MergedPull,
): Promise<string | undefined> {
  const [owner, repo] = headRepository?.split('/') ?? [];
  if (!owner || !repo) return undefined;
  try {
    const parameters = { owner, repo, ref: `refs/heads/${headRef}`, per_page: 100 };
    const { data } = await github.rest.repos.listActivities(parameters);
    return data.find(({ after }) => after === headSha)?.actor?.login;
  } catch (error) {
    if ([403, 404].includes(statusOf(error) ?? 0)) return undefined;
    throw githubError('look up who pushed last', error);
  }
}
