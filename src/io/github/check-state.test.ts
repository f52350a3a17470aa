import { describe, expect, test } from 'vitest';
import {
  type CheckEntry,
  groupOfSubject,
  groupSubject,
  pullOfSubject,
  pullSubject,
  rank,
  readCheckState,
  writeCheckState,
} from './check-state.ts';

const sha = 'a'.repeat(40);
const entry = (subject: string, result: CheckEntry['result'] = 'pass'): CheckEntry => ({
  subject,
  result,
  fingerprint: 'abc123',
});

describe('the state of a check', () => {
  test('is read as it was written', () => {
    const entries = [entry(pullSubject(7), 'block'), entry(pullSubject(12, 'a/b c')), entry(groupSubject(sha), 'warn')];
    expect(readCheckState(writeCheckState(entries))).toEqual(entries);
  });

  test('names its pull request or its merge group', () => {
    expect([pullSubject(12), pullSubject(12, 'ops'), groupSubject(sha)].map(pullOfSubject)).toEqual([
      12,
      12,
      undefined,
    ]);
    expect([pullSubject(12), groupSubject(sha)].map(groupOfSubject)).toEqual([undefined, sha]);
  });

  test.each([
    '',
    'x',
    'pull-7',
    'pull-7:pass',
    'pull-7:good:',
    'pull--1:pass:',
    `group-${sha.slice(1)}:pass:`,
    '7:pass::',
  ])('%j is nothing of ours', (text) => expect(readCheckState(text)).toEqual([]));

  test('pending is worse than a pass, and a block is worse than everything', () => {
    const results = ['block', 'pass', 'pending', 'warn'] as const;
    expect(results.toSorted((a, b) => rank({ result: a }) - rank({ result: b }))).toEqual([
      'pass',
      'warn',
      'pending',
      'block',
    ]);
  });
});
