import { type CommentMarker, isLater, readMarker } from './comment-marker.ts';
import { type GitHub, githubError, isRateLimit, isServerError, type RepositoryName, statusOf } from './github.ts';
import { lookAgain, type Pass } from './look-again.ts';
import { writtenByUs } from './written-by-us.ts';

/** The pull request to comment on, and the run that wants to. */
export interface CommentTarget {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly number: number;
  readonly marker: CommentMarker;
}

/**
 * What became of the comment. `none`: there was nothing to update. `superseded`: the head moved on, or a later run was
 * here. `forbidden`: the token is read-only, as a fork's is. `limited`: GitHub's rate limit outlasted us.
 */
export type CommentOutcome = 'written' | 'none' | 'superseded' | 'forbidden' | 'limited';

/**
 * Brings the comments of this review to the given bodies, each of which starts with the marker: the first is updated in
 * place, missing ones are created, surplus ones are deleted. `isUpdateOnly` creates none: where we said nothing before,
 * there is nothing to resolve.
 */
export async function putComment(
  target: CommentTarget,
  bodies: readonly string[],
  { isUpdateOnly = false } = {},
): Promise<CommentOutcome> {
  const made = new Set<number>();
  try {
    return await lookAgain(() => reconcile(target, bodies, { isUpdateOnly, made }), isWorthAnotherPass);
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
  readonly body: string;
  readonly marker: CommentMarker;
}

async function reconcile(
  target: CommentTarget,
  bodies: readonly string[],
  { isUpdateOnly, made }: { readonly isUpdateOnly: boolean; readonly made: Set<number> },
): Promise<Pass<CommentOutcome>> {
  const { github, repository, number } = target;
  const present = await ownComments(target);
  if (isUpdateOnly && present.length === 0) return { outcome: 'none', isCreated: false };
  if (await isSuperseded(target, present)) {
    await takeBack(target, present, made);
    return { outcome: 'superseded', isCreated: false };
  }
  const { kept: comments, surplus } = kept(present, bodies.length, made);
  for (const [i, body] of bodies.entries()) {
    const comment = comments[i];
    if (!comment) {
      const { data } = await github.rest.issues.createComment({ ...repository, issue_number: number, body });
      made.add(data.id);
    } else if (!isSameBody(comment.body, body))
      await github.rest.issues.updateComment({ ...repository, comment_id: comment.id, body });
  }
  await remove(target, surplus);
  return { outcome: 'written', isCreated: comments.length < bodies.length };
}

/**
 * The oldest comments stay. Where two runs each made their own at the same moment, each keeps its own hands off the other's: the
 * later run keeps what it made, and the earlier one takes its own away.
 */
function kept(
  present: readonly OwnComment[],
  count: number,
  made: ReadonlySet<number>,
): { kept: OwnComment[]; surplus: OwnComment[] } {
  const others = present.filter(({ id }) => !made.has(id));
  const ours = present.filter(({ id }) => made.has(id));
  const room = Math.max(0, count - ours.length);
  const stay = new Set([...others.slice(0, room), ...ours.slice(0, count)]);
  return { kept: present.filter((one) => stay.has(one)), surplus: present.filter((one) => !stay.has(one)) };
}

/** Deletes what we made where another run has made a comment too; where ours is the only one, that run will bring it up to date. */
async function takeBack(
  target: CommentTarget,
  present: readonly OwnComment[],
  made: ReadonlySet<number>,
): Promise<void> {
  const isOurs = ({ id, marker }: OwnComment): boolean => made.has(id) && isSameRun(marker, target.marker);
  if (!present.every(isOurs)) await remove(target, present.filter(isOurs));
}

const isSameRun = (a: CommentMarker, b: CommentMarker): boolean =>
  a.headSha === b.headSha && a.runId === b.runId && a.runAttempt === b.runAttempt;

/** Deletes comments; one that is gone already is as good. */
async function remove({ github, repository }: CommentTarget, comments: readonly OwnComment[]): Promise<void> {
  for (const { id } of comments)
    try {
      await github.rest.issues.deleteComment({ ...repository, comment_id: id });
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
}

/** Whether GitHub has this text already: it may give line breaks back as CRLF, and takes white space off the end. */
export const isSameBody = (one: string, other: string): boolean => normal(one) === normal(other);
const normal = (body: string): string => body.replaceAll('\r\n', '\n').trimEnd();

/** Whether the pull request's head is no longer ours, or a later run for the same head has written already. */
async function isSuperseded(
  { github, repository, number, marker }: CommentTarget,
  comments: readonly OwnComment[],
): Promise<boolean> {
  if (comments.some((comment) => isLater(comment.marker, marker))) return true;
  const { data } = await github.rest.pulls.get({ ...repository, pull_number: number });
  return data.head.sha !== marker.headSha;
}

/** The comments with our marker for this folder that we wrote ourselves, oldest first. */
async function ownComments({ github, repository, number, marker }: CommentTarget): Promise<OwnComment[]> {
  const parameters = { ...repository, issue_number: number, per_page: 100 };
  const all = await github.paginate(github.rest.issues.listComments, parameters);
  const marked = all.flatMap(({ id, body, user }) => {
    const read = readMarker(body ?? '');
    return read?.folder === marker.folder ? [{ id, body: body!, user, marker: read }] : [];
  });
  return (await writtenByUs(github, marked)).sort((a, b) => a.id - b.id);
}
