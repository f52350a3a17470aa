import { expect, test } from 'vitest';
import { explained, readLoopComparisons } from './comparison.ts';

const all = readLoopComparisons();

test('at least fifty clusters are recorded', () => {
  expect(all.length).toBeGreaterThanOrEqual(50);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test.each(all)('$name is as foretold, or differs for a known reason', ({ differing, reason }) => {
  if (differing.length > 0) expect(reason).toBeTypeOf('string');
  else expect(reason).toBeUndefined();
});

test('nothing is explained that was not recorded', () => {
  const names = new Set(all.map(({ name }) => name));
  expect(explained().filter((name) => !names.has(name))).toEqual([]);
});

test('most are as foretold in every respect, the number of nodes in nearly all', () => {
  const agreeing = all.filter(({ differing }) => differing.length === 0).length;
  expect(agreeing / all.length).toBeGreaterThan(0.6);
});
