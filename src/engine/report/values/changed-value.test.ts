import { describe, expect, test } from 'vitest';
import type { FieldChange } from '../../manifest/change.ts';
import { pathText } from '../../manifest/model/manifest.ts';
import { arrow, beforeAndAfter, listDifference, longName, shortName } from './changed-value.ts';

const field = (over: Partial<FieldChange>): FieldChange => ({
  path: ['spec'],
  effect: 'none',
  cause: 'hash',
  reason: 'because',
  ...over,
});
const zones = { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['a', 'b'], minValues: 2 };

test.each([
  [['spec', 'requirements', 0, 'values'], 'spec.requirements[0].values'],
  [['metadata', 'labels', 'a.io/b'], 'metadata.labels["a.io/b"]'],
  [[], ''],
])('path %j', (path, expected) => expect(pathText(path)).toBe(expected));

test('the long name of a requirement has its label', () => {
  expect(longName(field({ path: ['spec', 'requirements', 0], after: zones }))).toBe(
    `spec.requirements[0] ${zones.key}`,
  );
});

describe('a changed field', () => {
  test.each<[Partial<FieldChange>, string, [string, string]]>([
    [{ path: ['spec', 'template', 'metadata', 'labels', 'team'], after: 'a' }, 'labels.team', ['unset', 'a']],
    [{ path: ['spec', 'limits', 'cpu'], before: 10, after: 20 }, 'limits.cpu', ['10', '20']],
    [{ path: ['spec', 'requirements', 0], before: zones }, zones.key, ['In a, b (minValues 2)', 'unset']],
    [
      { path: ['spec', 'taints', 0], after: { key: 'gpu', value: 'yes', effect: 'NoSchedule' } },
      'spec.taints',
      ['unset', 'gpu=yes:NoSchedule'],
    ],
    [
      {
        path: ['spec', 'tolerations'],
        before: [{ key: 'gpu', operator: 'Equal', value: 'yes', effect: 'NoSchedule' }],
        after: [],
      },
      'spec.tolerations',
      ['gpu=yes:NoSchedule', '[]'],
    ],
    [{ path: ['spec', 'x'], before: { a: 1 }, after: [true, null] }, 'spec.x', ['a: 1', 'true, null']],
  ])('%o', (over, name, values) => {
    expect(shortName(field(over))).toBe(name);
    expect(beforeAndAfter(field(over))).toEqual(values);
  });
});

const taint = { key: 'gpu', value: 'yes', effect: 'NoSchedule' };

test.each<[Partial<FieldChange>, ReturnType<typeof listDifference>]>([
  [
    { before: ['a', 'b'], after: ['b', 'c'] },
    { added: ['c'], removed: ['a'] },
  ],
  [
    { before: zones, after: { ...zones, values: ['a', 'b', 'c'] } },
    { added: ['c'], removed: [] },
  ],
  [{ before: zones, after: { ...zones, operator: 'NotIn' } }, undefined],
  [{ before: ['a'], after: ['b'] }, undefined],
  [{ before: ['a', 'b'], after: ['b', 'a'] }, undefined],
  [{ before: 'a', after: 'b' }, undefined],
  [{ after: ['a'] }, undefined],
  [{ after: taint }, { added: ['gpu=yes:NoSchedule'], removed: [] }],
  [{ before: [taint] }, { added: [], removed: ['gpu=yes:NoSchedule'] }],
  [{ before: taint, after: { ...taint, value: 'no' } }, undefined],
  [{ after: [taint, 'a'] }, undefined],
])('the difference of %o', (over, expected) => expect(listDifference(field(over))).toEqual(expected));

test('of two long values that look the same once they are cut, only what differs is written', () => {
  const long = (nodes: number): string => `at most ${'much '.repeat(20)}and ${nodes} of ${'them '.repeat(20)}`;
  expect(arrow({ before: long(1), after: long(2) }, (text) => text.slice(0, 20))).toBe('… 1 … → … 2 …');
});

test.each([
  ['a-1', 'b-1', 'a → b'],
  ['a-1', 'a-1', 'a → a'],
  ['a-1', 'a-2', 'a (the difference is in the part left out)'],
])('from %s to %s', (before, after, expected) => {
  expect(arrow({ before, after }, (text) => text.slice(0, 1))).toBe(expected);
});
