import { expect, test } from 'vitest';
import { objectText } from '../files/schema/structural/object-text.ts';
import { withPatches } from '../manifest/objects/patches.ts';
import { parseManifests } from '../manifest/parse.ts';
import { onceForSource } from './source.ts';

test('a value that depends on a text is computed once for each Source', () => {
  let count = 0;
  const length = onceForSource(({ text }) => {
    count++;
    return text.length;
  });
  const one = { file: 'a.yaml', text: 'abc' };
  expect([length(one), length(one), length({ file: 'a.yaml', text: 'ab' }), count]).toEqual([3, 3, 2, 2]);
});

test('a text is not scanned again for each of its objects', () => {
  const items = Array.from({ length: 200 }, (_, i) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: `a${i}` } }));
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  let reads = 0;
  const source = {
    file: 'list.json',
    get text() {
      reads++;
      return text;
    },
  };
  const { manifests } = parseManifests(source, { set: {} });
  reads = 0;
  expect(withPatches(manifests).map(objectText)).toHaveLength(200);
  expect(reads).toBeLessThan(10);
});
