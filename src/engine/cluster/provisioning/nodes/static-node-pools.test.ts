import { expect, test } from 'vitest';
import type { Settings } from '../../../karpenter/api/settings.ts';
import { simulate } from '../simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';

const families = `
        - { key: karpenter.k8s.aws/instance-family, operator: In, values: [m5] }
        - { key: karpenter.k8s.aws/instance-size, operator: In, values: [large, xlarge] }
        - { key: topology.kubernetes.io/zone, operator: In, values: [us-east-1a] }
        - { key: example.com/tier, operator: In, values: [silver, gold] }`;
const fixed = nodePool('fixed', '  replicas: 3', families);
const agent = `
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec: { template: { spec: { containers: [{ name: a, resources: { requests: { cpu: 3 } } }] } } }
---
`;
const reserving = `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec: { amiSelectorTerms: [{ alias: al2023@latest }], capacityReservationSelectorTerms: [{ id: cr-1 }] }
status:
  capacityReservations:
    - { id: cr-1, instanceType: m5.xlarge, availabilityZone: us-east-1a, instanceMatchCriteria: targeted, ownerID: "1", reservationType: default, state: active }
---
`;

function nodesOf(text: string, settings: Partial<Settings> = {}) {
  const manifests = manifestsOf(text);
  const { staticPools } = simulate({ manifests, otherManifests: [], live: manifests }, simulator(settings));
  return staticPools.flatMap(({ nodes }) => nodes);
}
const launched = (text: string, settings: Partial<Settings> = {}): string[] =>
  nodesOf(text, settings).map(({ launch }) => `${launch.instanceType} ${launch.capacityType}`);

const large = Array(3).fill('m5.large on-demand');

test.each<[string, string, Partial<Settings>, string[]]>([
  ['the cheapest type', fixed + nodeClass, {}, large],
  ['the cheapest type, although its DaemonSets do not fit', fixed + nodeClass + agent, {}, large],
  [
    'nothing if the feature gate is off',
    fixed + nodeClass,
    { karpenter: { featureGates: { staticCapacity: false } } },
    [],
  ],
  [
    'the rest of a reservation',
    fixed.replace('[on-demand]', '[reserved, on-demand]') + reserving,
    { capacityReservations: { 'cr-1': 2 } },
    ['m5.xlarge reserved', 'm5.xlarge reserved', 'm5.large on-demand'],
  ],
])('a static NodePool launches %s', (_, text, settings, expected) => {
  expect(launched(text, settings)).toEqual(expected);
});

test('its nodes have the labels of the launch and the NodePool', () => {
  const reserved = fixed.replace('[on-demand]', '[reserved, on-demand]') + reserving;
  const [first, , last] = nodesOf(reserved, { capacityReservations: { 'cr-1': 2 } }).map(({ node }) => node.labels);
  expect(first).toMatchObject({
    'example.com/tier': 'gold',
    'karpenter.k8s.aws/instance-tenancy': 'default',
    'karpenter.k8s.aws/capacity-reservation-id': 'cr-1',
  });
  expect(last).not.toHaveProperty(['karpenter.k8s.aws/capacity-reservation-id']);
});

test('a NodePool that is being deleted launches nothing and takes no pods', () => {
  const leaving = nodePool('web').replace('{ name: web }', '{ name: web, deletionTimestamp: "2026-01-01T00:00:00Z" }');
  const manifests = manifestsOf(leaving + nodeClass + deployment('cart', 1));
  const { cases } = simulate({ manifests, otherManifests: [], live: manifests }, simulator());
  expect(cases.likely.results.newNodeClaims).toEqual([]);
  const again = simulate({ manifests, otherManifests: [], live: undefined }, simulator());
  expect(again.cases.likely.results.newNodeClaims).toHaveLength(1);
});
