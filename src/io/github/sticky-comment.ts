import type { CommentBehavior } from '../../engine/karpenter/api/settings.ts';
import { type CommentMarker, isLater, isSameReview, readMarker } from './comment-marker.ts';
import type { GitHub, RepositoryName } from './github.ts';
import { githubError, isGraphRefusal, isRateLimit, isServerError, statusOf } from './github-errors.ts';
import { minimise } from './minimise-comments.ts';
import { type Pass, repeatPass } from './repeat-pass.ts';
import { writtenByUs } from './written-by-us.ts';

/** The pull request to comment on, and the run that comments. */
interface CommentTarget {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly number: number;
  readonly marker: CommentMarker;
}

/**
 * What happened to the comment. `none`: there was nothing to update. `superseded`: there is a newer head or a later run.
 * `forbidden`: the token is read-only, as for forks. `limited`: GitHub's rate limit lasted longer than we wait. `older shown`: the
 * comment was written, but GitHub refused to hide older ones.
 */
export type CommentOutcome = 'written' | 'older shown' | 'none' | 'superseded' | 'forbidden' | 'limited';

/** How to write comments. */
export interface CommentOptions {
  /** Creates no comment, because without an older one there is nothing to resolve. Comments of older commits stay as they are. */
  readonly isUpdateOnly?: boolean;
  /** `update` by default. */
  readonly behavior?: CommentBehavior;
}

/**
 * Updates the comments of this review to the given bodies, each of which starts with the marker. Existing comments are updated in
 * place, missing ones are created, and surplus ones are deleted. With another behavior than `update`, only comments of the same commit
 * are updated. Those of older commits stay, or are hidden or deleted once the new one is written.
 */
export async function putComment(
  target: CommentTarget,
  bodies: readonly string[],
  options: CommentOptions = {},
): Promise<CommentOutcome> {
  const created = new Set<number>();
  try {
    return await repeatPass(() => reconcile(target, bodies, { ...options, created }), isWorthAnotherPass);
  } catch (error) {
    if (isRateLimit(error)) return 'limited';
    if (statusOf(error) === 403) return 'forbidden';

    throw githubError('write the comment', error);
  }
}

/** A comment may just have been deleted. */
const isWorthAnotherPass = (error: unknown): boolean => statusOf(error) === 404 || isServerError(error);

interface OwnComment {
  readonly id: number;
  readonly nodeId: string;
  readonly body: string;
  readonly marker: CommentMarker;
}

async function reconcile(
  target: CommentTarget,
  bodies: readonly string[],
  { isUpdateOnly = false, behavior = 'update', created }: CommentOptions & { readonly created: Set<number> },
): Promise<Pass<CommentOutcome>> {
  const { github, repository, number, marker } = target;
  const present = await ownComments(target);
  if (isUpdateOnly && present.length === 0) return { outcome: 'none', isCreated: false };

  if (await isSuperseded(target, present)) {
    await takeBack(target, present, created);
    return { outcome: 'superseded', isCreated: false };
  }

  const headSha = () => {
    if (isUpdateOnly) return undefined;
    return marker.headSha;
  };

  const { current, older } = byAge(present, { headSha: headSha(), behavior, created });
  const { kept: comments, surplus } = kept(current, bodies.length, created);

  for (const [i, body] of bodies.entries()) {
    const comment = comments[i];
    if (!comment) {
      const { data } = await github.rest.issues.createComment({ ...repository, issue_number: number, body });
      created.add(data.id);
    } else if (!isSameBody(comment.body, body))
      await github.rest.issues.updateComment({ ...repository, comment_id: comment.id, body });
  }

  await remove(target, surplus);
  const isPutAway = isUpdateOnly || (await putAway(target, older, behavior));
  return { outcome: isPutAway ? 'written' : 'older shown', isCreated: comments.length < bodies.length };
}

/**
 * The comments to update, and those of older commits. Without a commit, the last review is updated. A commit that was reviewed before
 * another one gets a new comment, because people read the newest comment.
 */
