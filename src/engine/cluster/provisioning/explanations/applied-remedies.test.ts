import { describe, expect, test } from 'vitest';
import { placedPods } from '../input/results.ts';
import { simulate } from '../simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';
import { explainedFailures } from './explained-failures.ts';

const allow = (...types: string[]): string =>
  `        - { key: node.kubernetes.io/instance-type, operator: In, values: [${types.join(', ')}] }`;

const withClass = (spec: string, alias = 'al2023@latest'): string =>
  nodeClass.replace(
    'spec: { amiSelectorTerms: [{ alias: al2023@latest }] }',
    `spec: { amiSelectorTerms: [{ alias: ${alias} }], ${spec} }`,
  );

function simulated(text: string, gates: Record<string, boolean> = {}) {
  return simulate(
    { manifests: manifestsOf(text), otherManifests: [], live: undefined },
    simulator({ karpenter: { featureGates: gates } }),
  ).cases.likely;
}

/** The reason and the remedy of each NodePool for the pods of one Deployment. */
const explained = (text: string, gates?: Record<string, boolean>) =>
  explainedFailures(simulated(text, gates).rounds).get('Deployment/default/app') ?? [];

const unplaced = (text: string, gates?: Record<string, boolean>): number =>
  placedPods(simulated(text, gates).results).podErrors.reduce((sum, { count }) => sum + count, 0);

const overlay = (capacity: string): string => `
apiVersion: karpenter.sh/v1alpha1
kind: NodeOverlay
metadata: { name: x }
spec:
  requirements: [{ key: karpenter.sh/nodepool, operator: In, values: [x] }]
  capacity: { ${capacity} }
---
`;

const anti =
  '      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: kubernetes.io/hostname, labelSelector: { matchLabels: { app: app } } }] } }\n      containers:';
const apart = (count: number): string => deployment('app', count).replace('      containers:', anti);

const sharedGpus = `
apiVersion: v1
kind: ConfigMap
metadata: { name: device-plugin }
data:
  config.yaml: |
    sharing:
      timeSlicing:
        resources:
          - name: nvidia.com/gpu
            replicas: 6
---
`;

interface Remedied {
  readonly before: string;
  readonly change: string;
  readonly after: string;
  readonly gates?: Record<string, boolean>;
}

const stored = nodePool('x', '', allow('m6id.xlarge', 'm6id.4xlarge'));
const plain = nodePool('x', '', allow('m6i.xlarge'));
const disk = (amount: string): string => deployment('app', 2, `cpu: 1, memory: 1Gi, ephemeral-storage: ${amount}`);
const huge = deployment('app', 2, 'cpu: 1, memory: 1Gi, hugepages-2Mi: 2Gi');
const fuse = deployment('app', 2, 'cpu: 1, memory: 1Gi, smarter-devices/fuse: 1');
const gpus = nodePool('x', '', allow('g6.xlarge'));
const twoSlices = deployment('app', 2, 'cpu: 500m, memory: 1Gi, nvidia.com/gpu: 2');
const fixed = (spec: string): string => nodePool('x', spec, allow('m6i.large'));

