import { describe, expect, test } from 'vitest';
import type { ClusterNode } from '../disruption/cluster/cluster.ts';
import { simulate } from '../provisioning/simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../provisioning/simulation.test-support.ts';
import { settleSide } from './settle-side.ts';
import { isReal } from './simulated-cluster.ts';
import { transition } from './transition.ts';
import type { ClusterState } from './transition-data.ts';

const on = simulator({ today: '2026-03-02', karpenter: { featureGates: { capacityBuffer: true } } });
const off = simulator({ today: '2026-03-02' });

const disruption =
  '  disruption: { consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 1m, budgets: [{ nodes: 100% }] }';
/** Each node has room for three pods. */
const pool =
  nodeClass +
  nodePool(
    'web',
    disruption,
    '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.xlarge] }',
  );
const web = (replicas: number): string => deployment('web', replicas, 'cpu: "1", memory: 1Gi');
const buffer = (replicas: number): string => `
apiVersion: autoscaling.x-k8s.io/v1beta1
kind: CapacityBuffer
metadata: { name: web }
spec: { scalableRef: { kind: Deployment, name: web }, replicas: ${replicas} }
---
`;

const sideOf = (text: string, { simulator: own = on, live }: { simulator?: typeof on; live?: string } = {}) => ({
  simulation: simulate(
    {
      manifests: manifestsOf(pool + text),
      otherManifests: [],
      live: live === undefined ? undefined : manifestsOf(live),
    },
    own,
  ),
  simulator: own,
});

/** Pods on each node, as `real+virtual`. */
const picture = ({ nodes }: Pick<ClusterState, 'nodes'>): string =>
  nodes
    .map(({ pods }: ClusterNode) => {
      const count = (wants: boolean): number =>
        pods.filter((group) => !group.isDaemon && isReal(group) === wants).reduce((sum, group) => sum + group.count, 0);
      return `${count(true)}+${count(false)}`;
    })
    .sort()
    .join(' ');

const settled = (text: string, options = {}): string => picture(settleSide(sideOf(text, options), 'likely').after);
const changed = (from: string, to: string): string =>
  picture(transition(sideOf(from), sideOf(to), { which: 'likely', effects: new Map() }).after);

describe('files only', () => {
  test('a buffer keeps room that pods leave, and nodes that have no pods', () => {
    expect(settled(web(2))).toBe('2+0');
    expect(settled(web(2) + buffer(1))).toBe('2+1');
    expect(settled(web(2) + buffer(4))).toBe('0+3 2+1');
  });

  test('it is ignored while the feature gate is off', () =>
    expect(settled(web(2) + buffer(4), { simulator: off })).toBe('2+0'));

  test('its pods are never unschedulable', () => {
    const { simulation } = sideOf(`${web(1)}${buffer(2)}`.replace('cpu: "1"', 'cpu: "64"'));
    expect(simulation.cases.likely.results.podErrors).toMatchObject([{ workload: 'Deployment/default/web', count: 1 }]);
    expect(simulation.cases.likely.rounds.left.size).toBe(1);
  });
});

describe('with running nodes', () => {
  const node = (name: string): string => `
apiVersion: v1
kind: Node
metadata:
  name: ${name}
  labels:
    karpenter.sh/nodepool: web
    karpenter.sh/capacity-type: on-demand
    karpenter.sh/initialized: "true"
    karpenter.sh/registered: "true"
    node.kubernetes.io/instance-type: m6i.xlarge
    topology.kubernetes.io/zone: us-east-1a
    kubernetes.io/arch: amd64
    kubernetes.io/os: linux
    kubernetes.io/hostname: ${name}
spec: { providerID: aws:///us-east-1a/${name} }
status:
  capacity: { cpu: "4", memory: 16Gi, pods: "58" }
  allocatable: { cpu: 3920m, memory: 15Gi, pods: "58" }
---
`;
  const pod = (name: string): string => `
apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: default
  labels: { app: web, pod-template-hash: a }
  ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: web-a, controller: true }]
spec:
  nodeName: a
  containers: [{ name: app, image: app, resources: { requests: { cpu: "1", memory: 1Gi } } }]
status: { phase: Running }
---
`;
  const running = node('a') + node('b') + pod('web-a-1') + pod('web-a-2');
  const unchanged = (text: string): number | undefined =>
    settleSide(sideOf(text, { live: running }), 'likely').unchanged?.length;

  test('a buffer uses the room there, and Karpenter keeps an empty node for it', () => {
    expect(settled(web(2) + buffer(4), { live: running })).toBe('0+3 2+1');
    expect(unchanged(web(2) + buffer(4))).toBe(2);
    expect(unchanged(web(2) + buffer(1))).toBe(1);
  });

  test('a buffer of the cluster counts if the files do not have it', () => {
    expect(settled(web(2), { live: running + buffer(8) })).toBe('0+1 0+3 0+3 2+1');
  });
});

describe('a change', () => {
  test('of the buffer adds nodes, and removes them', () => {
    expect(changed(web(2) + buffer(1), web(2) + buffer(4))).toBe('0+3 2+1');
    expect(changed(web(2) + buffer(4), web(2) + buffer(1))).toBe('2+1');
    expect(changed(web(2) + buffer(4), web(2))).toBe('2+0');
  });

  test('of the replicas uses the room, and Karpenter makes room again', () => {
    expect(changed(web(2) + buffer(4), web(5) + buffer(4))).toBe('0+3 2+1 3+0');
  });
});
