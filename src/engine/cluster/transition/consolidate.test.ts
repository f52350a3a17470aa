import { describe, expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { karpenter } from '../../karpenter/api/karpenter.ts';
import { noZoneHints } from '../../manifest/hints/zone-hints.ts';
import { simulate } from '../provisioning/simulate.ts';
import {
  catalogOf,
  deployment,
  manifestsOf,
  nodeClass,
  nodePool,
  settingsOf,
} from '../provisioning/simulation.test-support.ts';
import { simulatorOf } from '../provisioning/simulator/simulator.ts';
import { settleSide } from './settle-side.ts';
import { isKarpenterNode } from './simulated-cluster.ts';

/** Pods of a workload with this anti-affinity cannot share a node, so a second node is filled with pods that are scheduled late. */
const apart = (name: string): string =>
  `affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { app: ${name} } }, topologyKey: kubernetes.io/hostname }] } }`;

const workloads = Array.from({ length: 60 }, (_, i) => {
  const name = `w${`${i}`.padStart(2, '0')}`;
  const text = deployment(name, 1 + (i % 7), `cpu: ${100 + i * 37}m, memory: ${128 + i * 61}Mi`);
  return i % 9 === 0 ? text.replace('      containers', `      ${apart(name)}\n      containers`) : text;
}).join('');

const pool = (disruption: string): string => nodePool('web', `  disruption: { ${disruption} }`) + nodeClass;
const everything = `consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 1m, budgets: [{ nodes: 100% }]`;

function steady(text: string, version = '1.14', live?: string) {
  const settings = settingsOf({ today: '2026-03-02' });
  const simulator = simulatorOf({
    catalog: catalogOf(),
    providers: [aws],
    settings,
    karpenter: karpenter(version),
    zoneHints: noZoneHints,
  });
  const manifests = manifestsOf(text);
  const simulation = simulate(
    { manifests, otherManifests: [], live: live === undefined ? undefined : manifestsOf(live) },
    simulator,
  );
  const first = simulation.cases.likely.results.newNodeClaims.flatMap(({ launch }) =>
    'error' in launch ? [] : launch,
  );
  const { after } = settleSide({ simulation, simulator }, 'likely');
  const left = after.nodes.filter(isKarpenterNode).flatMap(({ launch }) => launch ?? []);
  return { first: priceOf(first), after: after.isConsolidated ? priceOf(left) : null, circle: after.circle };
}

const priceOf = (launches: readonly { readonly hourlyUsd: number }[] | null): number | null =>
  launches === null ? null : Math.round(launches.reduce((sum, { hourlyUsd }) => sum + hourlyUsd, 0) * 1e6) / 1e6;

describe('the cluster after consolidation', () => {
  test('costs less', () => {
    const { first, after } = steady(pool(everything) + workloads);
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThan(first!);
  });

  test('is the same every time', () => {
    expect(steady(pool(everything) + workloads)).toEqual(steady(pool(everything) + workloads));
  });

  test('does not depend on schedules, which only delay it', () => {
    const budgets = `budgets: [{ nodes: 100% }, { nodes: '0', schedule: '0 0 * * *', duration: 8h }]`;
    const scheduled = pool(everything.replace('budgets: [{ nodes: 100% }]', budgets));
    expect(steady(scheduled + workloads)).toEqual(steady(pool(everything) + workloads));
  });

  test.each([
    ['under WhenEmpty', pool(everything.replace('WhenEmptyOrUnderutilized', 'WhenEmpty'))],
    ['with consolidateAfter Never', pool(everything.replace('1m', 'Never'))],
    ['under a budget of 0', pool(everything.replace('100%', "'0'"))],
    [
      'if no pod may be evicted',
      `${pool(everything)}{ apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: { name: all }, spec: { selector: {}, maxUnavailable: 0 } }\n---\n`,
    ],
  ])('is unchanged %s', (_, pools) => {
    const { first, after } = steady(pools + workloads);
    expect(after).toBe(first);
  });
});

const live = `
apiVersion: v1
kind: Node
metadata:
  name: running
  labels: { karpenter.sh/nodepool: web, karpenter.sh/registered: 'true', karpenter.sh/initialized: 'true', node.kubernetes.io/instance-type: m5.large }
spec: { providerID: 'aws:///us-east-1a/i-1' }
status: { capacity: { cpu: 2, memory: 8Gi, pods: 29 }, allocatable: { cpu: 1930m, memory: 7Gi, pods: 29 } }
`;
/** Pods whose node Karpenter treats as empty, so that Karpenter deletes it again and again. */
const worthless = deployment('batch', 2).replace(
  'metadata: { labels',
  `metadata: { annotations: { controller.kubernetes.io/pod-deletion-cost: '-134217728' }, labels`,
);

test.each([
  ['if nodes of Karpenter already run', pool(everything) + workloads, '1.14', live],
  ['if consolidation never ends', pool(everything) + worthless, '1.14', undefined],
])('the cluster after consolidation is unknown %s', (_, text, version, running) => {
  expect(steady(text, version, running).after).toBeNull();
});

test('consolidation that never ends says how many commands it repeats', () => {
  expect(steady(pool(everything) + worthless).circle).toBe(1);
  expect(steady(pool(everything) + workloads).circle).toBeUndefined();
});

test.each(['1.0', '1.3', '1.6', '1.13'])('with Karpenter %s, consolidation also saves', (version) => {
  const { first, after } = steady(pool(everything) + workloads, version);
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(first!);
});

describe('more than 100 nodes', () => {
  /** Each pod fills an m6i.large. */
  const large = nodePool(
    'web',
    '  disruption: { consolidateAfter: 1m, budgets: [{ nodes: 100% }] }',
    '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large, m6i.2xlarge] }',
  );
  const full = (pods: number): string => large + nodeClass + deployment('web', pods, 'cpu: 1800m, memory: 1Gi');

  test('equal nodes are looked at once, so that consolidation is known', () => {
    const { first, after } = steady(full(480));
    expect(after).toBe(first);
  });

  test('more than 300 nodes are not consolidated', () => {
    expect(steady(full(1240)).after).toBeNull();
  });

  test('nor are more than 100 nodes if too many of them differ', () => {
    const different = Array.from({ length: 320 }, (_, i) =>
      deployment(`w${i}`, 1, `cpu: ${1000 + i}m, memory: ${1000 + i}Mi`),
    ).join('');
    const single = large.replace('m6i.large, m6i.2xlarge', 'm6i.large');
    expect(steady(single + nodeClass + different).after).toBeNull();
  });
});
