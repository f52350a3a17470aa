import { expect, test } from 'vitest';
import type { Disruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import type { Change } from '../../manifest/change.ts';
import { replacementText } from './replacement-text.ts';

const pool = (name: string, effect: string, nodesReplaced: number, nodesHeld = 0) => ({
  name,
  effect,
  nodesReplaced,
  nodesHeld,
  nodeClass: null,
  waves: [],
  duration: null,
});
const textsOf = (pools: readonly object[], changes: readonly object[] = []) => {
  const disruption = { nodePools: pools, nodeClasses: [], workloads: null, timeline: [] } as unknown as Disruption;
  return replacementText({ disruption, estimate: null }, ' in prod', changes as readonly Change[]).map(
    ({ text }) => text,
  );
};
const renamed = (name: string, to: string) => ({
  type: 'removed',
  resource: { kind: 'NodePool', name },
  fields: [],
  renamedTo: to,
});

test('NodePools whose nodes all stay are not counted among those that lose nodes', () => {
  const pools = [pool('a', 'all-nodes', 1), pool('b', 'all-nodes', 1), pool('c', 'all-nodes', 0, 1)];
  expect(textsOf(pools)).toEqual(['Replaces 2 nodes of 2 NodePools in prod; 1 more node cannot be disrupted']);
});

test('a budget that allows none at times is part of the sentence', () => {
  const window = (schedule: string, nodes = 0) => ({ schedule, duration: '8h', nodes });
  const closed = (name: string, ...windows: object[]) => ({ ...pool(name, 'all-nodes', 2), windows });

  expect(textsOf([closed('a', window('0 9 * * 1-5'))])).toEqual([
    'Replaces 2 nodes of NodePool `a` in prod, but none Mon–Fri 09–17 UTC',
  ]);
  expect(textsOf([closed('a', window('0 9 * * 1-5'), window('0 1 * * *', 1))])).toEqual([
    'Replaces 2 nodes of NodePool `a` in prod, but none Mon–Fri 09–17 UTC, at most 1 daily 01–09 UTC',
  ]);
  expect(textsOf([closed('a', window('0 9 * * 1-5')), pool('b', 'all-nodes', 1)])).toEqual([
    'Replaces 3 nodes of 2 NodePools in prod, but in `a` none Mon–Fri 09–17 UTC',
  ]);
  expect(textsOf([closed('a', window('0 9 * * 1-5')), closed('b', window('0 1 * * *', 1))])).toEqual([
    'Replaces 4 nodes of 2 NodePools in prod, but in `a` none Mon–Fri 09–17 UTC (1 more NodePool at other times)',
  ]);
});

const lifetime = (after: string, before = 'Never', { name = 'a', parent = 'template.spec' } = {}) => ({
  type: 'modified',
  resource: { kind: 'NodePool', name },
  fields: [{ path: ['spec', ...parent.split('.'), 'expireAfter'], before, after, effect: 'all-nodes', reason: '' }],
});

test('a budget that allows none at times does not hold back nodes that expire from now on', () => {
  const windows = [{ schedule: '0 9 * * 1-5', duration: '8h', nodes: 0 }];
  const [expiring] = textsOf([{ ...pool('a', 'all-nodes', 2), windows }], [lifetime('24h')]);
  expect(expiring).toMatch(/From then on, its nodes expire after `24h`, also while the budget allows no disruption$/);
  expect(textsOf([{ ...pool('a', 'all-nodes', 2), windows }], [lifetime('Never', '24h')])[0]).not.toContain(
    'expire after',
  );
  expect(textsOf([{ ...pool('a', 'all-nodes', 2), windows }], [lifetime('48h', '24h')])[0]).not.toContain(
    'expire after',
  );
});

test('nodes that expire from now on go again and again', () => {
  const two = [pool('a', 'all-nodes', 2), pool('b', 'all-nodes', 1)];

  expect(textsOf([pool('a', 'all-nodes', 2)], [lifetime('168h')])[0]).toMatch(
    /\. From then on, its nodes expire after `168h`, whatever the budgets allow$/,
  );
  expect(textsOf(two, [lifetime('168h')])[0]).toContain('nodes of NodePool `a` expire after `168h`');
  expect(textsOf(two, [lifetime('168h'), lifetime('24h', 'Never', { name: 'b' })])[0]).toContain(
    'their nodes expire after `168h` or `24h`',
  );
  expect(textsOf([pool('a', 'all-nodes', 2)], [lifetime('168h', '720h')])[0]).not.toContain('expire after');
});

test('before v1 of the API, budgets hold expiry back', () =>
  expect(textsOf([pool('a', 'all-nodes', 2)], [lifetime('24h', 'Never', { parent: 'disruption' })])[0]).not.toContain(
    'expire after',
  ));

test('a NodePool with another name is renamed', () => {
  const change = renamed('web', 'frontend');
  expect(textsOf([pool('web', 'delete', 2)], [change])).toEqual([
    'Renames NodePool `web` to `frontend` in prod, which deletes 2 nodes',
  ]);
  expect(textsOf([pool('web', 'delete', 0, 1)], [change])).toEqual([
    'Renames NodePool `web` to `frontend` in prod: 1 node must be deleted, but Karpenter cannot disrupt it',
  ]);
});

test('nodes of another NodePool are deleted', () => {
  expect(textsOf([pool('web', 'delete', 2), pool('batch', 'delete', 1)], [renamed('web', 'frontend')])).toEqual([
    'Deletes 3 nodes of 2 NodePools in prod',
  ]);
});

test('nodes that a new version of Karpenter may take for up to date may be replaced', () => {
  const forgotten = (name: string, nodes: number) => ({ ...pool(name, 'all-nodes', nodes), mayBeForgotten: true });

  expect(textsOf([forgotten('a', 2)])).toEqual(['May replace 2 nodes of NodePool `a` in prod']);
  expect(textsOf([forgotten('a', 2), pool('b', 'all-nodes', 1)])).toEqual(['Replaces 3 nodes of 2 NodePools in prod']);
});

test('a field is a reason only if it certainly replaces nodes, or if none does', () => {
  const field = (path: string, effect: string) => ({ path: path.split('.'), effect, reason: '' });
  const changed = (kind: string, ...fields: object[]) => ({ type: 'modified', resource: { kind, name: 'a' }, fields });
  const pools = [{ ...pool('a', 'all-nodes', 2), nodeClass: 'a' }];
  const terms = changed('EC2NodeClass', field('spec.securityGroupSelectorTerms', 'unknown'));
  const labels = changed('NodePool', field('spec.template.metadata.labels.team', 'all-nodes'), field('x', 'new-nodes'));

  expect(textsOf(pools, [labels, terms])[0]).toMatch(/, because `labels.team` changes$/);
  expect(textsOf(pools, [terms])[0]).toMatch(
    /, because `spec.securityGroupSelectorTerms` of EC2NodeClass `a` changes$/,
  );
});

test.each<[what: string, low: number, high: number, waitsFor: readonly string[], expected: string]>([
  ['minutes', 2, 4, [], 'about 2–4 min'],
  ['one number', 3, 3, [], 'about 3 min'],
  ['hours', 180, 300, [], 'about 3–5 hours'],
  ['each end in its own unit', 5, 1443, [], 'about 5 min – 24 hours'],
  ['days', 8, 7215, [], 'about 8 min – 5 days'],
  ['hours and days', 240, 7215, [], 'about 4 hours – 5 days'],
  [
    'what holds it',
    5,
    1443,
    ['CronJob/shop/reports'],
    'about 5–11 min, or up to 24 hours while pods of `shop/reports` run',
  ],
  [
    'several that hold it',
    8,
    7215,
    ['Job/a/x', 'Job/a/y', 'Job/a/z'],
    'about 8–11 min, or up to 5 days while pods of `a/x`, `a/y` and 1 more run',
  ],
  [
    'what holds it as long as it can',
    5,
    4329,
    ['CronJob/a/x', 'StatefulSet/db/postgres'],
    'up to 3 days, waiting for pods of `db/postgres`',
  ],
  ['what holds it only for minutes', 2, 13, ['CronJob/shop/reports'], 'about 2–13 min'],
])('the time of a replacement in %s', (_, low, high, waitsFor, expected) => {
  const waiting = { waitsFor, highWithoutThem: 11 };
  const duration = { low, high, graceSeconds: 30, ...(waitsFor.length > 0 && waiting) };
  const quick = {
    ...pool('b', 'all-nodes', 1),
    duration: { low: 1, high: 2, graceSeconds: 30, waitsFor: ['Deployment/shop/other'] },
  };
  expect(textsOf([{ ...pool('a', 'all-nodes', 2), duration }])).toEqual([
    `Replaces 2 nodes of NodePool \`a\` in prod, ${expected}`,
  ]);
  if (low > 1) expect(textsOf([{ ...pool('a', 'all-nodes', 2), duration }, quick])[0]).toContain(expected);
});

test('the time without pods that Karpenter waits for has no end if that is unknown', () => {
  const duration = { low: 5, high: 1443, graceSeconds: 30, waitsFor: ['CronJob/shop/reports'] };
  expect(textsOf([{ ...pool('a', 'all-nodes', 2), duration }])[0]).toContain(
    'at least 5 min, or up to 24 hours while pods of `shop/reports` run',
  );
});
