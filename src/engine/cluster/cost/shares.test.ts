import { expect, test } from 'vitest';
import { simulate } from '../provisioning/simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../provisioning/simulation.test-support.ts';
import { placementOf, settledSide } from './placement.ts';
import { sharesBy } from './shares.ts';

const here = simulator();
const types = '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.2xlarge] }';
const pool = nodePool('web', '', types) + nodeClass;
const sharesOf = (text: string) => {
  const simulation = simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, here);
  return placementOf(settledSide(simulation, here), { hasWorkloads: true, hasPools: true }).shares;
};

test('the price of a node is split by the larger share, and the parts add up to the price', () => {
  // Of 7910m CPU and some 28 GiB, `cart` takes more CPU and `cache` more memory.
  const shares = sharesOf(
    `${pool}${deployment('cart', 2, 'cpu: 1500m, memory: 1Gi')}${deployment('cache', 1, 'cpu: 100m, memory: 12Gi')}`,
  );
  expect(shares.map(({ workload, pods }) => [workload, pods])).toEqual([
    ['Deployment/default/cache', 1],
    ['Deployment/default/cart', 2],
  ]);
  expect(shares.reduce((sum, { hourlyUsd }) => sum + hourlyUsd!, 0)).toBeCloseTo(0.384, 9);
});

test('the team comes from the label, and pods without requests share equally', () => {
  const labelled = deployment('a', 1).replace('labels: { app: a }', 'labels: { app: a, team: shop }');
  expect(sharesOf(pool + labelled).map(({ team, namespace }) => [team, namespace])).toEqual([['shop', 'default']]);
  const idle = sharesOf(pool + deployment('a', 1, '').replace('requests: {  }', '') + deployment('b', 1, ''));
  expect(idle.map(({ hourlyUsd }) => hourlyUsd)).toEqual([0.192, 0.192]);
});

test('the most expensive first, and unknown without a price', () => {
  const shares = sharesOf(pool + deployment('small', 1) + deployment('large', 3));
  expect(shares.map(({ workload }) => workload)).toEqual(['Deployment/default/large', 'Deployment/default/small']);
  expect(sharesOf(pool)).toEqual([]);
});

test('shares add up by namespace and team, unknown ones first', () => {
  const share = (workload: string, namespace: string, team: string | null, hourlyUsd: number | null) => ({
    workload,
    namespace,
    team,
    pods: 1,
    hourlyUsd,
  });
  const shares = [
    share('a', 'x', 'red', 1),
    share('b', 'x', null, 2),
    share('c', 'y', 'red', 4),
    share('d', 'z', 'blue', null),
  ];
  expect(sharesBy(shares, 'namespace')).toEqual([
    { name: 'z', pods: 1, hourlyUsd: null },
    { name: 'y', pods: 1, hourlyUsd: 4 },
    { name: 'x', pods: 2, hourlyUsd: 3 },
  ]);
  expect(sharesBy(shares, 'team').map(({ name, hourlyUsd }) => [name, hourlyUsd])).toEqual([
    ['blue', null],
    ['red', 5],
    [null, 2],
  ]);
});
