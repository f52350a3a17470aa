import { describe, expect, test } from 'vitest';
import type { Review } from '../../review/context/review-data.ts';
import { logText } from '../../text/words/log-text.ts';
import { alignedRows, bar, columns, palette, wrap } from '../../text/words/terminal.ts';
import { errorWithCost, fixtures, manyWaves } from '../fixtures.test-support.ts';
import { change, diagnostic, finding, report, review, spanOf } from '../test-support.ts';
import { Texts } from '../values/texts.ts';
import { codeFrame } from '../wording/code-frame.ts';
import { reviewText } from './review-text.ts';

const frame = (source: string, found: string, over: object = {}, width = 80): string[] =>
  codeFrame(diagnostic({ span: spanOf('a.yaml', source, found), ...over }), new Texts(new Map([['a.yaml', source]])), {
    palette: palette(false),
    width,
  });

describe('code frame', () => {
  test('underlines the span', () => {
    expect(frame('a:\n  limit: 1\n', 'limit')).toEqual([
      '   ╭─ a.yaml:2:3',
      ' 2 │   limit: 1',
      '   │   ─────',
      '   ╰─',
    ]);
  });

  test('labels in the same file are shown in order, without the lines between them', () => {
    const source = 'a: 1\nb: 2\nc: 3\na: 4\n';
    const labels = [{ span: spanOf('a.yaml', source, 'a: 1'), message: 'first defined here' }];
    expect(frame(source, 'a: 4', { labels, help: 'Remove one.' })).toEqual([
      '   ╭─ a.yaml:4:1',
      ' 1 │ a: 1',
      '   │ ┄┄┄┄ first defined here',
      '   ⋮',
      ' 4 │ a: 4',
      '   │ ────',
      '   ╰─ help: Remove one.',
    ]);
  });

  test('labels in other files are named', () => {
    const labels = [{ span: { file: 'b.yaml', start: 0, end: 1 }, message: 'first defined here' }];
    expect(frame('a: 1', 'a', { labels })).toContain('   ├─ b.yaml:1:1 first defined here');
  });

  test('the underline is below the text after wide characters and tabs', () => {
    expect(frame('節点:\tlimit', 'limit').slice(1, 3)).toEqual([' 1 │ 節点:  limit', '   │        ─────']);
  });

  test('a long line is cut around the span', () => {
    const [, line, mark] = frame(`${'x'.repeat(5_000)}limit${'y'.repeat(5_000)}`, 'limit');
    expect(line!.length).toBeLessThan(90);
    expect(line!.indexOf('limit')).toBe(mark!.indexOf('─────'));
  });

  test('a span over several lines is underlined on its first line', () => {
    expect(frame('a:\n  b: 1\n  c: 2\n', 'b: 1\n  c: 2').slice(1, 3)).toEqual([' 2 │   b: 1', '   │   ────']);
  });

  test('an unknown file still has a frame', () => {
    const lines = codeFrame(diagnostic({ span: { file: 'gone.yaml', start: 9, end: 12 } }), new Texts(new Map()), {
      palette: palette(false),
      width: 80,
    });
    expect(lines[0]).toBe('   ╭─ gone.yaml:1:1');
  });
});

