import type { CommentBehavior } from '../../engine/karpenter/api/settings.ts';
import type { Presentation } from '../../engine/review/presentation/presentation.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { type CommentMarker, writeMarker } from './comment-marker.ts';
import { isGraphRefusal, isRateLimit, statusOf } from './github-errors.ts';
import { type CommentOutcome, putComment } from './sticky-comment.ts';
import { putSuggestions, type RepositoryTrees, type SuggestionTarget } from './suggestion-comments.ts';

/** The pull request that a review is shown on, and the run that shows it. */
interface ReviewTarget extends Pick<SuggestionTarget, 'number' | 'reviewedSha' | 'whenVoid'> {
  readonly store: RepositoryTrees;
  readonly marker: CommentMarker;
  /** What happens to comments of older commits. */
  readonly behavior: CommentBehavior;
  /** Whether the whole job runs again after a temporary failure of GitHub. Such failures are thrown then. */
  readonly isRepeated: boolean;
}

/** Updates suggestions and comment of a pull request to match a review. The comment says which fixes can be clicked. */
export async function showReview(presentation: Presentation, target: ReviewTarget): Promise<CommentOutcome> {
  const { store, number, marker, behavior } = target;
  const suggested = await suggest(presentation, target);
  const bodies = presentation.comment({ marker: writeMarker(marker), suggested });
  const where = { github: store.github, repository: store.repository, number, marker };
  return putComment(where, bodies, { isUpdateOnly: !presentation.isRelevant, behavior });
}

/** Writes suggestions. If that fails because of a read-only token, a changed diff or a limit, the comment still has the fixes. */
async function suggest(presentation: Presentation, target: ReviewTarget): Promise<ReadonlySet<Diagnostic>> {
  const { folder, name, headSha } = target.marker;
  try {
    return await putSuggestions(presentation, { ...target, folder, name, headSha });
  } catch (error) {
    if (isGraphRefusal(error)) return new Set();

    const refused = statusOf(error) === undefined ? (error as Error).cause : error;
    const status = statusOf(refused);
    if (status === undefined) throw error;
    if (target.isRepeated && (isRateLimit(refused) || status >= 500)) throw error;

    return new Set();
  }
}
