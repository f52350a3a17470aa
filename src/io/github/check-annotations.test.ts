import { expect, test } from 'vitest';
import type { Annotation } from '../../engine/review/presentation/presentation.ts';
import { annotationBatches, checkAnnotation } from './check-annotations.ts';

const annotation = (over: Partial<Annotation> = {}): Annotation => ({
  level: 'error',
  file: 'a.yaml',
  startLine: 1,
  endLine: 1,
  startColumn: 2,
  endColumn: 3,
  title: 'lint/x',
  message: 'bad',
  ...over,
});

test.each([
  [0, []],
  [50, [50]],
  [51, [50, 1]],
])('%i findings', (count, sizes) => {
  const batches = annotationBatches(Array.from({ length: count }, () => annotation()));
  expect(batches.map((batch) => batch.length)).toEqual(sizes);
});

test('the checks API gets columns only for a single line, and its own word for errors', () => {
  expect(checkAnnotation(annotation())).toMatchObject({ annotation_level: 'failure', start_column: 2, end_column: 3 });
  expect(checkAnnotation(annotation({ level: 'notice', endLine: 2 }))).toEqual({
    path: 'a.yaml',
    start_line: 1,
    end_line: 2,
    annotation_level: 'notice',
    title: 'lint/x',
    message: 'bad',
  });
});
