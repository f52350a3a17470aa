import { describe, expect, test } from 'vitest';
import { axisOf, isWorthDrawing, timelinesOf } from './wave-timeline.ts';

const pool = (name: string, sizes: readonly number[], high: number) => ({
  name,
  hash: { base: null, head: null },
  effect: 'all-nodes' as const,
  nodesReplaced: sizes.reduce((sum, size) => sum + size, 0),
  waves: sizes.map((nodes) => ({ nodes, reason: '' })),
  duration: { low: 1, high, graceSeconds: 30 },
  reasons: [],
});

test('waves follow each other, and the rest is one block', () => {
  const [timeline] = timelinesOf([pool('web', [3, 3, 2, 2, 1], 20)], 3);
  expect(timeline!.blocks).toEqual([
    { first: 1, last: 1, nodes: 3, from: 0, to: 4 },
    { first: 2, last: 2, nodes: 3, from: 4, to: 8 },
    { first: 3, last: 5, nodes: 5, from: 8, to: 20 },
  ]);
});

test('nodes that stay and a pace that is not known are not drawn', () => {
  const staying = pool('web', [0], 4);
  expect(timelinesOf([staying, { ...pool('api', [2], 4), duration: null }], 9)).toEqual([]);
});

test.each([
  [[[1]], false],
  [[[1, 1]], true],
  [[[1], [1]], true],
])('%j is worth a picture: %s', (sizes, expected) => {
  const all = timelinesOf(
    sizes.map((own, i) => pool(`pool-${i}`, own, 4)),
    9,
  );
  expect(isWorthDrawing(all)).toBe(expected);
});

describe('the axis', () => {
  test.each([
    [4, 1, 'minute'],
    [21, 5, 'minute'],
    [195, 30, 'minute'],
    [60 * 24, 3, 'hour'],
    [60 * 24 * 5, 1, 'day'],
    [60 * 24 * 4000, 30, 'day'],
  ])('of %i minutes has marks every %i %s', (high, tick, unit) => {
    expect(axisOf(timelinesOf([pool('web', [1], high)], 9))).toMatchObject({ tick, unit, minutes: high });
  });
});
