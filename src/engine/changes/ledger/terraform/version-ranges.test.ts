import { expect, test } from 'vitest';
import { hasSameMajors, hasSameNewest, majorOf } from './version-ranges.ts';

test.each<[before: string, after: string, isSameMajor: boolean, isSameNewest: boolean]>([
  ['~> 5.1', '~> 5.9', true, true],
  ['~> 5.1.0', '~> 5.9.0', true, false],
  ['~> 5.1', '>= 5.1, < 6.0', true, true],
  ['~> 5', '>= 5.0', true, true],
  ['>= 5.0', '~> 5.0', false, false],
  ['5.1.0', '5.2.0', true, false],
  ['= 5.1.0', '5.1.0', true, true],
  ['= 5.1.0', '5.1.1', true, false],
  ['~> 5.0', '~> 6.0', false, false],
  ['< 6.0', '< 6.2', false, false],
  ['>= 0.1.0, < 0.2.0', '>= 0.1.5, < 0.2.0', true, true],
  ['~> 0.1.0', '~> 0.2.0', false, false],
  ['>= 5.0, != 5.3.0', '>= 5.0', true, true],
  ['latest', 'latest', false, false],
])('%s → %s', (before, after, isSameMajor, isSameNewest) => {
  expect(hasSameMajors(before, after)).toBe(isSameMajor);
  expect(hasSameNewest(before, after)).toBe(isSameNewest);
});

test('the major version', () => {
  expect(['5.1.2', 'v2.0', '0.35.1', '0', '10'].map(majorOf)).toEqual(['5', '2', '0.35', '0.0', '10']);
});
