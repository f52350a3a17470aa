import { expect, test } from 'vitest';
import type { ExistingNodeSetting } from '../../../karpenter/api/settings.ts';
import { manifestsOf, simulator } from '../simulation.test-support.ts';
import { groupedNodes, type RegionTypes, settingNodes } from './existing-nodes.ts';

const zones = ['us-east-1a', 'us-east-1b'];
const regionTypes: RegionTypes = {
  region: 'us-east-1',
  zones,
  instanceTypes: simulator().resolve(simulator().launching.plainNodeClass, zones),
  nodeGroupLabels: simulator().provider.kubernetes?.nodeGroups.labels,
};
const setting = (over: Partial<ExistingNodeSetting>): ExistingNodeSetting => ({
  name: 'ng',
  instanceType: 't3.medium',
  count: 1,
  zone: undefined,
  labels: {},
  taints: [],
  requested: {},
  ...over,
});

test('nodes in the configuration are numbered and distributed over the zones', () => {
  const { nodes } = settingNodes([setting({ count: 3, labels: { team: 'a' } })], regionTypes);
  expect(nodes.map(({ name, labels }) => [name, labels['topology.kubernetes.io/zone']])).toEqual([
    ['ng-0', 'us-east-1a'],
    ['ng-1', 'us-east-1b'],
    ['ng-2', 'us-east-1a'],
  ]);
  expect(nodes[0]?.labels).toMatchObject({
    team: 'a',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': 'ng-0',
  });
  // Only nodes of Karpenter have Karpenter's labels.
  expect(Object.keys(nodes[0]!.labels).filter((key) => key.includes('karpenter'))).toEqual([]);
});

test('requests of other pods reduce the free resources', () => {
  const [free, used] = settingNodes(
    [setting({}), setting({ name: 'used', requested: { cpu: '600m' } })],
    regionTypes,
  ).nodes;
  expect(free!.allocatable.get('cpu')! - used!.allocatable.get('cpu')!).toBe(600);
});

test.each([
  [setting({ instanceType: 't3.tiny' }), '`t3.tiny`'],
  [setting({ count: 1e9 }), '5000'],
])('a group that cannot be simulated is reported', (group, why) => {
  const { nodes, unknown } = settingNodes([group], regionTypes);
  expect(nodes).toEqual([]);
  expect(unknown[0]?.why).toContain(why);
});

const group = (spec: string) => `
apiVersion: kops.k8s.io/v1alpha2
kind: InstanceGroup
metadata: { name: nodes }
spec: { ${spec} }
`;

test.each([
  [
    'a group of nodes',
    'role: Node, machineType: t3.medium, minSize: 2, subnets: [utility-us-east-1c]',
    ['us-east-1c', 'us-east-1c'],
    0,
  ],
  ['a control plane', 'role: ControlPlane, machineType: t3.medium, minSize: 2', [], 0],
  ['a group of Karpenter', 'role: Node, manager: Karpenter, machineType: t3.medium, minSize: 2', [], 0],
  ['a placeholder', 'role: Node, machineType: "${TYPE}", minSize: 2', [], 1],
  ['no size', 'role: Node, machineType: t3.medium', [], 1],
])('InstanceGroup: %s', (_, spec, where, unknown) => {
  const read = groupedNodes(manifestsOf(group(spec)), regionTypes);
  expect(read.nodes.map(({ labels }) => labels['topology.kubernetes.io/zone'])).toEqual(where);
  expect(read.unknown).toHaveLength(unknown);
});

test('nodes have the labels and taints of their InstanceGroup', () => {
  const spec =
    'role: Node, machineType: t3.medium, minSize: 1, nodeLabels: { disk: ssd }, taints: ["only=db:NoSchedule", nonsense]';
  const [node] = groupedNodes(manifestsOf(group(spec)), regionTypes).nodes;
  expect(node?.labels).toMatchObject({ disk: 'ssd', 'kops.k8s.io/instancegroup': 'nodes' });
  expect(node?.taints).toEqual([{ key: 'only', value: 'db', effect: 'NoSchedule' }]);
});

const managed = (spec: string) => `
apiVersion: terraform/v1
kind: ManagedNodeGroup
metadata: { name: system }
spec: { ${spec} }
`;

test('the nodes of an EKS managed node group have its labels and taints', () => {
  const spec =
    'instanceType: t3.medium, count: 2, labels: { disk: ssd }, taints: [{ key: only, value: db, effect: NO_SCHEDULE }, { key: odd, effect: NONE }]';
  const { nodes, managedNodeGroups, instanceGroups } = groupedNodes(manifestsOf(managed(spec)), regionTypes);
  expect(nodes.map(({ name }) => name)).toEqual(['system-0', 'system-1']);
  expect(nodes[0]?.labels).toMatchObject({ disk: 'ssd', 'eks.amazonaws.com/nodegroup': 'system' });
  expect(nodes[0]?.taints).toEqual([{ key: 'only', value: 'db', effect: 'NoSchedule' }]);
  expect([managedNodeGroups, instanceGroups]).toEqual([['system'], []]);
});

