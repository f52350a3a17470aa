import { expect, test } from 'vitest';
import type { Origin } from '../../source.ts';
import { definitionsIn } from './definition.ts';

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
