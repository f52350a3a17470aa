import type { Diagnostic } from '../../engine/diagnostic.ts';
import type { Presentation } from '../../engine/presentation.ts';
import { type CommentMarker, writeMarker } from './comment-marker.ts';
import { isRateLimit, statusOf } from './github.ts';
import { type CommentOutcome, putComment } from './sticky-comment.ts';
import { putSuggestions, type RepositoryTrees, type SuggestionTarget } from './suggestion-comments.ts';

/** The pull request that a review is shown on, and by whom. */
export interface ReviewTarget extends Pick<SuggestionTarget, 'number' | 'reviewedSha' | 'whenVoid'> {
  readonly store: RepositoryTrees;
  readonly marker: CommentMarker;
  /** Whether the whole job runs again when GitHub is not at its best: what passes by itself is thrown then. */
  readonly isRepeated: boolean;
}

/** Brings suggestions and comment of a pull request to what a review gives: the comment says which fixes are to be clicked. */
export async function showReview(presentation: Presentation, target: ReviewTarget): Promise<CommentOutcome> {
  const { store, number, marker } = target;
  const suggested = await suggest(presentation, target);
  const bodies = presentation.comment({ marker: writeMarker(marker), suggested });
  const where = { github: store.github, repository: store.repository, number, marker };
  return putComment(where, bodies, { isUpdateOnly: !presentation.isRelevant });
}

/** A read-only token, a diff that moved on, a limit: the fixes stand in the comment all the same. */
async function suggest(presentation: Presentation, target: ReviewTarget): Promise<ReadonlySet<Diagnostic>> {
  const { folder, headSha } = target.marker;
  try {
    return await putSuggestions(presentation, { ...target, folder, headSha });
  } catch (error) {
    const refused = statusOf(error) === undefined ? (error as Error).cause : error;
    const status = statusOf(refused);
    if (status === undefined) throw error;
    if (target.isRepeated && (isRateLimit(refused) || status >= 500)) throw error;
    return new Set();
  }
}
