import { describe, expect, test } from 'vitest';
import { simulate } from '../simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';
import type { SimulatedCase } from '../simulation.ts';

const pool = nodePool(
  'default',
  '',
  `        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large, m6i.xlarge, m6i.2xlarge] }
        - { key: topology.kubernetes.io/zone, operator: In, values: [us-east-1a] }`,
);

const likely = (text: string, settings: Parameters<typeof simulator>[0] = {}): SimulatedCase =>
  simulate(
    { manifests: manifestsOf(nodeClass + pool + text), otherManifests: [], live: undefined },
    simulator(settings),
  ).cases.likely;

/** The pods of each node, such as `web:3 batch:1`, sorted. */
const nodes = ({ rounds }: SimulatedCase): readonly string[] =>
  rounds.nodes
    .map(({ classes }) =>
      [...classes]
        .map(([{ workload }, count]) => `${workload.replace(/^.*\//, '')}:${count}`)
        .sort()
        .join(' '),
    )
    .sort();

const statefulSet = (name: string, replicas: number, policy: string, requests = 'cpu: 3'): string =>
  deployment(name, replicas, requests)
    .replace('kind: Deployment', 'kind: StatefulSet')
    .replace('spec:\n', `spec:\n  podManagementPolicy: ${policy}\n`);

describe('a StatefulSet', () => {
  test('creates a pod once the previous one runs, so each gets a node that is large enough for one', () => {
    expect(nodes(likely(statefulSet('db', 4, 'OrderedReady')))).toEqual(['db:1', 'db:1', 'db:1', 'db:1']);
  });

  test('creates all pods at once if it is Parallel', () => {
    expect(nodes(likely(statefulSet('db', 4, 'Parallel')))).toEqual(['db:2', 'db:2']);
  });

  test('fills room on a node before Karpenter launches another', () => {
    const outcome = likely(statefulSet('db', 4, 'OrderedReady', 'cpu: 1500m'));
    expect(nodes(outcome)).toEqual(['db:1', 'db:1', 'db:1', 'db:1']);
    expect(nodes(likely(statefulSet('db', 4, 'OrderedReady', 'cpu: 500m')))).toEqual(['db:1', 'db:3']);
  });

  test('reports all pods that never start, and not only the one that it waits for', () => {
    const { results, rounds } = likely(statefulSet('db', 3, 'OrderedReady', 'cpu: 100'));
    expect(results.podErrors).toMatchObject([{ workload: 'StatefulSet/default/db', count: 3 }]);
    expect([...rounds.left.values()]).toEqual([3]);
  });
});

test('a large StatefulSet creates several pods at a time, so that the rounds end', () => {
  const alone = statefulSet('db', 120, 'OrderedReady', 'cpu: 3500m');
  const { rounds } = likely(alone);
  expect(rounds.isCut).toBe(false);
  expect([...rounds.left]).toEqual([]);
  expect(rounds.all.length).toBeLessThanOrEqual(51);
});

describe('kube-scheduler', () => {
  test('knows the zones of nodes that are not ready yet, so no zone gets more pods than its share', () => {
    const zonal = deployment('web', 6, 'cpu: 1').replace(
      '      containers:',
      `      topologySpreadConstraints:
        - { maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule, labelSelector: { matchLabels: { app: web } } }
      containers:`,
    );
    const everywhere = pool.replace('values: [us-east-1a]', 'values: [us-east-1a, us-east-1b, us-east-1c]');
    const { cases } = simulate(
      { manifests: manifestsOf(nodeClass + everywhere + zonal), otherManifests: [], live: undefined },
      simulator(),
    );
    expect(nodes(cases.likely)).toEqual(['web:2', 'web:2', 'web:2']);
  });

  test('fills the nodes in the order in which they join, and not as Karpenter planned', () => {
    const outcome = likely(deployment('web', 10, 'cpu: 1') + deployment('batch', 4, 'cpu: 3'));
    // As in a recorded cluster.
    expect(nodes(outcome)).toEqual(['batch:1 web:4', 'batch:1 web:4', 'batch:2 web:1', 'web:1']);
    expect(outcome.results.podErrors).toEqual([]);
  });

  test('is not asked for the first round', () => {
    const outcome = likely(deployment('web', 10, 'cpu: 1') + deployment('batch', 4, 'cpu: 3'), { firstRound: true });
    expect(nodes(outcome)).toEqual(['batch:2 web:1', 'batch:2 web:1', 'web:1', 'web:7']);
  });

  test('removes pods with a negative priority for others, and Karpenter launches a node for them', () => {
    const priorityClass = `
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: { name: overprovisioning }
value: -10
---
`;
    const spare = deployment('spare', 1, 'cpu: 3').replace(
      '      containers:',
      '      priorityClassName: overprovisioning\n      containers:',
    );
    const db = statefulSet('db', 2, 'OrderedReady');
    const outcome = likely(priorityClass + spare + db);
    expect(nodes(outcome)).toEqual(['db:2', 'spare:1']);
    expect(outcome.results.podErrors).toEqual([]);
  });
});
