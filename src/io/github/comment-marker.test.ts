import { expect, test } from 'vitest';
import { type CommentMarker, isLater, readMarker, writeMarker } from './comment-marker.ts';

const marker: CommentMarker = { folder: 'apps/--> <!--', headSha: 'a'.repeat(40), runId: 12345678901, runAttempt: 2 };

test('a marker is read as it was written', () => {
  expect(readMarker(`${writeMarker(marker)}\n### text`)).toEqual(marker);
  const named = { ...marker, name: '--> name=' };
  expect(readMarker(writeMarker(named))).toEqual(named);
  expect(readMarker(writeMarker({ ...marker, folder: '' }))).toEqual({ ...marker, folder: '' });
});

test('no folder ends the HTML comment', () =>
  expect(writeMarker(marker).indexOf('-->')).toBe(writeMarker(marker).length - 3));

test.each(['', 'hello', ` ${writeMarker(marker)}`, '<!-- plumbline:review folder= head=xyz run=1.1 -->'])(
  '%j has none',
  (body) => expect(readMarker(body)).toBeUndefined(),
);

test.each([
  [{ runId: marker.runId + 1 }, true],
  [{ runAttempt: 3 }, true],
  [{}, false],
  [{ runAttempt: 1 }, false],
  [{ runId: 1, runAttempt: 9 }, false],
  [{ runId: marker.runId + 1, headSha: 'b'.repeat(40) }, false],
])('a comment with %j is later: %s', (changes, expected) =>
  expect(isLater({ ...marker, ...changes }, marker)).toBe(expected),
);
