import { expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { Origin, Source } from '../../text/source.ts';
import { oneCluster } from './one-cluster.ts';

function source(root: string, names: readonly string[]): Source {
  const text = names
    .map((name) => `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: ${name}}\n`)
    .join('---\n');
  const origin: Origin = {
    root,
    tool: 'kustomize',
    trace: (start, end) => ({ span: { file: root, start, end }, isExact: true }),
  };
  return root.endsWith('.yaml') ? { file: root, text } : { file: `${root} (made)`, text, origin };
}

const setOf = (sources: Readonly<Record<string, readonly string[]>>) =>
  manifestSet(Object.entries(sources).map(([root, names]) => parseManifests(source(root, names), { set: {} })));

const kept = (
  sources: Readonly<Record<string, readonly string[]>>,
  other: Readonly<Record<string, readonly string[]>> = {},
) => {
  const { set, caveat } = oneCluster(setOf(sources), setOf(other));
  return [set.manifests.map(({ name, source: { origin, file } }) => `${origin?.root ?? file}/${name}`), caveat];
};

test.each<[string, Readonly<Record<string, readonly string[]>>, string[], string | undefined]>([
  ['no object twice', { dev: ['a'], prod: ['b'] }, ['dev/a', 'prod/b'], undefined],
  [
    'production takes precedence',
    { dev: ['a', 'only'], prod: ['a'], staging: ['a'] },
    ['dev/only', 'prod/a'],
    'Several roots contain the same objects, and the figures count them once. Not counted: `dev`, `staging`.',
  ],
  [
    'otherwise the first by name',
    { west: ['a'], east: ['a'] },
    ['east/a'],
    'Several roots contain the same objects, and the figures count them once. Not counted: `west`.',
  ],
  ['rendered objects take precedence over plain files', { 'a.yaml': ['a'], dev: ['a'] }, ['dev/a'], undefined],
  [
    'a root named products is not production',
    { products: ['a'], dev: ['a'] },
    ['dev/a'],
    'Several roots contain the same objects, and the figures count them once. Not counted: `products`.',
  ],
  ['plain manifests are left as they are', { 'a.yaml': ['a'], 'b.yaml': ['a'] }, ['a.yaml/a', 'b.yaml/a'], undefined],
])('%s', (_, sources, names, caveat) => expect(kept(sources)).toEqual([names, caveat]));

test.each<[string, Readonly<Record<string, readonly string[]>>, string]>([
  ['that stays', { sandbox: ['a'] }, 'sandbox/a'],
  ['that stays, also next to a new production', { staging: ['a'] }, 'staging/a'],
  ['by its name if all of them stay', { develop: ['a'], sandbox: ['a'], staging: ['a'], prod: ['a'] }, 'prod/a'],
  ['by its name if none of them stays', { old: ['a'] }, 'prod/a'],
  ['by its name if the one that stays has another object', { sandbox: ['b'] }, 'prod/a'],
  ['and no plain file that stays', { 'a.yaml': ['a'] }, 'prod/a'],
])('both sides of a change have the root %s', (_, other, expected) => {
  const sources = { develop: ['a'], sandbox: ['a'], staging: ['a'], prod: ['a'], 'a.yaml': ['a'] };
  expect(kept(sources, other)[0]).toEqual([expected]);
});
