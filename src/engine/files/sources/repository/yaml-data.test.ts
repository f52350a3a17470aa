import { expect, test } from 'vitest';
import { readMapping } from './yaml-data.ts';

test.each<[string, string, unknown]>([
  ['one document', 'a: 1\n', { a: 1 }],
  ['a marker before it', '# first\n---\na: 1\n', { a: 1 }],
  ['a directive before it', '%YAML 1.2\n---\na: 1\n', { a: 1 }],
  ['a marker after it', '---\na: 1\n---\n', { a: 1 }],
  ['a marker with a comment after it', 'a: 1\n--- # end\n\n# nothing\n---\n', { a: 1 }],
  ['nothing but a marker', '---\n', {}],
  ['Windows line ends', '---\r\na: 1\r\n---\r\n', { a: 1 }],
  ['a line in a text that looks like a marker', 'a: |\n  ---\n  b\n', { a: '---\nb\n' }],
  ['three dashes that start a word', 'a: 1\n---b: 2\n', { a: 1, '---b': 2 }],
])('%s', (_, text, data) => expect(readMapping(text)).toEqual({ data }));

test.each([
  ['a list', '- a\n', 'it is not a mapping'],
  ['a second document', 'a: 1\n---\na: 2\n---\n', 'it has several documents'],
  ['an empty first document', '---\n---\na: 1\n', 'it has several documents'],
  ['a fault in the first document', 'a: [\n---\nb: 1\n', /./],
])('%s is refused', (_, text, fault) => {
  const read = readMapping(text);
  expect('fault' in read && read.fault).toMatch(fault);
});
