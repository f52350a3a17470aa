import { expect, test } from 'vitest';
import { goneThreats, testsOfThreats, threats } from './threats.ts';

test('every threat has a test with its number, and no number is unknown or used twice', () => {
  const tests = testsOfThreats();
  const numbers = Object.values(threats)
    .flat()
    .map(([number]) => number);
  const all = [...numbers, ...goneThreats.map(([number]) => number)];
  expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: all.length }, (_, i) => i + 1));
  expect(numbers.filter((number) => !tests.has(number)).map((number) => `T${number}`)).toEqual([]);
  expect([...tests.keys()].filter((number) => !numbers.includes(number))).toEqual([]);
});
