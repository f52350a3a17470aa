import { expect, test } from 'vitest';
import { testPod } from '../../provisioning/scheduler-input.test-support.ts';
import type { Candidate } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { inOrder } from './consolidation.ts';

/** A node with a price, ordinary pods of workloads, and pods of DaemonSets. */
function node(name: string, { price, pods, daemons = 0, lifetimeRemaining = 1 }: Record<string, number>): Candidate {
  const group = (isDaemon: boolean, count: number) => ({ pod: testPod(name, { containers: [] }), isDaemon, count });
  const node = { pods: [group(false, pods!), group(true, daemons)], lifetimeRemaining };
  return { name, price, disruptionCost: 1 + pods!, node } as unknown as Candidate;
}
const clusterOf = (consolidatesBySavings?: boolean): Cluster =>
  ({ setup: { consolidatesBySavings } }) as unknown as Cluster;

const names = (candidates: readonly Candidate[], consolidatesBySavings?: boolean): string =>
  inOrder(candidates, clusterOf(consolidatesBySavings))
    .map(({ name }) => name)
    .join(' ');

test('candidates come by savings for their disruption since 1.14, and by their disruption alone before', () => {
  const nodes = [node('dear-and-full', { price: 8, pods: 3 }), node('cheap-and-empty', { price: 1, pods: 1 })];
  expect(names(nodes)).toBe('dear-and-full cheap-and-empty');
  expect(names(nodes, true)).toBe('dear-and-full cheap-and-empty');
  expect(names(nodes, false)).toBe('cheap-and-empty dear-and-full');
});

test('before 1.14, pods of DaemonSets count, and nodes that expire soon come first', () => {
  const nodes = [
    node('with-daemons', { price: 1, pods: 2, daemons: 3 }),
    node('without', { price: 1, pods: 3 }),
    node('old', { price: 1, pods: 4, lifetimeRemaining: 0.1 }),
  ];
  expect(names(nodes, false)).toBe('old without with-daemons');
});
