import { expect, test } from 'vitest';
import { ignoredCount } from '../../karpenter/cloud-provider/node-groups.ts';
import type { Change, FieldChange } from '../../manifest/change.ts';
import { changeText } from './change-text.ts';

const field = (over: Partial<FieldChange>): FieldChange => ({
  path: ['spec', 'weight'],
  effect: 'none',
  cause: 'weight',
  reason: 'decides',
  ...over,
});

const change = (kind: string, name: string, over: Partial<Change> = {}): Change => ({
  resource: { apiVersion: 'v1', kind, name },
  type: 'modified',
  fields: [],
  effect: 'none',
  summary: '',
  span: { file: 'a.yaml', start: 0, end: 1 },
  ...over,
});

const weight = field({ before: 1, after: 10 });

test.each<[string, readonly Change[], string | undefined]>([
  [
    'one field',
    [change('NodePool', 'web', { fields: [weight] })],
    'Changes `spec.weight` of NodePool `web`: `1` → `10`',
  ],
  [
    'a number of nodes that Terraform ignores',
    [
      change('ManagedNodeGroup', 'w', {
        fields: [field({ path: ['spec', 'count'], before: 5, after: 2, reason: ignoredCount })],
      }),
    ],
    'Changes no nodes, because Terraform ignores the new `desired_size` of ManagedNodeGroup `w`',
  ],
  [
    'a number of nodes that Terraform sets',
    [
      change('ManagedNodeGroup', 'w', {
        fields: [field({ path: ['spec', 'count'], before: 5, after: 2, effect: 'delete' })],
      }),
    ],
    'Changes `spec.count` of ManagedNodeGroup `w`: `5` → `2`',
  ],
  [
    'several fields',
    [change('NodePool', 'web', { fields: [weight, field({ path: ['spec', 'limits'] })] })],
    'Changes `spec.weight` and `spec.limits` of NodePool `web`',
  ],
  [
    'a list',
    [
      change('NodePool', 'web', {
        fields: [
          field({
            before: { key: 'example.com/team', operator: 'In', values: ['a', 'b'] },
            after: { key: 'example.com/team', operator: 'In', values: ['b', 'c'] },
          }),
        ],
      }),
    ],
    'Changes `example.com/team` of NodePool `web`: +`c`, −`a`',
  ],
  [
    'a NodePool before other objects',
    [change('Deployment', 'shop', { type: 'added' }), change('NodePool', 'web', { type: 'added' })],
    'Adds NodePool `web` and 1 more object',
  ],
  [
    'the same object of several clusters',
    [change('NodePool', 'web', { type: 'removed' }), change('NodePool', 'web', { type: 'removed' })],
    'Removes NodePool `web`',
  ],
  [
    'a value that could end the code span',
    [change('NodePool', 'web', { fields: [field({ before: 'a', after: '`b' })] })],
    'Changes `spec.weight` of NodePool `web`',
  ],
  ['an object that can no longer be read', [change('NodePool', 'web', { type: 'unknown' })], undefined],
  ['nothing', [], undefined],
])('%s', (_, changes, expected) => expect(changeText(changes)).toBe(expected));
