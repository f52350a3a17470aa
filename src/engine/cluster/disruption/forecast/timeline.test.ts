import { describe, expect, test } from 'vitest';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import type { NodePoolDisruption } from './disruption-data.ts';
import { expiriesOf } from './expiry.ts';
import { type TimelineInput, timelineOf } from './timeline.ts';
import { wavesDuration } from './wave-duration.ts';

const now = Date.parse('2026-03-02T00:00:00Z');
const day = 24 * 60;

const pool = (template: Partial<NodePool['spec']['template']['spec']> = {}, budgets?: readonly object[]): NodePool => ({
  metadata: { name: 'web' },
  spec: {
    ...(budgets && { disruption: { budgets } }),
    template: { spec: { nodeClassRef: { name: 'default' }, ...template } },
  },
});

function changed(sizes: readonly number[], effect: NodePoolDisruption['effect'] = 'all-nodes'): NodePoolDisruption {
  const waves = sizes.map((nodes) => ({ nodes, reason: nodes === 0 ? 'it stays' : 'a budget' }));
  const nodesReplaced = sizes.reduce((sum, nodes) => sum + nodes, 0);
  const duration = wavesDuration(waves, effect === 'delete', 30);
  return {
    name: 'web',
    hash: { base: null, head: null },
    nodeClass: null,
    effect,
    nodesReplaced,
    nodesHeld: 0,
    waves,
    duration,
    reasons: [],
  };
}

const timeline = (nodePools: readonly NodePoolDisruption[], over: Partial<TimelineInput> = {}) =>
  timelineOf({
    nodePools,
    pools: new Map([['web', pool()]]),
    graceSeconds: () => 30,
    countNodes: () => 10,
    expiries: [],
    consolidated: null,
    now,
    ...over,
  });
const only = (what: string, entries: ReturnType<typeof timeline>) => entries.filter((entry) => entry.what === what);

describe('waves', () => {
  test('follow each other at the pace of launch and drain', () => {
    expect(only('wave', timeline([changed([2, 1])])).map(({ nodes, at, until }) => [nodes, at, until])).toEqual([
      [2, { low: 0, high: 0 }, { low: 2, high: 4 }],
      [1, { low: 2, high: 4 }, { low: 3, high: 7 }],
    ]);
  });

  test('that do not happen have no time', () => {
    expect(timeline([changed([0])])).toMatchObject([{ what: 'stays', nodes: null, at: null, until: null }]);
  });

  test('of a deletion only drain, and their nodes do not expire', () => {
    expect(timeline([changed([4], 'delete')])).toMatchObject([
      { what: 'deletion', nodes: 4, until: { low: 1, high: 1 } },
    ]);
  });

  test('come before entries with a date, and are sorted by NodePool name', () => {
    const [web, api] = [changed([1]), { ...changed([1]), name: 'api' }];
    expect(timeline([web, api]).map(({ nodePool }) => nodePool)).toEqual(['api', 'web']);
  });
});

describe('nodes that are created together', () => {
  test.each<[string, readonly number[], NodePool, boolean]>([
    ['more than the default budget', [4, 4, 2], pool(), true],
    ['no more than budgets allow', [12], pool({}, [{ nodes: '12' }]), false],
    ['without any budget', [12], pool({}, []), false],
    ['fewer than ten', [3, 3, 3], pool(), false],
    [
      'a budget that blocks only for some hours',
      [12],
      pool({}, [{ nodes: '0', schedule: '@daily', duration: '1h' }]),
      false,
    ],
  ])('%s', (_, sizes, nodePool, isStampede) => {
    const [found, ...more] = only('expiry', timeline([changed(sizes)], { pools: new Map([['web', nodePool]]) }));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ isStampede, at: { low: 30 * day } });
  });

  test('expire after the time in the NodePool', () => {
    const pools = new Map([['web', pool({ expireAfter: '48h' })]]);
    const duration = changed([1, 1, 1]).duration!;
    expect(only('expiry', timeline([changed([1, 1, 1])], { pools }))).toMatchObject([
      {
        nodes: 3,
        at: { low: 2 * day, high: 2 * day + duration.high },
        until: { low: 2 * day + duration.low, high: 2 * day + duration.high },
      },
    ]);
  });

  test.each([['Never'], ['soon'], ['0s']])('do not expire with an expireAfter of %s', (expireAfter) => {
    const pools = new Map([['web', pool({ expireAfter })]]);
    expect(only('expiry', timeline([changed([1, 1, 1])], { pools }))).toEqual([]);
  });
});

