import { expect, test } from 'vitest';
import { karpenter } from '../../../karpenter/api/karpenter.ts';
import { testPod } from '../../provisioning/input/scheduler-input.test-support.ts';
import type { Candidate } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { inOrder } from './consolidation.ts';
import { drift } from './drift.ts';
import { inTurns } from './single-node-consolidation.ts';

/** A node with a price, ordinary pods of workloads, and pods of DaemonSets. */
function node(name: string, { price, pods, daemons = 0, lifetimeRemaining = 1 }: Record<string, number>): Candidate {
  const group = (isDaemon: boolean, count: number) => ({ pod: testPod(name, { containers: [] }), isDaemon, count });
  const node = { pods: [group(false, pods!), group(true, daemons)], lifetimeRemaining };
  return { name, price, disruptionCost: 1 + pods!, node } as unknown as Candidate;
}
const clusterOf = (version: string): Cluster =>
  ({ setup: { behavior: karpenter(version).disruption } }) as unknown as Cluster;

const text = (candidates: readonly Candidate[]): string => candidates.map(({ name }) => name).join(' ');

const names = (candidates: readonly Candidate[], version: string): string =>
  text(inOrder(candidates, clusterOf(version)));

test('candidates come by savings for their disruption since 1.14, and by their disruption alone before', () => {
  const nodes = [node('dear-and-full', { price: 8, pods: 3 }), node('cheap-and-empty', { price: 1, pods: 1 })];
  expect(names(nodes, '1.14')).toBe('dear-and-full cheap-and-empty');
  expect(names(nodes, '1.13')).toBe('cheap-and-empty dear-and-full');
});

test('before 1.14, pods of DaemonSets count, and nodes that expire soon come first', () => {
  const nodes = [
    node('with-daemons', { price: 1, pods: 2, daemons: 3 }),
    node('without', { price: 1, pods: 3 }),
    node('old', { price: 1, pods: 4, lifetimeRemaining: 0.1 }),
  ];
  expect(names(nodes, '1.9')).toBe('old without with-daemons');
});

const inPool = (name: string, pool: string): Candidate =>
  ({ name, pool: { nodePool: { metadata: { name: pool } } } }) as unknown as Candidate;

test.each([
  ['1.3', 'a1 a2 b1'],
  ['1.4', 'a1 b1 a2'],
])('with Karpenter %s, single nodes are looked at in the order %s', (version, order) => {
  const nodes = [inPool('a1', 'a'), inPool('a2', 'a'), inPool('b1', 'b')];
  expect(text(inTurns(nodes, clusterOf(version)))).toBe(order);
});

test.each([
  ['1.4', ['a1 a2']],
  ['1.5', []],
  ['1.6', []],
])('with Karpenter %s, drift removes the empty nodes %j together', (version, commands) => {
  const empty = ['a1', 'a2', 'a3'].map((name) => ({ ...inPool(name, 'a'), node: {}, reschedulable: [] }));
  const input = {
    cluster: clusterOf(version),
    candidates: empty as unknown as Candidate[],
    budget: new Map([['a', 2]]),
  };
  expect(drift.compute(input).commands.map(({ candidates }) => text(candidates))).toEqual(commands);
});
