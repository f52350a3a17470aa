import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('keys come in the order of their first item, items in their own', () => {
  const groups = groupBy(['pear', 'fig', 'plum', 'apple'], (name) => name.length);
  expect([...groups]).toEqual([
    [4, ['pear', 'plum']],
    [3, ['fig']],
    [5, ['apple']],
  ]);
});
