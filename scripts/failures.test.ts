import { expect, test } from 'vitest';
import { failures, testsOfFailures } from './failures.ts';

test('every failure has a test that bears its number, and no number is unknown', () => {
  const tests = testsOfFailures();
  const numbers = failures.map(([number]) => number);
  expect(numbers).toEqual(Array.from({ length: 43 }, (_, i) => i + 1));
  expect(numbers.filter((number) => !tests.has(number)).map((number) => `T${number}`)).toEqual([]);
  expect([...tests.keys()].filter((number) => !numbers.includes(number))).toEqual([]);
});
