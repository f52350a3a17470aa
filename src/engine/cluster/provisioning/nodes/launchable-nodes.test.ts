import { expect, test } from 'vitest';
import { simulate } from '../simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';
import { type LaunchableNodes, launchableNodes } from './launchable-nodes.ts';

const types = (...names: string[]): string =>
  `        - { key: node.kubernetes.io/instance-type, operator: In, values: [${names.join(', ')}] }`;

/** What the only NodePool of the manifests can launch. */
function launchable(manifests: string, more = ''): LaunchableNodes | undefined {
  const on = simulator();
  const { nodePools, daemonSets } = simulate(
    { manifests: manifestsOf(nodeClass + manifests + more), otherManifests: [], live: undefined },
    on,
    true,
  );
  return launchableNodes(nodePools.known[0]!, daemonSets, on);
}

test('the cheapest type is the first node, and the most expensive one the upper bound', () => {
  const found = launchable(nodePool('web', '', types('m6i.2xlarge', 'm6i.large', 'm6i.xlarge')))!;
  expect(found.first).toMatchObject({ instanceType: 'm6i.large', capacityType: 'on-demand', hourlyUsd: 0.096 });
  expect(found.instanceTypes).toEqual(['m6i.2xlarge', 'm6i.large', 'm6i.xlarge']);
  expect(found.highestHourlyUsd).toBe(0.384);
  expect(found.allocatable.cpuMillis).toBe(1930);
});

test('a type without room for the DaemonSets is not counted', () => {
  const daemons = deployment('agent', 1, 'cpu: 3').replace('Deployment', 'DaemonSet').replace('  replicas: 1\n', '');
  const found = launchable(nodePool('web', '', types('m6i.large', 'm6i.xlarge')), daemons)!;
  expect(found.instanceTypes).toEqual(['m6i.xlarge']);
});

test.each([
  ['the limit that is reached first decides', 'limits: { cpu: 100, memory: 80Gi }', { resource: 'memory', nodes: 10 }],
  ['a started node is not counted', 'limits: { cpu: 3 }', { resource: 'cpu', nodes: 1 }],
  ['a resource that the node lacks does not limit it', 'limits: { nvidia.com/gpu: 8 }', null],
  ['no limits', '', null],
])('limits: %s', (_, limits, expected) => {
  expect(launchable(nodePool('web', limits && `  ${limits}`, types('m6i.large')))!.withinLimits).toEqual(expected);
});

test('a NodePool that can launch nothing', () => {
  expect(launchable(nodePool('web', '', types('m6i.imaginary')))).toBeUndefined();
});
