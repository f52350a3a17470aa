import { expect, test } from 'vitest';
import type { ParsedFile } from '../manifest/manifest-set.ts';
import type { Manifest } from '../manifest/model/manifest.ts';
import { maxObjects } from '../manifest/objects/found-object.ts';
import { ObjectLimit } from './object-limit.ts';

const holding = (count: number, apiVersion: string) => (source: ParsedFile['source']) => {
  const manifests = Array<Manifest>(count).fill({ apiVersion } as Manifest);
  return { source, manifests, diagnostics: [], suppressions: [], isBroken: false };
};

test.each([
  ['v1', maxObjects, 1],
  ['karpenter.sh/v1', maxObjects / 2, 1],
  ['karpenter.k8s.aws/v1', maxObjects / 2, 1],
])('%s: %i objects are read, and none after them', (apiVersion, most, more) => {
  const limit = new ObjectLimit();
  const files = [most, more, 0].map((count, i) =>
    limit.read({ file: `${i}.yaml`, text: '' }, holding(count, apiVersion)),
  );
  expect(files.map(({ manifests }) => manifests.length)).toEqual([most, 0, 0]);
  expect(files.map(({ isBroken, diagnostics }) => [isBroken, diagnostics[0]?.code, diagnostics[0]?.severity])).toEqual([
    [false, undefined, undefined],
    [true, 'yaml/too-large', 'error'],
    [true, 'yaml/too-large', 'error'],
  ]);
});

test('a single file beyond the limit is not read', () => {
  expect(new ObjectLimit().read({ file: 'a.yaml', text: '' }, holding(maxObjects + 1, 'v1')).isBroken).toBe(true);
});
