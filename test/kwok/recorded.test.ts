import { expect, test } from 'vitest';
import { known, readLoopComparisons } from './comparison.ts';

const all = readLoopComparisons();

test('at least fifty clusters are recorded, each once', () => {
  expect(all.length).toBeGreaterThanOrEqual(50);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test.each(all)('$name is as predicted, or differs for a known reason', ({ differing, reason }) => {
  expect(reason === undefined).toBe(differing.length === 0);
});

test('no reason is listed for a setup that does not differ', () => {
  const differing = new Set(all.filter((one) => one.differing.length > 0).map(({ name }) => name));
  expect(Object.keys(known).filter((name) => !differing.has(name))).toEqual([]);
});
