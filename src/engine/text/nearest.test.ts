import { describe, expect, test } from 'vitest';
import { editDistance, nearest } from './nearest.ts';

describe('nearest', () => {
  test.each([
    ['limit', ['limits', 'template', 'weight'], 'limits'],
    ['ondemand', ['on-demand', 'spot'], 'on-demand'],
    ['regoin', ['region', 'zones'], 'region'],
    ['Spot', ['spot'], 'spot'],
    ['kubelet', ['limits', 'weight'], undefined],
    ['ab', ['cd'], undefined],
    ['a', [], undefined],
  ])('%s among %j is %s', (name, candidates, expected) => expect(nearest(name, candidates)).toBe(expected));

  test.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
  ])('%s to %s takes %d', (a, b, expected) => expect(editDistance(a, b)).toBe(expected));
});
