import { type Approvals, loginKey, readApprovals } from '../../engine/changes/approval/approvals.ts';
import { statementsOf } from '../../engine/changes/approval/statements.ts';
import type { Account, PullTimeline, Role, TimelineEvent } from '../../engine/changes/approval/timeline.ts';
import { listIf } from '../../engine/text/list-if.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { commentEdits } from './comment-edits.ts';
import { atLeast, type GitHub, type RepositoryName } from './github.ts';
import { githubError, statusOf } from './github-errors.ts';

/** A pull request whose approvals count. */
export interface ApprovablePull {
  readonly number: number;
  readonly headSha: string;
  readonly headRef: string;
  /** `owner/name`, or null if the fork was deleted. */
  readonly headRepository: string | null;
  readonly author: Account;
  /** Undefined while it is open. Later pushes, by somebody who restores the branch, do not count. */
  readonly mergedAt?: string | undefined;
}

/**
 * Who approved what on a pull request. All data comes from GitHub now. Data in an event payload or in our own comments is not used.
 * Throws PlumblineError('github').
 */
export async function pullApprovals(
  github: GitHub,
  repository: RepositoryName,
  pull: ApprovablePull,
): Promise<Approvals> {
  const timeline = await readTimeline(github, repository, pull);
  const roles = await readRoles(github, repository, timeline);
  return readApprovals(timeline, (login) => roles.get(loginKey(login)) ?? 'none');
}

async function readTimeline(github: GitHub, repository: RepositoryName, pull: ApprovablePull): Promise<PullTimeline> {
  const [reviewed, commented, pushed] = await Promise.all([
    reviewsAndEvents(github, repository, pull.number),
    comments(github, repository, pull.number),
    pushes(github, pull),
  ]);

  const { author, headSha: head, mergedAt } = pull;
  return { author, head, mergedAt, events: [...reviewed, ...commented, ...pushed] };
}

/** Accounts of GitHub's API. */
export const accountOf = (user: { login: string; type?: string | undefined } | null | undefined): Account => ({
  login: user?.login ?? '',
  isPerson: user?.type === 'User',
});

async function reviewsAndEvents(github: GitHub, repository: RepositoryName, number: number): Promise<TimelineEvent[]> {
  try {
    const [reviews, events] = await Promise.all([
      github.paginate(github.rest.pulls.listReviews, { ...repository, pull_number: number, per_page: 100 }),
      github.paginate(github.rest.issues.listEvents, { ...repository, issue_number: number, per_page: 100 }),
    ]);

    const reviewers = new Map(reviews.map(({ id, user }) => [id, user?.login]));

    const dismissals = events.flatMap((event): TimelineEvent[] => {
      const id = 'dismissed_review' in event ? event.dismissed_review?.review_id : undefined;
      if (id === undefined) return [];

      const login = reviewers.get(id);
      if (login === undefined) return [];
      return [{ kind: 'dismissed', at: event.created_at, login }];
    });

    const retargets = events
      .filter(({ event }) => retargeting.has(event ?? ''))
      .map((event): TimelineEvent => ({ kind: 'retargeted', at: event.created_at }));

    return [...reviews.flatMap(reviewEvent), ...dismissals, ...retargets];
  } catch (error) {
    throw githubError('read the reviews', error);
  }
}

/** Events that change the base branch of a pull request or rewrite that branch. */
const retargeting: ReadonlySet<string> = new Set([
  'base_ref_changed',
  'base_ref_force_pushed',
  'automatic_base_change_succeeded',
]);

interface Review {
  readonly user?: { login: string; type?: string } | null;
  readonly state: string;
  readonly submitted_at?: string;
  readonly commit_id?: string | null;
}

/** A dismissed review does not count, but it ends the person's earlier approvals. */
function reviewEvent({ user, state, submitted_at: at, commit_id: head }: Review): TimelineEvent[] {
  if (!user || at === undefined) return [];
  const by = accountOf(user);
  if (state === 'APPROVED') return [{ kind: 'review', at, by, state: 'approved', head: head ?? '' }];
  if (state === 'CHANGES_REQUESTED') return [{ kind: 'review', at, by, state: 'changes-requested', head: head ?? '' }];
  if (state === 'DISMISSED') return [{ kind: 'dismissed', at, login: user.login }];
  return [];
}

