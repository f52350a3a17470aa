import { describe, expect, test } from 'vitest';
import type { Edit } from '../../text/diagnostic.ts';
import { finding, review } from '../test-support.ts';
import { suggestions } from './suggestions.ts';

const text = 'a: 1\nb: 2\nc: 3\nd: 4\n';
const file = 'a.yaml';

/** Replaces the first occurrence of a text. */
const edit = (found: string, newText: string, inText = text): Edit => {
  const start = inText.indexOf(found);
  return { file, start, end: start + found.length, newText };
};

const fixOf = (...edits: readonly Edit[]) =>
  finding({ span: { file, start: 0, end: 1 }, message: 'wrong', fix: { description: 'Fix it.', edits } });

const all = new Map([[file, new Set([1, 2, 3, 4])]]);

/** The text after applying all suggestions. */
function blocks(
  findings: ReturnType<typeof fixOf>[],
  lines: ReadonlyMap<string, ReadonlySet<number>> = all,
  from = text,
) {
  return suggestions(review({ texts: new Map([[file, from]]), findings }), lines).map((entry) => [
    entry.startLine,
    entry.endLine,
    /^`{3,}suggestion\n([\s\S]*?)`{3,}\n$/m.exec(entry.body)![1],
  ]);
}

describe('suggestions', () => {
  test.each<[string, ReturnType<typeof fixOf>[], unknown]>([
    ['one edit gives its line', [fixOf(edit('2', '20'))], [[2, 2, 'b: 20\n']]],
    ['edits on adjoining lines share a block', [fixOf(edit('1', '10'), edit('2', '20'))], [[1, 2, 'a: 10\nb: 20\n']]],
    ['a fix is never suggested in part', [fixOf(edit('1', '10'), edit('4', '40'))], []],
    [
      'fixes of adjoining lines are joined',
      [fixOf(edit('2', '20')), fixOf(edit('3', '30'))],
      [[2, 3, 'b: 20\nc: 30\n']],
    ],
    [
      'fixes of distant lines are not',
      [fixOf(edit('4', '40')), fixOf(edit('1', '10'))],
      [
        [1, 1, 'a: 10\n'],
        [4, 4, 'd: 40\n'],
      ],
    ],
    [
      'a fix that contradicts an earlier one is left out',
      [fixOf(edit('2', '20')), fixOf(edit('2', '21'))],
      [[2, 2, 'b: 20\n']],
    ],
    ['a deleted line is an empty block', [fixOf(edit('b: 2\n', ''))], [[2, 2, '']]],
    ['an inserted line', [fixOf({ file, start: 5, end: 5, newText: 'x: 9\n' })], [[2, 2, 'x: 9\nb: 2\n']]],
    ['a block with a joined line includes the next line', [fixOf(edit('2\n', '2 '))], [[2, 3, 'b: 2 c: 3\n']]],
    ['whole lines replaced', [fixOf(edit('b: 2\nc: 3\n', 'e: 5\n'))], [[2, 3, 'e: 5\n']]],
    ['no fix, no suggestion', [finding({ span: { file, start: 0, end: 1 } })], []],
  ])('%s', (_, findings, expected) => expect(blocks(findings)).toEqual(expected));

  test('lines outside the diff get no suggestion', () => {
    expect(blocks([fixOf(edit('2', '20'))], new Map([[file, new Set([1])]]))).toEqual([]);
    expect(blocks([fixOf(edit('1', '10'), edit('2', '20'))], new Map([[file, new Set([1])]]))).toEqual([]);
  });

  test('a last line without a line break', () => {
    expect(blocks([fixOf({ file, start: 3, end: 4, newText: '2' })], all, 'a: 1')).toEqual([[1, 1, 'a: 2\n']]);
  });

  test('the fence is longer than any in the text', () => {
    const fenced = 'a: |\n  ```\n  ````\nb: 1\n';
    const edits = [edit('  ```\n  ````\n', '  ```\n  `````\n', fenced)];
    const [suggestion] = suggestions(review({ texts: new Map([[file, fenced]]), findings: [fixOf(...edits)] }), all);
    expect(suggestion!.body).toContain('\n``````suggestion\n  ```\n  `````\n``````\n');
  });
});
