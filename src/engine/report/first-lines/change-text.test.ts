import { expect, test } from 'vitest';
import { ignoredCount } from '../../karpenter/cloud-provider/node-groups.ts';
import type { Change, FieldChange } from '../../manifest/change.ts';
import type { Review } from '../../review/context/review-data.ts';
import { addedEnvironmentText, changeText, elsewhereText } from './change-text.ts';

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

const zone = 'topology.kubernetes.io/zone';

/** A spread constraint over these topologies. */
const spread = ({ before, after }: { readonly before?: string; readonly after?: string }, at = 0): FieldChange => {
  const over = (topologyKey: string) => ({ maxSkew: 1, topologyKey, whenUnsatisfiable: 'DoNotSchedule' });
  return field({
    path: ['spec', 'template', 'spec', 'topologySpreadConstraints', at],
    ...(before !== undefined && { before: over(before) }),
    ...(after !== undefined && { after: over(after) }),
  });
};

const amount = (kind: 'requests' | 'limits', before: string, after: string): FieldChange =>
  field({ path: ['spec', 'containers', 0, 'resources', kind, 'memory'], before, after });

const weight = field({ before: 1, after: 10 });

/** A timer of consolidation, with what it does from now on. */
const wait = (before: string, after: string): FieldChange =>
  field({ path: ['spec', 'disruption', 'consolidateAfter'], before, after, reason: 'stops consolidation' });

