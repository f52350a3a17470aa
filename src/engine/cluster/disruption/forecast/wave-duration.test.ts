import { expect, test } from 'vitest';
import { wavesDuration } from './wave-duration.ts';

const waves = (...nodes: number[]) => nodes.map((count) => ({ nodes: count, reason: 'a budget' }));

test.each([
  ['one wave', waves(3), false, 30, { low: 2, high: 4, graceSeconds: 30 }],
  [
    'ten waves one after the other',
    waves(...Array.from({ length: 10 }, () => 1)),
    false,
    30,
    { low: 15, high: 35, graceSeconds: 30 },
  ],
  ['pods that take an hour to stop', waves(1, 1), false, 3600, { low: 3, high: 126, graceSeconds: 3600 }],
  ['a deletion, which does not wait for replacements', waves(4), true, 60, { low: 1, high: 1, graceSeconds: 60 }],
  [
    'a deletion in which pods go one after the other',
    [{ nodes: 4, reason: 'a budget', evictions: 6 }],
    true,
    60,
    { low: 3, high: 24, graceSeconds: 60, evictions: 6 },
  ],
  [
    'replacements in which pods go one after the other',
    [{ nodes: 2, reason: 'a budget', evictions: 4 }],
    false,
    30,
    { low: 3, high: 9, graceSeconds: 30, evictions: 4 },
  ],
  [
    'a wave in which all pods go at once after one in which they do not',
    [{ nodes: 2, reason: 'a budget', evictions: 4 }, ...waves(1)],
    false,
    30,
    { low: 5, high: 13, graceSeconds: 30, evictions: 5 },
  ],
  ['nodes that stay', waves(0), false, 30, null],
  ['a schedule', [{ nodes: 1, reason: 'a budget', start: '2026-11-22T00:00:00Z' }], false, 30, null],
  ['nothing', [], false, 30, null],
] as const)('%s', (_, given, isDeletion, grace, expected) => {
  expect(wavesDuration(given, isDeletion, grace)).toEqual(expected);
});
