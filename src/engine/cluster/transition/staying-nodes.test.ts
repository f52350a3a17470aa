import { describe, expect, test } from 'vitest';
import { simulate } from '../provisioning/simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../provisioning/simulation.test-support.ts';
import { transition } from './transition.ts';

const pool = (disruption: string): string =>
  nodePool(
    'web',
    `  disruption: { ${disruption} }`,
    '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large] }',
  ) + nodeClass;
/** Each pod fills a node. */
const web = (replicas: number): string => deployment('web', replicas, 'cpu: 1500m, memory: 1Gi');
/** Two pods on each node. */
const halves = (replicas: number): string => deployment('web', replicas, 'cpu: 900m, memory: 1Gi');

function followed(base: string, head: string) {
  const shared = simulator({ today: '2026-03-02' });
  const side = (text: string) => ({
    simulation: simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, shared),
    simulator: shared,
  });
  return transition(side(base), side(head), { which: 'likely', effects: new Map() });
}

const staying = (base: string, head: string) => followed(base, head).staying;

describe('nodes that stay although a new cluster would cost less', () => {
  test.each([
    [
      'are named with `consolidateAfter: Never`',
      'consolidateAfter: Never',
      'NodePool `web` has `consolidateAfter: Never`.',
    ],
    [
      'are named with `WhenEmpty`, if pods are left on them',
      'consolidateAfter: 1m, consolidationPolicy: WhenEmpty, budgets: [{ nodes: 100% }]',
      'NodePool `web` has `consolidationPolicy: WhenEmpty`, and pods run on the node.',
    ],
  ])('%s', (_, disruption, reason) => {
    const found = staying(pool(disruption) + halves(8), pool(disruption) + halves(5));
    expect(found).toMatchObject({ reason });
    expect(found!.hourlyUsd).toBeGreaterThan(0);
    expect(found!.nodes).toBeGreaterThan(0);
  });

  test('are named if they are new, but a new cluster would have fewer of them', () => {
    const consolidating = pool('consolidateAfter: 1m, budgets: [{ nodes: 100% }]');
    const pinned = halves(5).replace(
      'metadata: { labels:',
      'metadata: { annotations: { karpenter.sh/do-not-disrupt: "true" }, labels:',
    );
    expect(pinned).not.toBe(halves(5));
    expect(staying(consolidating + halves(5), consolidating + pinned)?.reason).toContain(
      '`karpenter.sh/do-not-disrupt`',
    );
  });

  test('are none if consolidation removes them, or if the change needs them', () => {
    const consolidating = pool('consolidateAfter: 1m, budgets: [{ nodes: 100% }]');
    expect(staying(consolidating + web(4), consolidating + web(2))).toBeNull();
    expect(staying(pool('consolidateAfter: Never') + web(2), pool('consolidateAfter: Never') + web(4))).toBeNull();
  });
});

test.each([
  ['as many pods', web(4), true],
  ['more pods', web(5), false],
  ['more pods that fit on the same nodes', halves(8), true],
])('new clusters are alike with %s', (_, pods, expected) => {
  const never = pool('consolidateAfter: Never');
  expect(followed(never + web(4), never + pods).areNewClustersAlike).toBe(expected);
});