function byAge(
  present: readonly OwnComment[],
  {
    headSha = present.at(-1)?.marker.headSha,
    behavior,
    created,
  }: Pick<CommentOptions, 'behavior'> & { readonly headSha: string | undefined; readonly created: ReadonlySet<number> },
): { current: OwnComment[]; older: OwnComment[] } {
  if (behavior === 'update') return { current: [...present], older: [] };

  const lastOther = present.findLastIndex(({ marker }) => marker.headSha !== headSha);
  const isCurrent = (comment: OwnComment, i: number): boolean => i > lastOther || created.has(comment.id);
  return { current: present.filter(isCurrent), older: present.filter((comment, i) => !isCurrent(comment, i)) };
}

/** Hides or deletes the comments of older commits, if the behavior says so. False if GitHub refuses to hide them. */
async function putAway(
  target: CommentTarget,
  older: readonly OwnComment[],
  behavior: CommentBehavior,
): Promise<boolean> {
  if (behavior === 'delete') await remove(target, older);
  if (behavior !== 'hide') return true;

  try {
    await minimise(target.github, { outdated: older.map(({ nodeId }) => nodeId) });
    return true;
  } catch (error) {
    if (isGraphRefusal(error)) return false;
    throw error;
  }
}

/**
 * The oldest comments stay. If two runs each made comments at the same moment, neither touches the other's. The later run keeps
 * its comments, and the earlier one deletes its own.
 */
function kept(
  present: readonly OwnComment[],
  count: number,
  created: ReadonlySet<number>,
): { kept: OwnComment[]; surplus: OwnComment[] } {
  const others = present.filter(({ id }) => !created.has(id));
  const ours = present.filter(({ id }) => created.has(id));
  const room = Math.max(0, count - ours.length);
  const stay = new Set([...others.slice(0, room), ...ours.slice(0, count)]);
  return {
    kept: present.filter((comment) => stay.has(comment)),
    surplus: present.filter((comment) => !stay.has(comment)),
  };
}

/** Deletes our comments if another run has made one too. If ours is the only one, that run will update it. */
async function takeBack(
  target: CommentTarget,
  present: readonly OwnComment[],
  created: ReadonlySet<number>,
): Promise<void> {
  const isOurs = ({ id, marker }: OwnComment): boolean => created.has(id) && isSameRun(marker, target.marker);
  if (!present.every(isOurs)) await remove(target, present.filter(isOurs));
}

const isSameRun = (a: CommentMarker, b: CommentMarker): boolean =>
  a.headSha === b.headSha && a.runId === b.runId && a.runAttempt === b.runAttempt;

/** Deletes comments. A comment that no longer exists is not an error. */
async function remove({ github, repository }: CommentTarget, comments: readonly OwnComment[]): Promise<void> {
  for (const { id } of comments)
    try {
      await github.rest.issues.deleteComment({ ...repository, comment_id: id });
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
}

/** Whether two bodies are equal for GitHub, which may return line breaks as CRLF and removes white space at the end. */
export const isSameBody = (body: string, other: string): boolean => normal(body) === normal(other);
const normal = (body: string): string => body.replaceAll('\r\n', '\n').trimEnd();

/** Whether the pull request has a newer head, or a later run for the same head has already written. */
async function isSuperseded(
  { github, repository, number, marker }: CommentTarget,
  comments: readonly OwnComment[],
): Promise<boolean> {
  if (comments.some((comment) => isLater(comment.marker, marker))) return true;
  const { data } = await github.rest.pulls.get({ ...repository, pull_number: number });
  return data.head.sha !== marker.headSha;
}

/** The comments with our marker for this review that we wrote ourselves, oldest first. */
async function ownComments({ github, repository, number, marker }: CommentTarget): Promise<OwnComment[]> {
  const parameters = { ...repository, issue_number: number, per_page: 100 };
  const all = await github.paginate(github.rest.issues.listComments, parameters);

  const marked = all.flatMap(({ id, node_id: nodeId, body, user }) => {
    const read = readMarker(body ?? '');
    if (read && isSameReview(read, marker)) return [{ id, nodeId, body: body!, user, marker: read }];
    return [];
  });

  return (await writtenByUs(github, marked)).sort((a, b) => a.id - b.id);
}
