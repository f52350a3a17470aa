import { expect, test } from 'vitest';
import type { Origin } from '../../source.ts';
import { definitionsIn, hasTooManyDefinitions } from './definition.ts';

const release = (name: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n  name: ${name}\n`;

test('the file of a definition in rendered text is the source of its document', () => {
  const text = `${release('a')}---\n${release('b')}`;
  const files = (start: number): string => (start < text.indexOf('---') ? 'a.yaml' : 'b.yaml');
  const origin = { trace: (start: number) => ({ span: { file: files(start), start: 0, end: 0 } }) };
  const found = definitionsIn([{ file: 'made', text, origin: origin as unknown as Origin }]);
  expect(found.map(({ name, file }) => [name, file])).toEqual([
    ['a', 'a.yaml'],
    ['b', 'b.yaml'],
  ]);
});

test.each([
  [5000, false],
  [5001, true],
])('a file with %i objects has too many: %s', (count, expected) => {
  const text = `${release('a')}---\n`.repeat(count);
  expect(hasTooManyDefinitions({ file: 'a.yaml', text })).toBe(expected);
});