describe('text', () => {
  test('the verdict comes first, then nodes and cost', () => {
    const [verdict, row] = reviewText.render(report(errorWithCost()), {}).split('\n');
    expect(verdict).toBe(
      '✗ Blocked: `limit` is not a field of NodePool: the API server drops it, and `web` would have no limit at all.',
    );
    expect(row).toBe('  1 of 1 node replaced · 1 → 2 nodes · $280 → $561/month (+$281) · simulated');
  });

  test('older findings and unimportant assumptions are counted, and listed by --verbose', () => {
    const older = finding({ message: 'It was there.', span: { file: 'a.yaml', start: 0, end: 1 } }, false);
    const from = { ...errorWithCost(), findings: [older] };
    const short = reviewText.render(report(from), {});
    expect(short).toContain('1 existing problem (1 error), not caused by this change. Pass `--verbose` for details.');
    expect(short).not.toContain('It was there');
    expect(reviewText.render(report(from), { isVerbose: true })).toContain('It was there');
    for (const line of from.estimate?.assumptions ?? [])
      expect(reviewText.render(report(from), { isVerbose: true })).toContain(line.slice(0, 40));
  });

  test('codes link to pages of the documentation, and to nothing else', () => {
    const from = review({
      findings: [finding({ code: 'lint/min-values', span: { file: 'a.yaml', start: 0, end: 1 } })],
    });
    const shown = (url: string): string => reviewText.render(report(from), { links: { code: () => url } });
    const page = 'https://github.com/plumbline/plumbline/blob/main/docs/rules/min-values.md';
    const text = shown(page);
    expect(text).toContain(`\u001b]8;;${page}\u001b\\lint/min-values\u001b]8;;\u001b\\`);
    expect(logText(text)).toBe(text);
    expect(shown('https://evil.example/')).not.toContain('\u001b');
    expect(logText('\u001b]8;;https://evil.example/\u001b\\x')).not.toContain('\u001b');
  });

  test.each(fixtures)('%s has no escape codes without color', (_, fixture) => {
    expect(reviewText.render(report(fixture()), {})).not.toMatch(/\u001b|\u202e|\u200b/);
  });

  test('color does not change the text', () => {
    const plain = reviewText.render(report(errorWithCost()), { width: 100 });
    const colored = reviewText.render(report(errorWithCost()), { width: 100, isColor: true });
    expect(colored).not.toBe(plain);
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(plain);
  });

  test('the last line gives the counts and the verdict', () => {
    const older = finding({ span: { file: 'a.yaml', start: 0, end: 1 } }, false);
    const last = reviewText
      .render(report(review({ findings: [older] })), { seconds: 1.5 })
      .trimEnd()
      .split('\n')
      .at(-1);
    expect(last).toBe('0 errors, 0 warnings · 1 existing problem · passed · Karpenter 1.14 · 1.50 s');
  });
});

test.each([
  ['abc', 3],
  ['節点', 4],
  ['e\u0301', 1],
  ['\u001b[31mred\u001b[39m', 3],
])('%j takes %i columns', (from, count) => expect(columns(from)).toBe(count));

test('rows align', () => {
  const rows = [
    ['a', 'b'],
    ['節点', '10'],
  ];
  expect(alignedRows(rows, [1])).toEqual(['a      b', '節点  10']);
});

test.each([
  [0, 10, '░░░░░░░░░░ 0%'],
  [8.3, 10, '████████░░ 83%'],
  [20, 10, '██████████ 200%'],
  [1, 0, 'unknown'],
])('%d of %d', (part, whole, expected) => expect(bar(part, whole)).toBe(expected));

test('a word longer than the line gets its own line', () =>
  expect(wrap('a bb cccccc d', 4)).toEqual(['a bb', 'cccccc', 'd']));

describe.each([60, 80, 120])('a terminal of %i columns', (width) => {
  const lines = (from: Review): string[] =>
    reviewText
      .render(report(from), { width })
      .split('\n')
      .filter((line) => !/^ *\d* *[│╭╰├⋮]/.test(line));

  test.each(fixtures.filter(([name]) => name !== 'hostile-names'))('holds every line of %s', (_, fixture) => {
    expect(lines(fixture()).filter((line) => columns(line) > width)).toEqual([]);
  });

  test('breaks sentences between words', () => {
    const shown = lines(errorWithCost()).join(' ').replace(/\s+/g, ' ');
    expect(shown).toContain(
      '`limit` is not a field of NodePool: the API server drops it, and `web` would have no limit at all',
    );
    expect(shown).toContain('Pass `--cluster` to count those that run.');
  });
});

test('a narrow table drops bars first, then figures other than nodes and cost', () => {
  const table = (width: number): string => {
    const lines = reviewText.render(report(manyWaves()), { width }).split('\n');
    return lines[lines.findIndex((line) => line.startsWith('NodePool')) + 1]!;
  };
  expect([120, 66, 44].map((width) => [/[█░]/.test(table(width)), /%/.test(table(width))])).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
});

test('lines are not wrapped in a pipe', () => {
  const long = reviewText.render(report(errorWithCost()), {}).split('\n');
  expect(Math.max(...long.map(columns))).toBeGreaterThan(140);
});

test('of a long list, the change shows what it gained and lost', () => {
  const values = Array.from({ length: 30 }, (_, i) => `m${i}x`);
  const requirement = (more: string) => ({
    key: 'node.kubernetes.io/instance-type',
    operator: 'NotIn',
    values: [...values, more, ...values],
  });
  const field = {
    path: ['spec'],
    effect: 'some-nodes',
    cause: 'requirements',
    reason: 'because',
    before: requirement('c5'),
    after: requirement('c6'),
  } as const;
  const text = reviewText.render(
    report(review({ changes: [change({ span: { file: 'a.yaml', start: 0, end: 0 }, fields: [field] })] })),
    {},
  );
  expect(text).toContain('node.kubernetes.io/instance-type: NotIn +c6, −c5  because');
});