const remedied: readonly (readonly [string, Remedied])[] = [
  [
    'pods use the instance store',
    {
      before: stored + disk('150Gi') + nodeClass,
      change: 'set `instanceStorePolicy: RAID0` in EC2NodeClass `default`, so that pods use the instance store',
      after: stored + disk('150Gi') + withClass('instanceStorePolicy: RAID0'),
    },
  ],
  [
    'types without instance store get a larger volume',
    {
      before: plain + disk('150Gi') + nodeClass,
      change: 'set `volumeSize: 170Gi` for `/dev/xvda` in the `blockDeviceMappings` of EC2NodeClass `default`',
      after:
        plain +
        disk('150Gi') +
        withClass('blockDeviceMappings: [{ deviceName: /dev/xvda, ebs: { volumeSize: 170Gi, volumeType: gp3 } }]'),
    },
  ],
  [
    'Bottlerocket’s second volume is the one of pods',
    {
      before: plain + disk('60Gi') + withClass('kubelet: {}', 'bottlerocket@latest'),
      change: 'set `volumeSize: 70Gi` for `/dev/xvdb` in the `blockDeviceMappings` of EC2NodeClass `default`',
      after:
        plain +
        disk('60Gi') +
        withClass(
          'blockDeviceMappings: [{ deviceName: /dev/xvdb, ebs: { volumeSize: 70Gi, volumeType: gp3 } }]',
          'bottlerocket@latest',
        ),
    },
  ],
  [
    'a NodeOverlay for huge pages',
    {
      before: plain + huge + nodeClass,
      change:
        'add a NodeOverlay for NodePool `x` with the `capacity` that the nodes reserve, such as `hugepages-2Mi: 2Gi`, and turn on the feature gate `NodeOverlay`',
      after: plain + huge + nodeClass + overlay('hugepages-2Mi: 2Gi'),
      gates: { nodeOverlay: true },
    },
  ],
  [
    'a NodeOverlay for a device of a plugin',
    {
      before: plain + fuse + nodeClass,
      change:
        'add a NodeOverlay for NodePool `x` with the `capacity` that a device plugin offers, such as `smarter-devices/fuse: 1`, and turn on the feature gate `NodeOverlay`',
      after: plain + fuse + nodeClass + overlay('smarter-devices/fuse: 1'),
      gates: { nodeOverlay: true },
    },
  ],
  [
    'a NodeOverlay for GPUs that a device plugin shares',
    {
      before: gpus + twoSlices + nodeClass + sharedGpus,
      change:
        'add a NodeOverlay for NodePool `x` with the `capacity` that a device plugin offers, such as `nvidia.com/gpu: 6`, and turn on the feature gate `NodeOverlay`',
      after: gpus + twoSlices + nodeClass + sharedGpus + overlay('nvidia.com/gpu: 6'),
      gates: { nodeOverlay: true },
    },
  ],
  [
    'memory that maxPods reserves',
    {
      before:
        nodePool('x', '', allow('m6i.large')) +
        deployment('app', 2, 'cpu: 1, memory: 6100Mi') +
        withClass('kubelet: { maxPods: 110 }', 'bottlerocket@latest'),
      change:
        'remove `maxPods: 110` from the `kubelet` of EC2NodeClass `default`, which reserves 891 MiB more on each m6i.large',
      after:
        nodePool('x', '', allow('m6i.large')) +
        deployment('app', 2, 'cpu: 1, memory: 6100Mi') +
        withClass('kubelet: {}', 'bottlerocket@latest'),
    },
  ],
  [
    'more replicas of a static NodePool',
    {
      before: fixed('  replicas: 2') + apart(5) + nodeClass,
      change: 'raise `replicas` of NodePool `x` from 2 to 5',
      after: fixed('  replicas: 5') + apart(5) + nodeClass,
    },
  ],
  [
    'more replicas and a higher limit',
    {
      before: fixed('  replicas: 2\n  limits: { nodes: 3 }') + apart(4) + nodeClass,
      change: 'raise `replicas` of NodePool `x` from 2 to 4 and its `limits.nodes` from 3 to 4',
      after: fixed('  replicas: 4\n  limits: { nodes: 4 }') + apart(4) + nodeClass,
    },
  ],
  [
    'an instance type of the same architecture with branch interfaces',
    {
      before:
        nodePool('x', '', allow('t3.large')) +
        deployment('app', 1, 'cpu: 1, memory: 1Gi, vpc.amazonaws.com/pod-eni: 1') +
        nodeClass,
      change: 'allow `node.kubernetes.io/instance-type` `c6a.large` in NodePool `x`',
      after:
        nodePool('x', '', allow('t3.large', 'c6a.large')) +
        deployment('app', 1, 'cpu: 1, memory: 1Gi, vpc.amazonaws.com/pod-eni: 1') +
        nodeClass,
    },
  ],
];

test.each(remedied)('%s', (_, { before, change, after, gates }) => {
  expect(unplaced(before)).toBeGreaterThan(0);
  expect(explained(before)[0]?.change).toBe(change);
  expect(unplaced(after, gates)).toBe(0);
});

describe('no help that does not help', () => {
  test('RAID0 is not proposed where it exists, nor for Windows and custom images', () => {
    const raid = stored + disk('9000Gi') + withClass('instanceStorePolicy: RAID0');
    expect(explained(raid)[0]?.change).not.toContain('RAID0');
    const custom = nodeClass
      .replace('alias: al2023@latest', 'id: ami-1')
      .replace('spec: {', 'spec: { amiFamily: Custom,');
    expect(explained(stored + disk('150Gi') + custom)[0]?.change).not.toContain('RAID0');
  });

  test('huge pages that take all the memory of a node get no NodeOverlay', () => {
    const pods = deployment('app', 1, 'cpu: 1, memory: 10Gi, hugepages-2Mi: 8Gi');
    expect(explained(plain + pods + nodeClass)[0]).toMatchObject({ change: undefined });
  });

  test('an instance type without GPUs gets no NodeOverlay with GPUs', () => {
    const change = explained(plain + deployment('app', 1, 'cpu: 1, nvidia.com/gpu: 1') + nodeClass)[0]?.change;
    expect(change).toBe('allow `node.kubernetes.io/instance-type` `g4dn.xlarge` in NodePool `x`');
  });

  test('more static nodes do not help pods that are too large for them', () => {
    const found = explained(fixed('  replicas: 2') + deployment('app', 1, 'cpu: 20') + nodeClass);
    expect(found).toMatchObject([{ nodePool: 'x', exclusion: { kind: 'static', replicas: 2 }, change: undefined }]);
  });

  test('a static NodePool whose gate is off keeps no nodes', () => {
    const [found] = explained(fixed('  replicas: 2') + apart(2) + nodeClass, { staticCapacity: false });
    expect(found).toMatchObject({ exclusion: { kind: 'static', isOff: true }, change: undefined });
    expect(found?.plain).toContain('`StaticCapacity` is off');
  });
});

test('a static and a dynamic NodePool each have their reason', () => {
  const tainted = nodePool('team', '', allow('m6i.large')).replace(
    '      requirements:',
    '      taints: [{ key: team, effect: NoSchedule }]\n      requirements:',
  );
  const found = explained(fixed('  replicas: 1') + tainted + apart(3) + nodeClass);
  expect(found.map(({ nodePool: name, exclusion }) => [name, exclusion.kind])).toEqual([
    ['team', 'taints'],
    ['x', 'static'],
  ]);
});