test.each([
  ['instanceType: t3.medium, count: "${var.size}"', '`count`'],
  ['instanceType: "${var.type}", count: 1', '`instanceType`'],
])('a managed node group with an unknown %s is reported', (spec, why) => {
  const { nodes, unknown } = groupedNodes(manifestsOf(managed(spec)), regionTypes);
  expect(nodes).toEqual([]);
  expect(unknown[0]?.why).toContain(why);
});

const eksctl = (spec: string) => `
apiVersion: eksctl.io/v1alpha5
kind: ClusterConfig
metadata: { name: demo }
managedNodeGroups: [{ name: system${spec} }]
`;

test.each([
  [
    'its desired capacity',
    ', instanceType: t3.large, desiredCapacity: 3, minSize: 1',
    ['t3.large', 't3.large', 't3.large'],
    0,
  ],
  ['its minimum', ', instanceTypes: [t3.large, t3a.large], minSize: 1', ['t3.large'], 0],
  ['the defaults of eksctl', '', ['m5.large', 'm5.large'], 0],
  ['types that eksctl selects', ', instanceSelector: { vCPUs: 2 }', [], 1],
  ['a placeholder', ', desiredCapacity: "${SIZE}"', [], 1],
])('a node group of eksctl has %s', (_, spec, types, unknown) => {
  const read = groupedNodes(manifestsOf(eksctl(spec)), regionTypes);
  expect(read.nodes.map(({ labels }) => labels['node.kubernetes.io/instance-type'])).toEqual(types);
  expect(read.unknown).toHaveLength(unknown);
});

test('nodes have the labels and taints of their eksctl group', () => {
  const spec = ', minSize: 1, labels: { disk: ssd }, taints: [{ key: only, value: db, effect: NoSchedule }]';
  const { nodes, managedNodeGroups } = groupedNodes(manifestsOf(eksctl(spec)), regionTypes);
  expect(nodes[0]?.labels).toMatchObject({ disk: 'ssd', 'eks.amazonaws.com/nodegroup': 'system' });
  expect(nodes[0]?.taints).toEqual([{ key: 'only', value: 'db', effect: 'NoSchedule' }]);
  expect(managedNodeGroups).toEqual(['system']);
});

test.each([
  ['on-demand', managed('instanceType: t3.medium, count: 2, capacityType: ON_DEMAND'), 0.0416],
  ['of unknown capacity', managed('instanceType: t3.medium, count: 2, capacityType: "${var.type}"'), null],
  ['of eksctl', eksctl(', instanceType: t3.medium'), 0.0416],
  ['of kOps', group('role: Node, machineType: t3.medium, minSize: 2'), 0.0416],
  ['with a maximum price', group('role: Node, machineType: t3.medium, minSize: 2, maxPrice: "0.02"'), null],
])('the price of a node group: %s', (_, text, hourlyUsd) => {
  const [own] = groupedNodes(manifestsOf(text), regionTypes).priced;
  expect(own).toMatchObject({ instanceType: 't3.medium', nodes: 2 });
  expect(own?.hourlyUsd).toEqual(hourlyUsd === null ? null : expect.closeTo(hourlyUsd, 6));
});

test.each([
  managed('instanceType: t3.medium, count: 1, capacityType: SPOT'),
  eksctl(', instanceType: t3.medium, desiredCapacity: 1, spot: true'),
])('a spot group costs less than an on-demand group', (text) => {
  const [own] = groupedNodes(manifestsOf(text), regionTypes).priced;
  expect(own?.hourlyUsd).toBeGreaterThan(0);
  expect(own?.hourlyUsd).toBeLessThan(0.0416);
});

test('a group whose nodes are unknown has no cost', () => {
  expect(groupedNodes(manifestsOf(managed('instanceType: t3.tiny, count: 1')), regionTypes).priced).toEqual([]);
});

test.each<[what: string, before: string | undefined, after: string, nodes: number]>([
  ['keeps its nodes, if Terraform ignores fewer', 'count: 5, ignoresCount: true', 'count: 2, ignoresCount: true', 5],
  ['keeps its nodes, if Terraform ignores more', 'count: 2, ignoresCount: true', 'count: 5, ignoresCount: true', 2],
  ['keeps its nodes, if the change makes Terraform ignore it', 'count: 5', 'count: 2, ignoresCount: true', 5],
  ['gets the new number, if Terraform sets it', 'count: 5', 'count: 2', 2],
  ['gets the new number, if Terraform no longer ignores it', 'count: 5, ignoresCount: true', 'count: 2', 2],
  [
    'gets the new number, if Terraform replaces it',
    'count: 5, ignoresCount: true',
    'count: 2, ignoresCount: true, diskSize: 100',
    2,
  ],
  ['has what the files say, if it is new', undefined, 'count: 2, ignoresCount: true', 2],
])('a node group after a change %s', (_, before, after, expected) => {
  const earlier = before === undefined ? [] : manifestsOf(managed(`instanceType: t3.medium, ${before}`));
  expect(
    groupedNodes(manifestsOf(managed(`instanceType: t3.medium, ${after}`)), regionTypes, earlier).nodes,
  ).toHaveLength(expected);
});
