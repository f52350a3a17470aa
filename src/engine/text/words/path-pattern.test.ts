import { describe, expect, test } from 'vitest';
import { matchesPath } from './path-pattern.ts';

describe('matchesPath', () => {
  test.each([
    ['a.yaml', 'a.yaml', true],
    ['./clusters/', 'clusters/x/a.yaml', true],
    ['clusters/*/pools.yaml', 'clusters/x/pools.yaml', true],
    ['clusters/*/pools.yaml', 'clusters/x/y/pools.yaml', false],
    ['**/pools.yaml', 'pools.yaml', true],
    ['**/pools.yaml', 'a/b/pools.yaml', true],
    ['a/**/b/*.yaml', 'a/x/b/y/b/c.yaml', true],
    ['a/**', 'a/b', true],
    ['*.yaml', 'a.yml', false],
    ['p*l*s.yaml', 'pools.yaml', true],
    ['p*ls*s.yaml', 'pools.yaml', false],
    ['a', 'ab', false],
    ['.', 'a/b.yaml', true],
    ['./', 'a/b.yaml', true],
    ['a/.', 'a/b.yaml', true],
    ['a/./b.yaml', 'a/b.yaml', true],
    ['.a', 'a', false],
    ['a/.', 'b/a', false],
  ])('%s, %s: %s', (pattern, file, expected) => expect(matchesPath(pattern, file)).toBe(expected));

  test('does not take exponential time', () => {
    const pattern = `${'**/a/'.repeat(200)}b`;
    expect(matchesPath(pattern, `${'a/'.repeat(2000)}c`)).toBe(false);
  });
});