test.each<[string, readonly Change[], string | undefined]>([
  [
    'one field',
    [change('NodePool', 'web', { fields: [weight] })],
    'Changes `spec.weight` of NodePool `web`: `1` → `10`',
  ],
  [
    'what the terms of a node class select, which no file has as a field',
    [
      change('EC2NodeClass', 'web', {
        fields: [field({ path: ['status', 'securityGroups'], before: 'others', after: 'aws_security_group.a' })],
      }),
    ],
    'Changes the selected security groups of EC2NodeClass `web`: `others` → `aws_security_group.a`',
  ],
  [
    'a field after which Karpenter consolidates nothing',
    [change('NodePool', 'web', { fields: [wait('5m', 'Never')] })],
    'Changes `disruption.consolidateAfter` of NodePool `web`: `5m` → `Never`, which stops consolidation',
  ],
  [
    'such a field next to another one',
    [change('NodePool', 'web', { fields: [weight, wait('5m', 'Never')] })],
    'Changes `spec.weight` and `disruption.consolidateAfter` of NodePool `web`, which stops consolidation',
  ],
  [
    'such a field next to another object',
    [
      change('NodePool', 'web', { fields: [weight, wait('5m', 'Never')] }),
      change('NodePool', 'gpu', { fields: [weight] }),
    ],
    'Changes `spec.weight` and `disruption.consolidateAfter` of NodePool `web` and 1 more object',
  ],
  [
    'a timer that goes on',
    [change('NodePool', 'web', { fields: [weight, wait('5m', '10m')] })],
    'Changes `spec.weight` and `disruption.consolidateAfter` of NodePool `web`',
  ],
  [
    'a field after which Karpenter consolidates later',
    [change('NodePool', 'web', { fields: [wait('5m', '10m')] })],
    'Changes `disruption.consolidateAfter` of NodePool `web`: `5m` → `10m`',
  ],
  [
    'one field of several objects',
    [change('NodePool', 'web', { fields: [weight] }), change('NodePool', 'batch', { fields: [weight] })],
    'Changes `spec.weight` of NodePool `web` and 1 more object: `1` → `10`',
  ],
  [
    'one field of several objects to other values',
    [
      change('NodePool', 'web', { fields: [weight] }),
      change('NodePool', 'batch', { fields: [field({ before: 1, after: 20 })] }),
    ],
    'Changes `spec.weight` of NodePool `web` and 1 more object',
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
    'a number of nodes with the sizes between which they scale',
    [
      change('ManagedNodeGroup', 'w', {
        fields: [
          field({ path: ['spec', 'scaling', 'max_size'], before: 3, after: 6 }),
          field({ path: ['spec', 'count'], before: 2, after: 4 }),
        ],
      }),
    ],
    'Changes `spec.count` of ManagedNodeGroup `w`: `2` → `4`',
  ],
  [
    'only the sizes between which nodes scale',
    [
      change('ManagedNodeGroup', 'w', {
        fields: [field({ path: ['spec', 'scaling', 'max_size'], before: 3, after: 6 })],
      }),
    ],
    'Changes `scaling.max_size` of ManagedNodeGroup `w`: `3` → `6`',
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
    'a long list on both sides',
    [
      change('NodePool', 'web', {
        fields: [
          field({
            before: { key: 'example.com/team', operator: 'In', values: ['a', 'b', 'c', 'd'] },
            after: { key: 'example.com/team', operator: 'In', values: ['a', 'e', 'f', 'g'] },
          }),
        ],
      }),
    ],
    'Changes `example.com/team` of NodePool `web`: +`e`, +`f` and 1 more, −`b`, −`c` and 1 more',
  ],
  [
    'a spread that is replaced',
    [change('Deployment', 'cart', { fields: [spread({ after: 'kubernetes.io/hostname' }), spread({ before: zone })] })],
    'Replaces the required spread over `topology.kubernetes.io/zone` of Deployment `cart` by a required spread over `kubernetes.io/hostname`',
  ],
  [
    'a spread that is removed',
    [change('Deployment', 'cart', { fields: [spread({ before: zone })] })],
    'Removes the required spread over `topology.kubernetes.io/zone` of Deployment `cart`',
  ],
  [
    'two spreads that are new',
    [
      change('Deployment', 'cart', {
        fields: [spread({ after: zone }), spread({ after: 'kubernetes.io/hostname' }, 1)],
      }),
    ],
    'Changes `topologySpreadConstraints` of Deployment `cart`',
  ],
  [
    'a spread of which only another part changes',
    [change('Deployment', 'cart', { fields: [spread({ before: zone, after: zone })] })],
    'Changes `topologySpreadConstraints` of Deployment `cart`',
  ],
  [
    'requests before limits',
    [change('Deployment', 'shop', { fields: [amount('limits', '4Gi', '8Gi'), amount('requests', '2Gi', '4Gi')] })],
    'Changes `requests.memory` and `limits.memory` of Deployment `shop`',
  ],
  [
    'requests and limits that are equal',
    [change('Deployment', 'shop', { fields: [amount('limits', '4Gi', '8Gi'), amount('requests', '4Gi', '8Gi')] })],
    'Changes `requests.memory` and `limits.memory` of Deployment `shop`: `4Gi` → `8Gi`',
  ],
  [
    'a NodePool before other objects',
    [change('Deployment', 'shop', { type: 'added' }), change('NodePool', 'web', { type: 'added' })],
    'Adds NodePool `web` and 1 more object',
  ],
  [
    'an object that another one replaces',
    [
      change('StorageClass', 'ssd', { type: 'removed' }),
      change('StorageClass', 'gp2', { type: 'removed' }),
      change('StorageClass', 'gp3', { type: 'added' }),
      change('StatefulSet', 'ledger', { fields: [] }),
    ],
    'Removes StorageClass `ssd` and 1 more object, adds 1 object, changes 1 object',
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

const workers = change('NodePool', 'workers', { fields: [weight], environments: ['dev', 'staging'] });
const web = change('NodePool', 'web', { fields: [weight], environments: ['prod'] });

test.each<[string, readonly Change[], string]>([
  ['one object', [web, workers], '; NodePool `workers` changes in dev and staging'],
  ['a new object', [web, { ...workers, type: 'added' }], '; NodePool `workers` is new in dev and staging'],
  [
    'several objects',
    [web, workers, change('NodePool', 'gpu', { environments: ['dev'] })],
    '; 2 more objects change in dev and staging',
  ],
  ['the same object', [web, { ...web, environments: ['dev'] }], ''],
  ['an object of all clusters', [web, change('Deployment', 'shop')], ''],
  ['nothing in the main cluster', [workers], ''],
])('what changes only elsewhere: %s', (_, changes, expected) => expect(elsewhereText(changes, 'prod')).toBe(expected));

test('many new objects are named by their kinds, with the environment if it is one', () => {
  const added = (kind: string, name: string, environments?: readonly string[]) =>
    change(kind, name, { type: 'added', ...(environments !== undefined && { environments }) });
  const objects = (environments?: readonly string[]) => [
    added('NodePool', 'web', environments),
    added('NodePool', 'batch', environments),
    added('EC2NodeClass', 'web', environments),
    added('Deployment', 'cart', environments),
    added('Service', 'cart', environments),
  ];

  expect(changeText(objects())).toBe('Adds 2 NodePools, 1 node class, 1 workload and 1 more object');
  expect(changeText(objects(['staging']))).toBe(
    'Adds 2 NodePools, 1 node class, 1 workload and 1 more object in staging',
  );
  expect(changeText(objects(['dev', 'staging']))).toBe('Adds 2 NodePools, 1 node class, 1 workload and 1 more object');
  expect(changeText([...objects(), change('NodePool', 'old', { fields: [weight] })])).toMatch(/^Adds NodePool `web`/);

  const environments = (...added: readonly string[]): Review['environments'] =>
    ['prod', ...added].map((name) => ({
      name,
      ...(name !== 'prod' && { isNew: true }),
    })) as unknown as Review['environments'];
  const changes = objects(['staging']);

  expect(addedEnvironmentText({ changes, environments: environments('staging') })).toBe(
    'Adds environment staging, with 2 NodePools, 1 node class, 1 workload and 1 more object',
  );
  expect(addedEnvironmentText({ changes: changes.slice(0, 1), environments: environments('staging') })).toBe(
    'Adds environment staging',
  );
  expect(addedEnvironmentText({ changes, environments: environments('dev', 'staging') })).toBe(
    'Adds environments dev and staging',
  );
  expect(addedEnvironmentText({ changes, environments: environments() })).toBeUndefined();
});

test('the number of pods is in the text, also if other objects change', () => {
  const replicas = field({ path: ['spec', 'replicas'], cause: 'pod-count', before: 4, after: 1 });
  const worker = change('Deployment', 'worker', { fields: [replicas] });
  const budget = change('PodDisruptionBudget', 'worker', { type: 'removed' });
  expect(changeText([worker, budget])).toBe(
    'Changes `spec.replicas` of Deployment `worker` (`4` → `1`) and 1 more object',
  );
  expect(changeText([change('NodePool', 'web', { fields: [weight] }), budget])).toBe(
    'Changes `spec.weight` of NodePool `web` and 1 more object',
  );
});
