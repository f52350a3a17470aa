import { expect, test } from 'vitest';
import type { Value } from '../../manifest/model/manifest.ts';
import { requirementChanges } from './requirement-changes.ts';

const spot: Value = { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] };
const effectOf = (added: Value): readonly string[] =>
  requirementChanges(
    { before: [spot], after: [spot, added], path: ['requirements'], labels: undefined },
    undefined,
  ).map(({ effect, reason }) => `${effect}: ${reason}`);

test.each<[what: string, added: Value, expected: string]>([
  [
    'values that a template inserts',
    { key: 'example.com/a', operator: 'In', values: null },
    'unknown: has no values here, so what it allows is unknown',
  ],
  [
    'no values',
    { key: 'example.com/a', operator: 'NotIn' },
    'unknown: has no values here, so what it allows is unknown',
  ],
  [
    'an operator without values',
    { key: 'example.com/a', operator: 'DoesNotExist' },
    'new-nodes: is a new requirement, which nodes without the label satisfy',
  ],
])('a new requirement with %s', (_, added, expected) => {
  expect(effectOf(added)).toEqual([expected]);
});
