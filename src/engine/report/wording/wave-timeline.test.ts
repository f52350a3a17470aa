import { describe, expect, test } from 'vitest';
import type { TimelineEntry } from '../../cluster/disruption/forecast/disruption-data.ts';
import { axisOf, isWorthDrawing, timelinesOf } from './wave-timeline.ts';

const wave = (nodePool: string, nodes: number | null, [from, to]: readonly [number, number]): TimelineEntry => ({
  what: 'wave',
  nodePool,
  nodes,
  utc: null,
  isStampede: false,
  reason: '',
  at: { low: 0, high: from },
  until: { low: 1, high: to },
});

/** Waves with the given numbers of nodes, and minutes for each wave. */
const waves = (nodePool: string, sizes: readonly number[], minutes: number): TimelineEntry[] =>
  sizes.map((nodes, i) => wave(nodePool, nodes, [i * minutes, (i + 1) * minutes]));

test('waves are in order, and the last block combines the rest', () => {
  const [timeline] = timelinesOf({ timeline: waves('web', [3, 3, 2, 2, 1], 4) }, 3);
  expect(timeline!.blocks).toEqual([
    { first: 1, last: 1, nodes: 3, from: 0, to: 4 },
    { first: 2, last: 2, nodes: 3, from: 4, to: 8 },
    { first: 3, last: 5, nodes: 5, from: 8, to: 20 },
  ]);
});

test('nodes that stay, unknown paces and events with a date are not drawn', () => {
  const timeline: TimelineEntry[] = [
    { ...wave('web', 2, [0, 4]), what: 'stays', at: null, until: null },
    { ...wave('api', 2, [0, 4]), at: null, until: null },
    { ...wave('data', 2, [0, 4]), what: 'expiry' },
  ];
  expect(timelinesOf({ timeline }, 9)).toEqual([]);
});

test('NodePools are sorted by name, and deleted ones are marked', () => {
  const timeline = [...waves('web', [1], 4), { ...wave('api', 2, [0, 1]), what: 'deletion' as const }];
  expect(timelinesOf({ timeline }, 9).map(({ name, isDeletion }) => [name, isDeletion])).toEqual([
    ['api', true],
    ['web', false],
  ]);
});

test.each([
  [[[1]], false],
  [[[1, 1]], true],
  [[[1], [1]], true],
])('%j is worth a picture: %s', (sizes, expected) => {
  const timeline = sizes.flatMap((own, i) => waves(`pool-${i}`, own, 4));
  expect(isWorthDrawing(timelinesOf({ timeline }, 9))).toBe(expected);
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
    expect(axisOf(timelinesOf({ timeline: waves('web', [1], high) }, 9))).toMatchObject({ tick, unit, minutes: high });
  });
});
