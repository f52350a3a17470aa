import { expect, test } from 'vitest';
import { manifestSet, unreadFile } from './manifest-set.ts';
import { parseManifests } from './parse.ts';

const finding = (severity: 'error' | 'note') =>
  unreadFile({
    code: 'io/encoding',
    severity,
    message: 'x',
    span: { file: 'm.yaml', start: 0, end: 0 },
    labels: [],
    resource: null,
  });

test('a file that cannot be read is broken unless it does not matter', () => {
  expect([finding('error').isBroken, finding('note').isBroken]).toEqual([true, false]);
});

test('files are ordered by path, objects with them', () => {
  const parse = (file: string) =>
    parseManifests({ file, text: `apiVersion: v1\nkind: Pod\nmetadata: {name: ${file}}\n` }, { set: {} });
  const set = manifestSet([parse('b'), finding('error'), parse('a')]);
  expect(set.files.map(({ source }) => source.file)).toEqual(['a', 'b', 'm.yaml']);
  expect(set.manifests.map(({ name }) => name)).toEqual(['a', 'b']);
});
