import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

test.each<[string, string, string, string]>([
  ['nothing', 'a\n', 'a\n', ''],
  ['a line', 'a\nb\nc\n', 'a\nB\nc\n', '--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n'],
  [
    'a missing final line break',
    'a',
    'a\n',
    '--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n',
  ],
  ['all lines', 'a\n', '', '--- a/f\n+++ b/f\n@@ -1,1 +0,0 @@\n-a\n'],
  [
    'two places',
    '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
    '1x\n2\n3\n4\n5\n6\n7\n8\n9x\n',
    '--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n-1\n+1x\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+9x\n',
  ],
])('%s', (_, before, after, expected) => expect(unifiedDiff('f', before, after)).toBe(expected));

/** Applies a diff like `patch`. */
function applied(before: string, diff: string): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let at = 0;
  const body = diff.split('\n').slice(2).join('\n');
  for (const hunk of body.split(/^(?=@@ )/m).filter((part) => part !== '')) {
    const [head, ...rest] = hunk.match(/[^\n]*\n/g)!;
    const [, start, count] = /^@@ -(\d+),(\d+)/.exec(head!)!.map(Number);
    const from = count === 0 ? start! : start! - 1;
    result.push(...lines.slice(at, from));
    at = from + count!;
    for (const [i, line] of rest.entries()) {
      const isLast = rest[i + 1]?.startsWith('\\') === true;
      if (/^[ +]/.test(line)) result.push(isLast ? line.slice(1, -1) : line.slice(1));
    }
  }
  return [...result, ...lines.slice(at)].join('');
}

test('applying a diff to the first text gives the second', () => {
  const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n');
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', 'end'))
    .map(([lines, end]) => lines.join('') + end);
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = unifiedDiff('f', before, after);
      expect(diff === '' ? before : applied(before, diff)).toBe(after);
    }),
    { numRuns: 500 },
  );
});

test('completely different texts are one block, with bounded memory', () => {
  const text = (name: string): string => Array.from({ length: 5_000 }, (_, i) => `${name} ${i}\n`).join('');
  const diff = unifiedDiff('f', text('a'), text('b'));
  expect(diff.match(/^@@/gm)).toHaveLength(1);
  expect(applied(text('a'), diff)).toBe(text('b'));
});
