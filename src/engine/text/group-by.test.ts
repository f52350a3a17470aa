import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('keys are in the order of their first item, and items keep their order', () => {
  const groups = groupBy(['pear', 'fig', 'plum', 'apple'], (name) => name.length);
  expect([...groups]).toEqual([
    [4, ['pear', 'plum']],
    [3, ['fig']],
    [5, ['apple']],
  ]);
});