async function comments(github: GitHub, repository: RepositoryName, issue_number: number): Promise<TimelineEvent[]> {
  try {
    const all = await github.paginate(github.rest.issues.listComments, { ...repository, issue_number, per_page: 100 });
    const isStating = (body: string | undefined): boolean => statementsOf(body ?? '').length > 0;

    const telling = all.filter(
      ({ body, user, created_at, updated_at }) =>
        isStating(body) || (accountOf(user).isPerson && created_at !== updated_at),
    );

    const edits = await commentEdits(github, telling);

    return telling.flatMap(
      ({ id, user, body, created_at: at, performed_via_github_app: app, node_id: node }): TimelineEvent[] => {
        const by = accountOf(user);
        const isEdited = edits.has(node);
        const isRewritten = isEdited && edits.get(node)?.toLowerCase() !== by.login.toLowerCase();
        const comment = { id, at, by: { ...by, isPerson: by.isPerson && !app }, body: body ?? '', isEdited };

        return [
          ...listIf(isRewritten, { kind: 'rewritten', at, login: by.login } as const),
          ...listIf(isStating(body), { kind: 'comment', ...comment } as const),
        ];
      },
    );
  } catch (error) {
    throw githubError('read the comments', error);
  }
}

/** The most pushes to read of a branch. Earlier ones are unknown. */
const maxPushes = 1_000;

/**
 * The pushes to the branch of a pull request up to its head, as GitHub recorded them. Authors and committers of commits are not
 * used, because a pusher can write anything there. Empty if GitHub does not say: a workflow's token may not ask about most forks.
 */
async function pushes(
  github: GitHub,
  { headRef, headRepository, headSha, mergedAt }: ApprovablePull,
): Promise<TimelineEvent[]> {
  const [owner, repo] = headRepository?.split('/') ?? [];
  if (!owner || !repo) return [];

  try {
    const parameters = { owner, repo, ref: `refs/heads/${headRef}`, per_page: 100 };
    const all = await github.paginate(github.rest.repos.listActivities, parameters, atLeast(maxPushes));
    const newestFirst = all.filter(({ timestamp }) => mergedAt === undefined || timestamp <= mergedAt);
    const last = newestFirst.findIndex(({ after }) => after === headSha);
    if (last < 0) return [];

    return newestFirst.slice(last).map(({ timestamp: at, actor, before, after: head }) => ({
      kind: 'pushed',
      at,
      by: actor ? accountOf(actor) : undefined,
      before,
      head,
    }));
  } catch (error) {
    if ([403, 404].includes(statusOf(error) ?? 0)) return [];
    throw githubError('look up who pushed', error);
  }
}

/** Each person is one request. More approvers on a pull request are an attempt to overload us. */
const maxPeople = 200;

/** The current permissions of everybody who stated something, by login in lower case. */
async function readRoles(
  github: GitHub,
  repository: RepositoryName,
  { events }: PullTimeline,
): Promise<ReadonlyMap<string, Role>> {
  const logins = new Set(
    events.flatMap((event) => {
      const speaks = event.kind === 'comment' || (event.kind === 'review' && event.state === 'approved');
      if (speaks && event.by.isPerson) return [loginKey(event.by.login)];
      return [];
    }),
  );

  if (logins.size > maxPeople)
    throw new PlumblineError(
      'github',
      `${logins.size} people approve this pull request, and at most ${maxPeople} are checked`,
      {
        help: 'Delete the comments of people who have no write access.',
      },
    );

  const roles = new Map<string, Role>();
  for (const login of [...logins].sort()) roles.set(login, await roleOf(github, repository, login));

  return roles;
}

/** A person's permission. `maintain` counts as `write`, and `triage` as `read`. */
export async function roleOf(github: GitHub, repository: RepositoryName, username: string): Promise<Role> {
  try {
    const { data } = await github.rest.repos.getCollaboratorPermissionLevel({ ...repository, username });
    if (data.permission === 'admin') return 'admin';
    if (data.permission === 'write') return 'write';
    return 'none';
  } catch (error) {
    if (statusOf(error) === 404) return 'none';
    throw githubError("look up a person's permission", error);
  }
}
