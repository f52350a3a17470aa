import { describe, expect, test } from 'vitest';
import { manifestsOf } from '../simulation.test-support.ts';
import { readLiveState } from './live-state.ts';

const node = (
  name: string,
  { labels = '', taints = '', providerID = `i-${name}`, status = 'cpu: 4, memory: 16Gi' } = {},
) => `
apiVersion: v1
kind: Node
metadata: { name: ${name}, labels: { ${labels} } }
spec: { providerID: "${providerID}", taints: [${taints}] }
status: { capacity: { ${status} }, allocatable: { ${status} } }
---
`;
const claim = (name: string, providerID: string | undefined, more = '') => `
apiVersion: karpenter.sh/v1
kind: NodeClaim
metadata: { name: ${name}, labels: { karpenter.sh/nodepool: web }${more} }
spec: { taints: [{ key: own, effect: NoSchedule }], startupTaints: [{ key: starting, effect: NoSchedule }] }
status: { ${providerID === undefined ? '' : `providerID: ${providerID}, `}capacity: { cpu: 8 }, allocatable: { cpu: 7 } }
---
`;
const pod = (name: string, nodeName: string, owner = '', more = '') => `
apiVersion: v1
kind: Pod
metadata: { name: ${name}, labels: { pod-template-hash: abc }${owner && `, ownerReferences: [${owner}]`} }
spec: { nodeName: ${nodeName}, containers: [{ name: a, resources: { limits: { cpu: 1 } } }] }
status: { phase: Running${more} }
---
`;
const owned = (kind: string, name: string) => `{ kind: ${kind}, name: ${name}, controller: true }`;
const read = (text: string) => readLiveState(manifestsOf(text));
const managed =
  'karpenter.sh/nodepool: web, node.kubernetes.io/instance-type: m5.large, karpenter.sh/registered: "true"';

describe('nodes', () => {
  test('initialized ones come first, then by name', () => {
    const { nodes } = read(
      node('b') + node('a', { labels: managed }) + claim('web-1', 'i-a') + node('c') + claim('web-2', 'i-gone'),
    );
    expect(nodes.map(({ name, isInitialized }) => [name, isInitialized])).toEqual([
      ['b', true],
      ['c', true],
      ['a', false],
      ['web-2', false],
    ]);
  });

  test('a node of Karpenter has the data of its NodeClaim until it is registered', () => {
    const labels = 'karpenter.sh/nodepool: web, node.kubernetes.io/instance-type: m5.large, here: "1"';
    const { nodes } = read(node('a', { labels, taints: '{ key: seen, effect: NoSchedule }' }) + claim('web-1', 'i-a'));
    expect(nodes[0]).toMatchObject({ name: 'web-1', labels: { 'karpenter.sh/nodepool': 'web' }, nodePool: 'web' });
    expect(nodes[0]?.taints).toEqual([{ key: 'own', effect: 'NoSchedule' }]);
  });

  test('a NodeClaim provides what its node does not show yet', () => {
    const { nodes } = read(node('a', { labels: managed, status: 'cpu: 0, memory: 16Gi' }) + claim('web-1', 'i-a'));
    expect(nodes[0]?.capacity.get('cpu')).toBe(8000);
    expect(nodes[0]?.capacity.get('memory')).toBe(16 * 1024 ** 3);
  });

  test.each([
    ['a NodeClaim that was not launched', claim('web-1', undefined), 0],
    ['a managed node without its labels', node('a', { labels: 'karpenter.sh/nodepool: web' }) + claim('w', 'i-a'), 0],
    ['a launched NodeClaim', claim('web-1', 'i-1'), 1],
    ['the same node twice', node('a') + node('a'), 1],
  ])('%s', (_, text, count) => {
    expect(read(text).nodes).toHaveLength(count);
  });

  test('a node is being deleted if its NodeClaim is', () => {
    const deleted = ', deletionTimestamp: "2026-01-01T00:00:00Z"';
    const { nodes } = read(node('a', { labels: managed }) + claim('web-1', 'i-a', deleted));
    expect(nodes[0]?.isDeleting).toBe(true);
  });

  test('volume limits come from the CSINode; a driver without a count attaches none', () => {
    const csi = `
apiVersion: storage.k8s.io/v1
kind: CSINode
metadata: { name: a }
spec: { drivers: [{ name: ebs.csi.aws.com, allocatable: { count: 25 } }, { name: efs, allocatable: {} }, { name: none }] }
`;
    expect([...read(node('a') + csi).nodes[0]!.volumeLimits!]).toEqual([
      ['ebs.csi.aws.com', 25],
      ['efs', 0],
    ]);
  });
});

describe('running pods', () => {
  const replicaSet = `
apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: odd-name, ownerReferences: [${owned('Deployment', 'web')}] }
spec: { replicas: 2 }
---
`;
  test.each([
    [
      'by an existing ReplicaSet',
      replicaSet + pod('p', 'a', owned('ReplicaSet', 'odd-name')),
      'Deployment/default/web',
    ],
    ['by the name of their ReplicaSet', pod('p', 'a', owned('ReplicaSet', 'web-abc')), 'Deployment/default/web'],
    ['by a ReplicaSet without an owner', pod('p', 'a', owned('ReplicaSet', 'web-xyz')), 'ReplicaSet/default/web-xyz'],
    ['by a StatefulSet', pod('p', 'a', owned('StatefulSet', 'db')), 'StatefulSet/default/db'],
  ])('count for their workload %s', (_, text, workload) => {
    expect([...read(node('a') + text).running]).toEqual([[workload, 1]]);
  });

  test.each([
    ['without a controller', pod('p', 'a')],
    ['that have finished', pod('p', 'a', owned('StatefulSet', 'db')).replace('Running', 'Succeeded')],
    ['on an unknown node', pod('p', 'z', owned('StatefulSet', 'db'))],
  ])('do not count for a workload %s', (_, text) => {
    expect(read(node('a') + text).running.size).toBe(0);
  });

  test('are on their node with defaulted requests, and those of DaemonSets are marked', () => {
    const { nodes } = read(node('a') + pod('p', 'a') + pod('d', 'a', owned('DaemonSet', 'agent')));
    expect(nodes[0]?.pods.map(({ isDaemon }) => isDaemon)).toEqual([false, true]);
    expect(nodes[0]?.pods[0]?.pod.spec.containers[0]?.resources?.requests).toEqual({ cpu: 1 });
  });
});
