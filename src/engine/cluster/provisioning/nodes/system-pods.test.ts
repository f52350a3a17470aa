import { expect, test } from 'vitest';
import type { Settings } from '../../../karpenter/api/settings.ts';
import { simulate } from '../simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';

const group = (spec = 'instanceType: m5.large, count: 1') => `
apiVersion: terraform/v1
kind: ManagedNodeGroup
metadata: { name: system }
spec: { ${spec} }
---
`;
const m5 = '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m5.large] }';
const pool = nodePool('web', '', m5) + nodeClass;

function outcome(text: string, { settings = {}, live }: { settings?: Partial<Settings>; live?: string } = {}) {
  const side = {
    manifests: manifestsOf(text),
    otherManifests: [],
    live: live === undefined ? undefined : manifestsOf(live),
  };
  const { cases, existing, daemonSets } = simulate(side, simulator(settings));
  const { newNodeClaims, existingNodes, podErrors } = cases.likely.results;
  return {
    system: [...existing.system.pods].map(([name, count]) => `${name} ${count ?? 'each'}`).sort(),
    daemons: daemonSets.map(({ metadata }) => metadata.name),
    onGroup: existingNodes.flatMap(({ pods }) => [...pods.values()]).reduce((sum, count) => sum + count, 0),
    onNew: newNodeClaims.flatMap(({ pods }) => [...pods.values()]).reduce((sum, count) => sum + count, 0),
    left: podErrors.length,
    isLeftOut: existing.system.isLeftOut,
  };
}

test('pods of the cluster itself take room on the nodes of a node group', () => {
  // Of 1.93 CPUs, Karpenter takes 1, CoreDNS 0.2 and the DaemonSets 0.15: 5 pods of 100m fit.
  expect(outcome(pool + group() + deployment('cart', 10, 'cpu: 100m'))).toEqual({
    system: ['aws-node each', 'coredns 2', 'karpenter 1', 'kube-proxy each'],
    daemons: ['kube-proxy', 'aws-node'],
    onGroup: 5,
    onNew: 5,
    left: 0,
    isLeftOut: false,
  });
});

const cart = deployment('cart', 10, 'cpu: 100m');

test.each([
  ['no node group is known', pool + cart, {}],
  [
    'the configuration lists the nodes',
    pool + group() + cart,
    {
      settings: {
        existingNodes: [
          { name: 'a', instanceType: 'm5.large', count: 1, zone: undefined, labels: {}, taints: [], requested: {} },
        ],
      },
    },
  ],
  ['the configuration says that there are none', pool + group() + cart, { settings: { systemPods: [] } }],
  [
    'a snapshot shows what runs',
    pool + group() + cart,
    { live: 'apiVersion: v1\nkind: Namespace\nmetadata: { name: a }\n' },
  ],
  ['the group has no node', pool + group('instanceType: m5.large, count: 0') + cart, {}],
])('nothing is assumed if %s', (_, text, options) => {
  expect(outcome(text, options)).toMatchObject({ system: [], daemons: [], isLeftOut: false });
});

test('what a manifest defines is not counted twice', () => {
  const daemonSet = deployment('aws-node', 1, 'cpu: 80m')
    .replace('Deployment', 'DaemonSet')
    .replace('  replicas: 1\n', '');
  const { system, daemons } = outcome(pool + group() + daemonSet + deployment('karpenter', 1, 'cpu: 10m'));
  expect(daemons).toEqual(['aws-node', 'kube-proxy']);
  expect(system.some((one) => /^(?:aws-node|karpenter)/.test(one))).toBe(false);
});

test('the configuration replaces the defaults, and its DaemonSets run on new nodes without any node group', () => {
  const systemPods = [{ name: 'agent', requests: { cpu: '400m' }, replicas: 1, daemonSet: true }];
  const of = (settings: Partial<Settings>) => {
    const side = {
      manifests: manifestsOf(pool + deployment('cart', 4, 'cpu: 450m')),
      otherManifests: [],
      live: undefined,
    };
    return simulate(side, simulator(settings)).cases.likely.results.newNodeClaims.length;
  };
  expect([of({}), of({ systemPods })]).toEqual([1, 2]);
});

test('assumed pods make no pod unschedulable', () => {
  // The pod needs the node group, and fits there only if Karpenter runs elsewhere.
  const pinned = deployment('db', 1, 'cpu: 1500m').replace(
    'containers:',
    'nodeSelector: { eks.amazonaws.com/nodegroup: system }\n      containers:',
  );
  expect(outcome(pool + group() + pinned)).toMatchObject({ onGroup: 1, left: 0, isLeftOut: true, system: [] });
  const systemPods = [{ name: 'vault', requests: { cpu: '1' }, replicas: 1, daemonSet: false }];
  expect(outcome(pool + group() + pinned, { settings: { systemPods } })).toMatchObject({ left: 1, isLeftOut: false });
});

test('pods that do not tolerate the taints of a group run elsewhere', () => {
  const tainted = group('instanceType: m5.large, count: 1, taints: [{ key: only, value: db, effect: NO_SCHEDULE }]');
  expect(outcome(pool + tainted + cart)).toMatchObject({
    system: ['aws-node each', 'kube-proxy each'],
  });
});
