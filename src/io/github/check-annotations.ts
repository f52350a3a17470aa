import type { Annotation } from '../../engine/review/presentation/presentation.ts';

/** One annotation in the format of the checks API. */
interface CheckAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number;
  readonly end_column?: number;
  readonly annotation_level: 'failure' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** The checks API accepts 50 annotations per request. */
const batchSize = 50;

/** The annotations of each request to the checks API. */
export function annotationBatches(all: readonly Annotation[]): CheckAnnotation[][] {
  const batches: CheckAnnotation[][] = [];
  for (let i = 0; i < all.length; i += batchSize) batches.push(all.slice(i, i + batchSize).map(checkAnnotation));
  return batches;
}

/** An annotation in the format of the checks API, which accepts columns only if the annotation is on one line. */
export function checkAnnotation(from: Annotation): CheckAnnotation {
  const isOneLine = from.startLine === from.endLine;
  return {
    path: from.file,
    start_line: from.startLine,
    end_line: from.endLine,
    ...(isOneLine && { start_column: from.startColumn, end_column: from.endColumn }),
    annotation_level: from.level === 'error' ? 'failure' : from.level,
    title: from.title,
    message: from.message,
  };
}
