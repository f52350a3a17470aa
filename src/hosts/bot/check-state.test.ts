import { describe, expect, test } from 'vitest';
import { type CheckEntry, pullsOfExternalId, readCheckState, worst, writeCheckState } from './check-state.ts';

const sha = 'a'.repeat(40);
const entry = (subject: number | string, result: CheckEntry['result'] = 'pass'): CheckEntry => ({
  subject,
  result,
  fingerprint: 'abc123',
  annotations: '',
});

describe('the state of a check', () => {
  test('is read as it was written, in one order', () => {
    const entries = [entry(7, 'block'), entry(12), entry(sha, 'warn')];
    const text = writeCheckState(entries);
    expect(writeCheckState(entries.toReversed())).toBe(text);
    expect(writeCheckState(readCheckState(text))).toBe(text);
    expect(pullsOfExternalId(text)).toEqual({ numbers: [12, 7], mergeGroups: [sha] });
  });

  test.each(['', 'x', '7', '7:pass', '7:good::', '7:pass:xyz:', '-1:pass::', `${sha}0:pass::`, '7:pass::: 8'])(
    '%j is nothing of ours',
    (text) => expect(readCheckState(text)).toEqual([]),
  );

  test.each([
    [['pass', 'pass'], 'pass'],
    [['pass', 'warn'], 'warn'],
    [['block', 'warn'], 'block'],
    [['block', 'pending'], 'pending'],
    [[], 'pass'],
  ] as const)('%j together are %s', (results, expected) => {
    expect(worst(results.map((result, i) => entry(i + 1, result)))).toBe(expected);
  });
});