describe('running nodes', () => {
  const node = (name: string, created: string, spec = '') => `
apiVersion: karpenter.sh/v1
kind: NodeClaim
metadata: { name: ${name}, creationTimestamp: "${created}", labels: { karpenter.sh/nodepool: web } }
spec: { nodeClassRef: { name: default }${spec} }
---
`;
  const live = (text: string) => parseManifests({ file: 'cluster.yaml', text }, { set: {} }).manifests;
  const burst = [...'abcdefghij'].map((name, i) => node(name, `2026-02-20T10:1${i}:00Z`)).join('');
  const pools = new Map([['web', pool()]]);

  test('expire by their creation time, grouped by hour', () => {
    const times = ['10:00', '10:30', '10:59', '12:00']
      .map((time, i) => node(`n${i}`, `2026-02-20T${time}:00Z`))
      .join('');
    expect(expiriesOf(live(times), pools).map(({ nodes, from }) => [nodes, new Date(from).toISOString()])).toEqual([
      [3, '2026-03-22T10:00:00.000Z'],
      [1, '2026-03-22T12:00:00.000Z'],
    ]);
  });

  test('keep the expireAfter they were launched with, and do not expire without a creation time', () => {
    const own = node('a', '2026-03-01T00:00:00Z', ', expireAfter: 48h') + node('b', 'never');
    expect(expiriesOf(live(own), pools)).toEqual([
      { nodePool: 'web', nodes: 1, from: Date.parse('2026-03-03T00:00:00Z'), to: Date.parse('2026-03-03T00:00:00Z') },
    ]);
  });

  test('are a stampede if they are more than the budgets allow, unless they are replaced before', () => {
    const expiries = expiriesOf(live(burst), pools);
    expect(timeline([], { expiries, pools })).toMatchObject([
      { what: 'expiry', nodes: 10, at: null, isStampede: true, utc: { from: '2026-03-22T10:10Z' } },
    ]);
    expect(only('expiry', timeline([changed([1, 1, 1, 1])], { expiries })).every(({ utc }) => utc === null)).toBe(true);
  });
});

describe('windows of budgets', () => {
  const closed = (...budgets: object[]) =>
    only('closed', timeline([changed([1])], { pools: new Map([['web', pool({}, budgets)]]) }));

  test('that allow fewer disruptions are listed with their times in UTC', () => {
    const found = closed({ nodes: '2' }, { nodes: '0', schedule: '0 9 * * mon-fri', duration: '8h' });
    expect(found.map(({ nodes, utc }) => [nodes, utc])).toEqual([
      [0, { from: '2026-03-02T09:00Z', to: '2026-03-02T17:00Z' }],
      [0, { from: '2026-03-03T09:00Z', to: '2026-03-03T17:00Z' }],
      [0, { from: '2026-03-04T09:00Z', to: '2026-03-04T17:00Z' }],
    ]);
  });

  test.each([
    ['allow more', { nodes: '5', schedule: '@daily', duration: '1h' }],
    ['apply to another reason', { nodes: '0', schedule: '@daily', duration: '1h', reasons: ['Empty'] }],
    ['are not valid', { nodes: '0', schedule: 'TZ=Mars/Olympus 0 9 * * *', duration: '1h' }],
    ['never open', { nodes: '0', schedule: '0 0 30 2 *', duration: '1h' }],
  ])('that %s are not', (_, budget) => {
    expect(closed({ nodes: '2' }, budget)).toEqual([]);
  });
});

test('consolidation follows the last wave', () => {
  const entries = timeline([changed([1, 1])], { consolidated: 2 });
  expect(entries.map(({ what }) => what)).toEqual(['wave', 'wave', 'consolidation', 'expiry']);
  expect(only('consolidation', entries)).toMatchObject([{ nodePool: null, nodes: 2, at: { low: 3, high: 7 } }]);
  expect(only('consolidation', timeline([changed([0])], { consolidated: 2 }))).toEqual([]);
});
