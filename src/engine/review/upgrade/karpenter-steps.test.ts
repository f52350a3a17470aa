import { describe, expect, test } from 'vitest';
import { karpenterMinors } from '../../karpenter/api/versions.ts';
import { karpenterSteps, requiredStops } from './karpenter-steps.ts';

describe('the versions that an upgrade stops at', () => {
  test.each([
    ['0.32', '1.14', ['0.37', '1.0']],
    ['0.16', '0.33', ['0.32']],
    ['0.31', '1.14', ['0.32', '0.37', '1.0']],
    ['0.16', '0.32', []],
    ['0.33', '1.1', ['1.0']],
    ['0.37', '1.0', []],
    ['0.32', '0.37', []],
    ['1.0', '1.15', []],
    ['1.15', '0.37', []],
  ])('%s to %s: %j', (from, to, stops) => expect(requiredStops(from, to)).toEqual(stops));
});

test('the steps of two upgrades in a row are those of one upgrade over both', () => {
  for (const middle of karpenterMinors) {
    const inTwo = [...karpenterSteps('0.32', middle), ...karpenterSteps(middle, '1.15')];
    expect(inTwo).toEqual(karpenterSteps('0.32', '1.15'));
  }
});

test('a downgrade has no steps', () => {
  expect(karpenterSteps('1.14', '1.0')).toEqual([]);
});

test.each([
  ['0.37.7', 'check that Karpenter runs with'],
  ['v0.37.8', 'check that Karpenter runs with'],
  ['0.37.6', 'upgrade to the last patch'],
  ['0.36.9', 'upgrade to the last patch'],
  [undefined, 'upgrade to the last patch'],
])('from %s, the first step to 1.0 is to %s', (release, text) => {
  const [first] = karpenterSteps('0.36', '1.0', { release });
  expect(first).toContain(text);
});
