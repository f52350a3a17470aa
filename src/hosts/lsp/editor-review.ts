import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Review } from '../../engine/review/context/review-data.ts';
import { LineIndex } from '../../engine/text/source.ts';
import type { AwsFacts } from '../../io/catalog/facts-of-data.ts';

/** The latest review of a workspace, and what answers about it need. */
export interface EditorReview {
  readonly root: string;
  readonly review: Review;
  /** The latest complete review: of the saved files, rendered and with figures. The same as `review` unless somebody types. */
  readonly saved: Review;
  readonly facts: AwsFacts;
}

/** A review in which places are looked up. */
export type ReviewWithPlaces = Pick<EditorReview, 'root' | 'review'>;

/** A place of LSP: lines and UTF-16 columns from 0. */
export interface EditorRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

export const uriOf = ({ root }: Pick<EditorReview, 'root'>, file: string): string =>
  pathToFileURL(join(root, file)).href;

const indexes = new WeakMap<Review, Map<string, LineIndex>>();

/** The lines of a file as it was reviewed. */
function linesOf({ review }: ReviewWithPlaces, file: string): LineIndex {
  const ofReview = indexes.get(review) ?? new Map<string, LineIndex>();
  indexes.set(review, ofReview);
  const index = ofReview.get(file) ?? new LineIndex(review.texts.get(file) ?? '');
  ofReview.set(file, index);
  return index;
}

/** The range of offsets of a reviewed file. */
export function editorRangeOf(
  review: ReviewWithPlaces,
  file: string,
  [start, end]: readonly [number, number],
): EditorRange {
  const lines = linesOf(review, file);

  const at = (offset: number) => {
    const { line, column } = lines.position(offset);
    return { line: line - 1, character: column - 1 };
  };

  return { start: at(start), end: at(end) };
}

/** Whether two ranges share a line. */
export const shareLine = (a: EditorRange, b: EditorRange): boolean =>
  a.start.line <= b.end.line && b.start.line <= a.end.line;
