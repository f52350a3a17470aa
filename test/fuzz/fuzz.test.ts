import { expect, test } from 'vitest';
import { isWhole } from '../extent.ts';
import { fuzz } from './fuzz.ts';

// `npm run stress -- fuzz` runs a hundred thousand.
test('corrupted inputs cause no crash', () => {
  const seen = new Set<string>();
  const crashes = fuzz(isWhole ? 600 : 100, 1, (target) => seen.add(target));
  expect(crashes.map(({ seed, target, error }) => `${target} ${seed}: ${error.split('\n')[0]}`)).toEqual([]);
  expect([...seen].sort()).toEqual(['check', 'cluster', 'configuration', 'delivery', 'review', 'terraform']);
});
