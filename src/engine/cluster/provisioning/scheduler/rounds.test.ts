import { describe, expect, test } from 'vitest';
import { simulate } from '../simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';
import type { SimulatedCase } from '../simulation.ts';

const gettingStarted = nodePool(
  'default',
  '  limits: { cpu: 1000 }',
  `        - { key: kubernetes.io/arch, operator: In, values: [amd64] }
        - { key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r] }
        - { key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ['2'] }`,
);

const apart = (name: string, key: string): string => `      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - { topologyKey: ${key}, labelSelector: { matchLabels: { app: ${name} } } }
      containers:`;

const antiAffine = (name: string, replicas: number, key: string, requests?: string): string =>
  deployment(name, replicas, requests).replace('      containers:', apart(name, key));

const likely = (text: string, settings: Parameters<typeof simulator>[0] = {}): SimulatedCase =>
  simulate({ manifests: manifestsOf(nodeClass + text), otherManifests: [], live: undefined }, simulator(settings)).cases
    .likely;

const launched = ({ results }: SimulatedCase): readonly string[] =>
  results.newNodeClaims.map(({ launch }) =>
    'error' in launch ? launch.error : `${launch.instanceType} ${launch.zone}`,
  );

describe('rounds go on until nothing more is placed', () => {
  test("Karpenter's getting-started NodePool launches a node for each of 12 pods that repel each other", () => {
    const pods = antiAffine('one-per-host', 12, 'kubernetes.io/hostname', 'cpu: 1');
    const outcome = likely(gettingStarted + pods);
    expect(launched(outcome)).toHaveLength(12);
    expect(new Set(launched(outcome).map((node) => node.split(' ')[0]))).toEqual(new Set(['c6a.large']));
    expect(outcome.results.podErrors).toEqual([]);
    expect(outcome.rounds.all.length).toBeGreaterThan(1);
  });

  test('the option `most: 1` gives the first round only', () => {
    const pods = antiAffine('one-per-host', 12, 'kubernetes.io/hostname', 'cpu: 1');
    const outcome = likely(gettingStarted + pods, { firstRound: true });
    expect(outcome.rounds.all).toHaveLength(1);
    expect(outcome.results).toBe(outcome.rounds.first.results);
    expect(outcome.results.podErrors).toMatchObject([{ workload: 'Deployment/default/one-per-host' }]);
  });

  test('pods that repel each other by zone get a zone each', () => {
    const outcome = likely(gettingStarted + antiAffine('zonal', 3, 'topology.kubernetes.io/zone'));
    expect(
      launched(outcome)
        .map((node) => node.split(' ')[1])
        .sort(),
    ).toEqual(['us-east-1a', 'us-east-1b', 'us-east-1c']);
    expect(outcome.results.podErrors).toEqual([]);
    expect(outcome.results.newNodeClaims.map(({ round = 1 }) => round)).toEqual([1, 2, 3]);
  });

  test('a fourth such pod has no zone left, and its reasons come from the last round', () => {
    const outcome = likely(gettingStarted + antiAffine('zonal', 4, 'topology.kubernetes.io/zone'));
    expect(launched(outcome)).toHaveLength(3);
    expect(outcome.results.podErrors).toMatchObject([{ count: 1, reasons: [{ nodePool: 'default' }] }]);
    expect(outcome.rounds.last.input.existingNodes).toHaveLength(3);
  });

  test('rounds end when running nodes use up a limit', () => {
    const pool = gettingStarted.replace('cpu: 1000', 'cpu: 200');
    const tight = pool.replace('cpu: 200', 'cpu: 5');
    expect(launched(likely(pool + antiAffine('a', 12, 'kubernetes.io/hostname', 'cpu: 1')))).toHaveLength(12);
    const ended = likely(tight + antiAffine('a', 12, 'kubernetes.io/hostname', 'cpu: 1'));
    expect(launched(ended)).toEqual(['c6a.large us-east-1a', 'c6a.large us-east-1a']);
    expect(ended.results.podErrors).toMatchObject([{ count: 10 }]);
  });

  // A round counts its own plan against every limit except that of nodes, so it may exceed that one. The next round launches nothing.
  test('limits.nodes counts the nodes of earlier rounds, not those of its own', () => {
    const pool = gettingStarted.replace('cpu: 1000', 'cpu: 1000, nodes: 7');
    const ended = likely(pool + antiAffine('a', 12, 'kubernetes.io/hostname', 'cpu: 1'));
    const perRound = ended.rounds.first.results.newNodeClaims.length;
    expect(launched(ended)).toHaveLength(2 * perRound);
    expect(2 * perRound).toBeGreaterThan(7);
    const [error] = ended.results.podErrors;
    expect(error).toMatchObject({ count: 12 - 2 * perRound, reasons: [{ nodePool: 'default' }] });
    expect(error!.message).toContain('limits');
  });

  test('pods of later rounds join nodes of earlier rounds', () => {
    const followers = deployment('follower', 2, 'cpu: 100m').replace(
      '      containers:',
      `      affinity:
        podAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - { topologyKey: topology.kubernetes.io/zone, labelSelector: { matchLabels: { app: zonal } } }
      containers:`,
    );
    const outcome = likely(gettingStarted + antiAffine('zonal', 3, 'topology.kubernetes.io/zone') + followers);
    const pods = new Map<string, number>();
    for (const claim of outcome.results.newNodeClaims)
      for (const [workload, count] of claim.pods) pods.set(workload, (pods.get(workload) ?? 0) + count);
    expect(Object.fromEntries(pods)).toEqual({ 'Deployment/default/follower': 2, 'Deployment/default/zonal': 3 });
    expect(outcome.results.podErrors).toEqual([]);
  });
});
