import { describe, expect, test } from 'vitest';
import { isWhole } from '../../../../test/extent.ts';
import { aws } from '../../aws/aws.ts';
import { karpenter } from '../../karpenter/api/karpenter.ts';
import { noZoneHints } from '../../manifest/hints/zone-hints.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { catalogOf, deployment, nodeClass, nodePool, settingsOf } from '../provisioning/simulation.test-support.ts';
import { type EstimateResult, estimateCost } from './estimate-cost.ts';

const set = (text: string) => manifestSet([parseManifests({ file: 'manifests.yaml', text }, { set: {} })]);

const estimate = (head: string, catalog = catalogOf()): EstimateResult =>
  estimateCost({
    base: null,
    head: set(head),
    live: null,
    settings: settingsOf(),
    catalog,
    providers: [aws],
    karpenter: karpenter('1.14'),
    region: 'us-east-1',
    regionSource: 'as set',
    zoneHints: noZoneHints,
  });

const pool = nodePool('default') + nodeClass;
const findings = ({ diagnostics }: EstimateResult) => diagnostics.map(({ code, severity }) => `${severity} ${code}`);
const exactly = (figure: number | null) => ({ low: figure, likely: figure, high: figure });
const nodes = (result: EstimateResult) => result.estimate.head!.nodes;
const attempts = ({ headSimulation }: EstimateResult) => headSimulation!.cases.likely.results.counters.attempts;

/** A Deployment whose pods have an affinity to the pods of another one on the same node. */
const near = (name: string, other: string) =>
  deployment(name, 1).replace(
    'spec:\n      containers',
    `spec:
      affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: kubernetes.io/hostname, labelSelector: { matchLabels: { app: ${other} } } }] } }
      containers`,
  );
const selecting = (name: string, selector: string) =>
  deployment(name, 3).replace(
    'spec:\n      containers',
    `spec:\n      nodeSelector: { ${selector} }\n      containers`,
  );

describe('absurd input ends in a clear statement', () => {
  test.each([
    ['a negative request', pool + deployment('w', 1, 'cpu: -1'), ['error provisioning/bad-request']],
    ['a request that is not a quantity', pool + deployment('w', 1, 'memory: lots'), ['error provisioning/bad-request']],
    ['a million replicas', pool + deployment('w', 1_000_000), ['error provisioning/too-many-pods']],
    ['a negative number of replicas', pool + deployment('w', -1), ['error provisioning/bad-replicas']],
  ])('%s: the figures are unknown', (_, head, codes) => {
    const result = estimate(head);
    expect(findings(result)).toEqual(codes);
    expect(nodes(result)).toMatchObject(exactly(null));
    expect(result.estimate.head?.hourlyUsd).toMatchObject(exactly(null));
  });

  test('an autoscaler with a placeholder: the number of replicas of the workload is not wrong', () => {
    const autoscaler = `---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: w }
spec: { maxReplicas: "\${MAX}", scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: w } }
`;
    const result = estimate(pool + deployment('w', 4) + autoscaler);
    expect(findings(result)).toEqual([]);
    expect(nodes(result).high).toBeNull();
  });

  test('more pods in all than are simulated: an assumption says so, and the figures are unknown', () => {
    const result = estimate(
      pool + Array.from({ length: 7 }, (_, i) => deployment(`w${i}`, 20_000, 'cpu: 1m')).join(''),
    );
    expect(nodes(result)).toMatchObject(exactly(null));
    expect(result.estimate.assumptions.some((line) => /more pods than plumbline simulates \(120000/.test(line))).toBe(
      true,
    );
    expect(attempts(result)).toBeLessThan(1_000_000);
  });

  test('affinities in a circle: all pods are unschedulable, which takes few attempts to find out', () => {
    const result = estimate(pool + near('a', 'b') + near('b', 'c') + near('c', 'a'));
    expect(findings(result)).toEqual(Array(3).fill('note provisioning/pod-unschedulable'));
    expect(nodes(result)).toMatchObject(exactly(null));
    expect(attempts(result)).toBeLessThan(20);
  });

  test('a label that nothing defines: Karpenter’s message, and the change that would help', () => {
    const result = estimate(pool + selecting('w', 'example.com/unknown: x'));
    expect(findings(result)).toEqual(['note provisioning/pod-unschedulable']);
    expect(result.diagnostics[0]?.help).toMatch(/label "example.com\/unknown" does not have known values/);
  });

  test('a region that offers nothing: the NodePool is empty, and all pods are unschedulable', () => {
    const offersNothing = { regional: () => undefined, zonesOf: () => [], price: () => undefined };
    const result = estimate(pool + deployment('w', 2), { ...catalogOf(), ...offersNothing });
    expect(findings(result)).toEqual(['error provisioning/nodepool-empty']);
    expect(nodes(result)).toMatchObject(exactly(null));
  });

  test.runIf(isWhole)(
    'a thousand NodePools: each pod is tried once on each, and finding remedies takes no longer than with few',
    () => {
      const pools = Array.from({ length: 1000 }, (_, i) => nodePool(`p${i}`)).join('') + nodeClass;
      const result = estimate(pools + selecting('w', 'example.com/unknown: x'));
      expect(findings(result)).toEqual(['note provisioning/pod-unschedulable']);
      expect(result.estimate.head?.unschedulable[0]?.reasons).toHaveLength(1000);
      expect(attempts(result)).toBeLessThanOrEqual(2000);
    },
  );

  test.runIf(isWhole)('pods that keep apart on twenty thousand nodes: each is tried about once', () => {
    const apart = deployment('w', 20_000).replace(
      'spec:\n      containers',
      `spec:
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: kubernetes.io/hostname, labelSelector: {} }] } }
      containers`,
    );
    const result = estimate(pool + apart);
    expect(nodes(result)).toMatchObject(exactly(20_000));
    expect(attempts(result)).toBeLessThan(50_000);
  });
});
