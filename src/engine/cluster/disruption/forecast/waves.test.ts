import { expect, test } from 'vitest';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import { closedWindows, deletionWave, driftWaves } from './waves.ts';

const pool = (budgets?: readonly object[], more: object = {}): NodePool => ({
  metadata: { name: 'web' },
  spec: {
    ...more,
    ...(budgets && { disruption: { budgets } }),
    template: { spec: { nodeClassRef: { name: 'default' } } },
  },
});
const now = Date.parse('2026-03-02T00:00:00Z');
const sizes = (nodePool: NodePool, nodes: number, drifted = nodes): number[] =>
  driftWaves(nodePool, { nodes, drifted, forecast: null, now }).map((wave) => wave.nodes);

test.each([
  ['the default budget', pool(), 4, [1, 1, 1, 1]],
  ['no budget at all', pool([]), 4, [4]],
  ['percentages round up', pool([{ nodes: '30%' }]), 7, [3, 3, 1]],
  ['the strictest', pool([{ nodes: '50%' }, { nodes: '1', reasons: ['Drifted'] }]), 2, [1, 1]],
  ['a budget for another reason', pool([{ nodes: '0', reasons: ['Empty'] }, { nodes: '100%' }]), 2, [2]],
  ['no disruptions allowed', pool([{ nodes: '0' }]), 2, [0]],
  ['a schedule that is not valid', pool([{ nodes: '1', schedule: '0 0 * * 7', duration: '1h' }]), 2, [0]],
  ['outside a window', pool([{ nodes: '0', schedule: '0 9 * * *', duration: '8h' }, { nodes: '2' }]), 3, [2, 1]],
  ['a window without end', pool([{ nodes: '0', schedule: '@hourly', duration: '1h' }, { nodes: '2' }]), 3, [0]],
  ['fixed replicas with room', pool([], { replicas: 3, limits: { nodes: '5' } }), 3, [2, 1]],
  ['fixed replicas without room', pool([], { replicas: 3, limits: { nodes: 3 } }), 3, [0]],
])('%s', (_, nodePool, nodes, waves) => {
  expect(sizes(nodePool, nodes)).toEqual(waves);
});

test('a simulated forecast decides, and nodes that stay come last', () => {
  const forecast = {
    waves: [2, 1],
    workloads: [],
    notReady: 0,
    kept: [{ nodes: 1, because: 'forbidden' as const, workloads: ['Deployment/default/web'], by: ['shop/web'] }],
  };
  expect(driftWaves(pool([{ nodes: '2' }]), { nodes: 4, drifted: 4, forecast, now })).toEqual([
    { nodes: 2, reason: 'the budget of 2 allows 2 at a time' },
    { nodes: 1, reason: 'the budget of 2 allows 2 at a time' },
    {
      nodes: 0,
      reason:
        '1 node stays: pods of `Deployment/default/web` must not be disrupted because of PodDisruptionBudget `shop/web`',
      held: forecast.kept[0],
    },
  ]);
});

test.each([
  ['a wave that is smaller than the budget allows', [2, 3], 0, ['other nodes wait', 'at a time']],
  ['nodes that are not ready', [2, 2], 1, ['at a time, minus 1 that is not ready', 'minus 1 that is not ready']],
])('%s is explained', (_, waves, notReady, reasons) => {
  const forecast = { waves, workloads: [], kept: [], notReady };
  const result = driftWaves(pool([{ nodes: '3' }]), { nodes: 5, drifted: 5, forecast, now });
  for (const [at, { reason }] of result.entries()) expect(reason).toContain(reasons[at]);
  expect(result.at(-1)?.reason).not.toContain('other nodes wait');
});

test('percentages count all nodes, drifted or not', () => {
  expect(sizes(pool([{ nodes: '50%' }]), 10, 6)).toEqual([5, 1]);
});

test('the reason names a window', () => {
  const budgets = [{ nodes: '0', schedule: '0 9 * * mon-fri', duration: '8h' }, { nodes: '2' }];
  expect(driftWaves(pool(budgets), { nodes: 2, drifted: 2, forecast: null, now })).toEqual([
    { nodes: 2, reason: 'the budget of 2 allows 2 at a time, but none for 8h starting at `0 9 * * mon-fri` (UTC)' },
  ]);
});

test('more than a hundred waves are combined', () => {
  const waves = sizes(pool([{ nodes: '1' }]), 5_000);
  expect(waves).toHaveLength(100);
  expect(waves.reduce((sum, nodes) => sum + nodes)).toBe(5_000);
});

test('nodes are deleted together with their NodePool', () => {
  expect(deletionWave(3, null).map(({ nodes }) => nodes)).toEqual([3]);
  expect(deletionWave(0, null)).toEqual([]);
});

test('windows are the times in which budgets with a schedule allow fewer nodes', () => {
  const scheduled = (nodes: string, more: object = {}) => ({ nodes, schedule: '0 9 * * 1-5', duration: '8h', ...more });
  const windows = (...budgets: object[]) => closedWindows(pool(budgets), { nodes: 10, now }).map(({ nodes }) => nodes);

  expect(windows({ nodes: '4' }, scheduled('0'), scheduled('10%'))).toEqual([0, 1]);
  expect(windows({ nodes: '4' }, scheduled('5'), scheduled('0', { reasons: ['Empty'] }))).toEqual([]);
  // A window that never ends is no window.
  expect(windows({ nodes: '4' }, { nodes: '0', schedule: '@hourly', duration: '1h' })).toEqual([]);
});

test.each([
  [
    'a share grows with the number of nodes',
    [{ nodes: '15%' }],
    '15% allows 1 at a time, and up to 2 once more nodes run',
  ],
  ['the default budget is a share', undefined, '10% allows 1 at a time, and up to 2 once more nodes run'],
  ['a number does not', [{ nodes: '1' }], 'the budget of 1 allows 1 at a time'],
])('%s', (_, budgets, reason) => {
  const forecast = { waves: [1, 1, 2, 1], workloads: [], notReady: 0, kept: [] };
  const waves = driftWaves(pool(budgets), { nodes: 5, drifted: 5, forecast, now });
  expect(waves.at(-1)!.reason).toMatch(new RegExp(`${reason}$`));
});

test('a share that no wave exceeds is that of the start', () => {
  const forecast = { waves: [1, 1, 1], workloads: [], notReady: 0, kept: [] };
  const [wave] = driftWaves(pool([{ nodes: '15%' }]), { nodes: 3, drifted: 3, forecast, now });
  expect(wave!.reason).toBe('the budget of 15% allows 1 at a time');
});
