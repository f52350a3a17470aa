import { expect, test } from 'vitest';
import { testsOfThreats, threats } from './threats.ts';

test('every threat has a test with its number, and no number is unknown or used twice', () => {
  const tests = testsOfThreats();
  const numbers = Object.values(threats)
    .flat()
    .map(([number]) => number);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: numbers.length }, (_, i) => i + 1));
  expect(numbers.filter((number) => !tests.has(number)).map((number) => `T${number}`)).toEqual([]);
  expect([...tests.keys()].filter((number) => !numbers.includes(number))).toEqual([]);
});
