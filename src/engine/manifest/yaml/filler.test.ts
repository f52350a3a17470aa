import { expect, test } from 'vitest';
import { parseManifests } from '../parse.ts';
import { fillerFor } from './filler.ts';

test.each([
  ['plain', '\ue002'],
  ['with \ue002', '\ue003'],
  ['with an escape \\uE002 and a long one \\U0000e003', '\ue004'],
])('a character that the text does not have: %s', (text, filler) => {
  expect(fillerFor(text)).toBe(filler);
});

test('none if the text has all of them', () => {
  const all = Array.from({ length: 0xf8ff - 0xe002 + 1 }, (_, i) => String.fromCharCode(0xe002 + i)).join('');
  expect(fillerFor(all)).toBeUndefined();
});

test('characters for private use stay in values, also in a text that needs a repair', () => {
  const userData = 'a\ue002b\ue003c';
  const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: "it\\'s", labels: {a: "${userData}"}}\n`;
  const [manifest] = parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests;
  expect(manifest!.object.metadata).toEqual({ name: "it's", labels: { a: userData } });
});
