import { expect, test } from 'vitest';
import { simulate } from '../provisioning/simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../provisioning/simulation.test-support.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { assumptionsOf } from './assumptions.ts';
import { placementOf, settledSide } from './placement.ts';

const here = simulator();
const opened = simulator({ karpenterVersion: '1.15' });
const statefulSet = (replicas: number, policy = ''): string =>
  deployment('db', replicas).replace('kind: Deployment', 'kind: StatefulSet').replace('spec:\n', `spec:\n${policy}`);
const simulated = (text: string, on = here) =>
  simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, on);
const linesOf = (simulation: Simulation, on: Simulator): readonly string[] => {
  const known = { hasPools: true, hasWorkloads: true };
  return assumptionsOf(simulation, on, { ...known, placement: placementOf(settledSide(simulation, on), known) }).map(
    ({ text }) => text,
  );
};
const assumed = (text: string, on = here): readonly string[] => linesOf(simulated(text, on), on);
const linesWithPool = (text: string): readonly string[] => assumed([nodePool('web'), nodeClass, text].join(''));

test.each([
  ['a StatefulSet', statefulSet(3), true],
  ['a StatefulSet of one pod', statefulSet(1), false],
  ['a StatefulSet with podManagementPolicy Parallel', statefulSet(3, '  podManagementPolicy: Parallel\n'), false],
  ['a Deployment', deployment('db', 3), false],
])('%s: whether an assumption says that its pods are created one after another', (_, text, isExpected) => {
  expect(linesWithPool(text).some((line) => line.includes('one after another'))).toBe(isExpected);
});

test.each([
  ['they are simulated in turn', 3, here, 'launches a node for one pod at a time'],
  ['with more pods than kube-scheduler is simulated for', 1_001, here, 'all pods wait at the same time'],
  ['in the first round', 3, simulator({ firstRound: true }), 'all pods wait at the same time'],
])('pods of an ordered StatefulSet: %s', (_, replicas, on, expected) => {
  const lines = assumed(nodePool('web') + nodeClass + statefulSet(replicas), on);
  expect(lines.filter((line) => line.includes('one after another'))).toEqual([expect.stringContaining(expected)]);
});

const withKubelet = (kubelet: string): string =>
  nodePool('web') + nodeClass.replace('spec: {', `spec: { kubelet: ${kubelet},`) + deployment('web', 3);

test.each([
  ['an expression', '{ maxPods: vcpus * 10 }', 'spec.kubelet.maxPods'],
  ['an unquoted amount', '{ kubeReserved: { cpu: 1 } }', 'spec.kubelet.kubeReserved.cpu'],
  ['a list instead of a mapping', '[a]', 'spec.kubelet'],
  ['an unknown setting', '{ maxPod: 5 }', 'spec.kubelet.maxPod'],
])('%s in the kubelet settings leaves the figures unknown, and an assumption names its path', (_, kubelet, path) => {
  const text = withKubelet(kubelet);
  expect(simulated(text, opened).cases.likely.isExact).toBe(false);
  expect(assumed(text, opened).filter((line) => line.includes(`\`${path}\``))).toHaveLength(1);
});

test('kubelet settings that Karpenter ignores are named', () => {
  const text = withKubelet('{ reservedSystemCPUs: "0-1", maxPods: 20 }');
  expect(simulated(text, opened).cases.likely.isExact).toBe(true);
  expect(assumed(text, opened).filter((line) => line.includes('`reservedSystemCPUs`'))).toHaveLength(1);
  expect(assumed(text).filter((line) => line.includes('reservedSystemCPUs'))).toEqual([]);
});

test('reservations with an unknown number of free instances are assumed to be full, and an assumption says so', () => {
  const reservation = (id: string): string =>
    `{ id: ${id}, instanceType: m5.large, availabilityZone: us-east-1a, reservationType: default, state: active }`;
  const status = `status: { capacityReservations: [${reservation('cr-1')}, ${reservation('cr-2')}] }\n`;
  const text = nodePool('web') + nodeClass + deployment('web', 3);
  const on = simulator({ capacityReservations: { 'cr-1': 2 } });
  const simulation = simulate(
    { manifests: manifestsOf(text), otherManifests: [], live: manifestsOf(nodeClass.replace('---\n', status)) },
    on,
  );
  const lines = linesOf(simulation, on);
  const about = lines.filter((line) => line.includes('assumed to be full'));
  expect(about.map((line) => [line.includes('`cr-1`'), line.includes('`cr-2`')])).toEqual([[false, true]]);
});

test.each([
  ['2027-07-20', /^On-demand prices are from 2026-07-20\.$/, 'table'],
  ['2027-07-21', /^On-demand prices are from 2026-07-20, more than 12 months ago, .*catalog refresh/, 'estimated'],
])('on %s, list prices of us-east-1 are marked by their age', (today, expected, priceSource) => {
  const on = simulator({ today });
  const simulation = simulated(nodePool('web') + nodeClass + deployment('web', 3), on);
  expect(linesOf(simulation, on).filter((line) => line.startsWith('On-demand prices'))).toEqual([
    expect.stringMatching(expected),
  ]);
  const { nodePools } = placementOf(settledSide(simulation, on), { hasPools: true, hasWorkloads: true });
  const sources = nodePools.flatMap(({ nodeClaims }) => nodeClaims.map((claim) => claim.priceSource));
  expect(new Set(sources)).toEqual(new Set([priceSource]));
});

test.each<[string, Simulator, string, string]>([
  ['the gate is unknown', here, 'Deployment', 'feature gate `CapacityBuffer` is off'],
  [
    'what it names is not there',
    simulator({ karpenter: { featureGates: { capacityBuffer: true } } }),
    'StatefulSet',
    'the object that they name was not found: `CapacityBuffer/default/db` (`StatefulSet/default/db`)',
  ],
])('a CapacityBuffer keeps no nodes: %s', (_, on, kind, expected) => {
  const buffer = `
apiVersion: autoscaling.x-k8s.io/v1beta1
kind: CapacityBuffer
metadata: { name: db }
spec: { scalableRef: { kind: ${kind}, name: db }, replicas: 3 }
---
`;
  const lines = assumed(nodePool('web') + nodeClass + buffer + deployment('db', 3), on);
  expect(lines.filter((line) => line.includes('CapacityBuffer'))).toEqual([expect.stringContaining(expected)]);
});

test('a CapacityBuffer for an unknown number of pods', () => {
  const on = simulator({ karpenter: { featureGates: { capacityBuffer: true } } });
  const buffer =
    'apiVersion: autoscaling.x-k8s.io/v1beta1\nkind: CapacityBuffer\nmetadata: { name: db }\nspec: { scalableRef: { kind: Deployment, name: db }, replicas: "${N}" }\n---\n';
  const side = simulated(nodePool('web') + nodeClass + buffer + deployment('db', 3), on);
  expect(side.cases.likely.isExact).toBe(false);
  expect(linesOf(side, on)[0]).toContain(
    'for how many pods these CapacityBuffers keep room: `CapacityBuffer/default/db`',
  );
});
