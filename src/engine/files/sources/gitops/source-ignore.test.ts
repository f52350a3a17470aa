import { expect, test } from 'vitest';
import { ignorePatterns, leavesOut } from './source-ignore.ts';

test.each<[pattern: string, file: string, isLeftOut: boolean | undefined]>([
  ['pool.yaml', 'pools/pool.yaml', true],
  ['pool.yaml', 'pools/pool.yaml.bak', undefined],
  ['*.yaml', 'a/b/c.yaml', true],
  ['p?ol.yaml', 'pool.yaml', true],
  ['/pool.yaml', 'pools/pool.yaml', undefined],
  ['/pool.yaml', 'pool.yaml', true],
  ['pools', 'a/pools/b.yaml', true],
  ['pools/', 'a/pools/b.yaml', true],
  ['pools/', 'a/pools', undefined],
  ['/pools/', 'pools/a/b.yaml', true],
  ['a/pools', 'b/a/pools/c.yaml', undefined],
  ['**/pools', 'b/a/pools/c.yaml', true],
  ['a/**/c.yaml', 'a/b/b/c.yaml', true],
  ['a/**', 'a/b/c.yaml', true],
  ['a/b**', 'a/bc', undefined],
  ['a/b/c', 'a/b', undefined],
  ['!pool.yaml', 'pools/pool.yaml', false],
  ['# pool.yaml', 'pool.yaml', undefined],
  ['/*\n!/pools', 'pools/a.yaml', false],
  ['/*\n!/pools', 'other/a.yaml', true],
  ['pool.yaml  ', 'pool.yaml', true],
])('%j and %s', (text, file, expected) => {
  const { patterns, isPlain } = ignorePatterns(text, '');
  expect(isPlain).toBe(true);
  expect(leavesOut(patterns, file)).toBe(expected);
});

test('patterns hold for the folder of their file', () => {
  const { patterns } = ignorePatterns('/a.yaml', 'pools');
  expect(['pools/a.yaml', 'a.yaml', 'pools/b/a.yaml'].map((file) => leavesOut(patterns, file))).toEqual([
    true,
    undefined,
    undefined,
  ]);
});

test.each(['[ab].yaml', 'a\\*.yaml', 'a\n'.repeat(501)])('%j is not plain', (text) => {
  expect(ignorePatterns(text, '').isPlain).toBe(false);
});
