import { expect, test } from 'vitest';
import { movedFiles } from './moved-files.ts';

type Texts = Readonly<Record<string, string>>;

const sideOf = (texts: Texts) => ({
  sources: Object.entries(texts).map(([file, text]) => ({ file, text })),
  hintSources: [],
  diagnostics: [],
});

test.each<[string, Texts, Texts, readonly (readonly [string, string])[]]>([
  ['a renamed file', { 'a.yaml': 'x' }, { 'b.yaml': 'x' }, [['a.yaml', 'b.yaml']]],
  ['a file that is also edited', { 'a.yaml': 'x' }, { 'b.yaml': 'y' }, []],
  ['a copy', { 'a.yaml': 'x' }, { 'a.yaml': 'x', 'b.yaml': 'x' }, []],
  [
    'two files with the same text',
    { 'a.yaml': 'x', 'b.yaml': 'x' },
    { 'c.yaml': 'x', 'd.yaml': 'x' },
    [
      ['a.yaml', 'c.yaml'],
      ['b.yaml', 'd.yaml'],
    ],
  ],
])('%s', (_, base, head, moved) => {
  const { former, isKept } = movedFiles({ base: sideOf(base), head: sideOf(head) });
  expect([...former]).toEqual(moved);
  expect(Object.keys(base).filter(isKept)).toEqual(Object.keys(base).filter((file) => file in head));
});
