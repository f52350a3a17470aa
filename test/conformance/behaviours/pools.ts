import type { Suite } from './behaviour.ts';
import * as o from './objects.ts';
import { alone, anyCapacity, id, reservation, reservedClass } from './reservations.ts';

const base = [o.nodeClass(), o.pool()];
const ignore = { preferencePolicy: 'Ignore' } as const;
const gold = o.pool('gold', { labels: { 'example.com/tier': 'gold' } });
/** core pkg/controllers/provisioning/suite_test.go, and reserved capacity. */
export const pools: Suite = {
  suite: 'core pkg/controllers/provisioning/suite_test.go',
  behaviours: [
    {
      what: 'No usable NodePool: every pod fails',
      scenario: 'no-nodepool',
      objects: [o.nodeClass(), o.pool('default', { nodeClass: 'missing' }), o.deployment('web', { replicas: 2 })],
    },
    {
      what: 'The same, and an existing node with free capacity, which kube-scheduler uses and Karpenter ignores',
      scenario: 'no-nodepool-and-room',
      objects: [
        o.nodeClass(),
        o.pool('default', { nodeClass: 'missing' }),
        ...o.node('own', { pool: null }),
        o.deployment('web', { replicas: 9, cpu: '1' }),
      ],
    },
    {
      what: 'Selectors and affinities that Karpenter supports',
      scenario: 'supported-selectors',
      objects: [
        ...base,
        ...[
          { 'karpenter.sh/nodepool': 'default' },
          { [o.zone]: 'us-east-1a' },
          { [o.type]: 'm5.large' },
          { [o.arch]: 'amd64' },
          { [o.os]: 'linux' },
          { [o.capacityType]: 'on-demand' },
          { 'topology.kubernetes.io/region': 'us-east-1' },
          { 'karpenter.sh/nodepool': 'unknown' },
          { 'topology.kubernetes.io/region': 'eu-west-1' },
          { 'karpenter.k8s.aws/ec2nodeclass': 'default' },
        ].map((nodeSelector, i) => o.deployment(`w${i}`, { spec: { nodeSelector } })),
      ],
    },
    { what: 'Accelerators', scenario: 'gpu-pool' },
    {
      what: 'Limits that the pods exceed, that they stay within, and that some of them exceed',
      scenario: 'limits-exceeded-and-met',
      objects: [
        o.nodeClass(),
        o.pool('small', { weight: 3, limits: { cpu: '1' } }),
        o.pool('partial', { weight: 2, limits: { cpu: '12', memory: '100Gi' } }),
        o.deployment('web', { replicas: 8, cpu: '3', memory: '1Gi', spec: alone }),
      ],
    },
    {
      what: 'A limit on GPUs',
      scenario: 'limits-of-gpus',
      objects: [
        o.nodeClass(),
        o.pool('default', {
          requirements: [o.within(o.family, 'g4dn'), o.within(o.size, 'xlarge', '12xlarge')],
          limits: { 'nvidia.com/gpu': '1' },
        }),
        o.deployment('train', { replicas: 3, requests: { cpu: '1', 'nvidia.com/gpu': '1' } }),
      ],
    },
    { what: 'Existing nodes count towards limits', scenario: 'limits-cpu-fall-through' },
    { what: 'A limit on nodes', scenario: 'limits-nodes-existing' },
    { what: 'A limit on nodes within one pass', scenario: 'limits-nodes-same-pass' },
    { what: 'DaemonSets count', scenario: 'daemonset-overhead' },
    {
      what: 'Host ports of DaemonSets',
      scenario: 'daemon-host-ports',
      objects: [
        ...base,
        o.daemonSet('agent', { container: { ports: [{ containerPort: 80, hostPort: 8080, protocol: 'TCP' }] } }),
        o.daemonSet('elsewhere', {
          container: { ports: [{ containerPort: 80, hostPort: 9090, protocol: 'TCP' }] },
          spec: { nodeSelector: { [o.arch]: 'arm64' } },
        }),
        o.deployment('same', { container: { ports: [{ containerPort: 80, hostPort: 8080, protocol: 'TCP' }] } }),
        o.deployment('other', { container: { ports: [{ containerPort: 80, hostPort: 9090, protocol: 'TCP' }] } }),
      ],
    },
    {
      what: 'DaemonSets that do not tolerate a startup taint still count',
      scenario: 'daemons-and-startup-taints',
      objects: [
        o.nodeClass(),
        o.pool('default', { startupTaints: [{ key: 'foo.com/taint', effect: 'NoSchedule' }] }),
        o.daemonSet('agent', { cpu: '1' }),
        o.deployment('web', { cpu: '1' }),
      ],
    },
    {
      what: 'A DaemonSet that leaves no capacity for other pods, because of its requests or its limits',
      scenario: 'daemons-too-large',
      objects: [
        ...base,
        o.daemonSet('agent', { container: { resources: { limits: { cpu: '10000', memory: '10000Gi' } } } }),
        o.deployment('web'),
      ],
    },
    {
      what: 'The pod of a DaemonSet counts, not its template',
      scenario: 'daemon-pod-before-template',
      objects: [
        ...base,
        o.daemonSet('agent', { cpu: '10' }),
        ...o.node('n', { allocatable: { cpu: '100m' } }),
        o.running('agent-1', 'n', { cpu: '1', owner: ['DaemonSet', 'agent'], labels: { app: 'agent' } }),
        o.deployment('web', { cpu: '2' }),
      ],
    },
    {
      what: 'A finished pod of a DaemonSet also counts if it is the newest',
      scenario: 'finished-daemon-pod-before-template',
      objects: [
        ...base,
        o.daemonSet('agent', { cpu: '10' }),
        ...o.node('n', { allocatable: { cpu: '100m' } }),
        o.running('agent-1', 'n', {
          cpu: '1',
          owner: ['DaemonSet', 'agent'],
          labels: { app: 'agent' },
          phase: 'Failed',
        }),
        o.deployment('web', { cpu: '2' }),
      ],
    },
    {
      what: 'Init containers of DaemonSets, including ones that are too large',
      scenario: 'daemon-init-containers',
      objects: [
        ...base,
        o.daemonSet('agent', {
          spec: { initContainers: [{ name: 'i', image: 'i', resources: { requests: { cpu: '3', memory: '3Gi' } } }] },
        }),
        o.deployment('web', { cpu: '2' }),
        o.deployment('large', { cpu: '6' }),
      ],
    },
    {
      what: 'DaemonSets without requests',
      scenario: 'daemons-without-requests',
      objects: [...base, o.daemonSet('agent', { requests: {} }), o.deployment('web')],
    },
    {
      what: 'DaemonSets that match no instance type, that select a label of the NodePool, and with `NotIn` on a label that nothing has',
      scenario: 'daemons-and-their-selectors',
      objects: [
        o.nodeClass(),
        o.pool('default', { labels: { foo: 'bar' } }),
        o.daemonSet('never', { cpu: '1', spec: { nodeSelector: { node: 'invalid' } } }),
        o.daemonSet('arm', { cpu: '1', spec: { nodeSelector: { [o.arch]: 'arm64' } } }),
        o.daemonSet('label', { cpu: '300m', spec: { nodeSelector: { foo: 'bar' } } }),
        o.daemonSet('not-in', { cpu: '400m', spec: o.requiring([o.expression('baz', 'NotIn', 'x')]) }),
        o.deployment('web', { cpu: '1' }),
      ],
    },
    { what: 'DaemonSets for only some instance types', scenario: 'daemonset-only-some-types' },
    {
      what: 'The node affinity that binds a daemon pod to its node does not apply to other nodes',
      scenario: 'daemon-pod-bound-by-affinity',
      objects: [
        ...base,
        o.daemonSet('agent', { cpu: '1', spec: o.requiring([o.expression('foo', 'DoesNotExist')]) }),
        ...o.node('n', { allocatable: { cpu: '100m' } }),
        o.running('agent-1', 'n', {
          cpu: '1',
          owner: ['DaemonSet', 'agent'],
          labels: { app: 'agent' },
          spec: {
            affinity: {
              nodeAffinity: {
                requiredDuringSchedulingIgnoredDuringExecution: {
                  nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }],
                },
              },
            },
          },
        }),
        o.deployment('web', { cpu: '2' }),
      ],
    },
    { what: 'DaemonSets with several node selector terms', scenario: 'daemonset-two-affinity-terms' },
    {
      what: 'DaemonSets with a preference that cannot be met, or on a NodePool with a `PreferNoSchedule` taint',
      scenario: 'daemons-and-preferences',
      objects: [
        o.nodeClass(),
        o.pool('default', { taints: [{ key: 'x', effect: 'PreferNoSchedule' }] }),
        o.daemonSet('agent', { cpu: '1', spec: o.preferring([o.within(o.arch, 'arm64')]) }),
        o.deployment('web', { cpu: '2' }),
      ],
    },
    {
      what: 'Pods can select labels that requirements give to nodes, also in Kubernetes domains',
      scenario: 'labels-from-requirements',
      objects: [
        o.nodeClass(),
        o.pool('default', {
          labels: { 'test-key-1': 'value' },
          requirements: [
            o.within('test-key-2', 'value'),
            o.expression('test-key-3', 'NotIn', 'value'),
            o.expression('test-key-4', 'Lt', '4'),
            o.expression('test-key-5', 'Gt', '5'),
            o.expression('test-key-6', 'Exists'),
            o.expression('test-key-7', 'DoesNotExist'),
          ],
        }),
        ...[
          { 'test-key-1': 'value' },
          { 'test-key-2': 'value' },
          { 'test-key-3': 'other' },
          { 'test-key-3': 'value' },
          { 'test-key-4': '3' },
          { 'test-key-5': '4' },
          { 'test-key-6': 'anything' },
          { 'test-key-7': 'x' },
        ].map((nodeSelector, i) => o.deployment(`w${i}`, { spec: { nodeSelector } })),
      ],
    },
    { what: 'Taints and tolerations', scenario: 'taints-and-tolerations' },
    { what: 'The overhead of DaemonSets counts once per node', scenario: 'daemonset-per-arch' },
    {
      what: '`PreferNoSchedule` is tolerated only after preferred node affinity was dropped',
      scenario: 'prefer-no-schedule-after-affinity',
      objects: [
        o.nodeClass(),
        o.pool('default', { taints: [{ key: 'foo', value: 'bar', effect: 'PreferNoSchedule' }] }),
        o.deployment('web', { spec: o.preferring([o.within(o.zone, 'invalid'), o.within(o.zone, 'us-east-1b')]) }),
      ],
    },
    {
      what: 'Preferences are ignored: node affinity',
      scenario: 'ignored-node-preferences',
      settings: ignore,
      objects: [
        ...base,
        o.deployment('zone', { spec: o.preferring([o.within(o.zone, 'us-east-1c')]) }),
        o.deployment('none', { spec: o.preferring([o.within(o.zone, 'invalid')]) }),
      ],
    },
    {
      what: 'Preferences are ignored: topology spread over zones and nodes',
      scenario: 'ignored-spread-preferences',
      settings: ignore,
      objects: [
        ...base,
        ...[o.zone, o.hostname].map((key, i) =>
          o.deployment(`w${i}`, {
            replicas: 4,
            spec: o.spreading(o.spread(key, { app: `w${i}` }, { whenUnsatisfiable: 'ScheduleAnyway' })),
          }),
        ),
      ],
    },
    {
      what: 'Preferences are ignored: affinity between pods',
      scenario: 'ignored-pod-preferences',
      settings: ignore,
      objects: [
        ...base,
        o.deployment('target', { cpu: '2' }),
        ...[o.zone, o.hostname].flatMap((key, i) => [
          o.deployment(`near-${i}`, {
            replicas: 2,
            cpu: '1',
            spec: o.preferred('podAffinity', o.term(key, { app: 'missing' })),
          }),
          o.deployment(`far-${i}`, {
            replicas: 3,
            spec: o.preferred('podAntiAffinity', o.term(key, { app: `far-${i}` })),
          }),
        ]),
      ],
    },
    { what: 'The same for `ScheduleAnyway` on nodes', scenario: 'schedule-anyway-preference-policy-ignore' },
    {
      what: 'Pods that select a NodePool by its name label or another label',
      scenario: 'pool-named-by-pod',
      objects: [
        o.nodeClass(),
        o.pool('default', { weight: 100 }),
        gold,
        o.deployment('named', { spec: { nodeSelector: { 'karpenter.sh/nodepool': 'gold' } } }),
        o.deployment('tier', { spec: { nodeSelector: { 'example.com/tier': 'gold' } } }),
        o.deployment('plain'),
      ],
    },
    {
      what: 'A NodePool with a `PreferNoSchedule` taint is not used if another can run the pods',
      scenario: 'prefer-no-schedule-other-pool',
      objects: [
        o.nodeClass(),
        o.pool('avoided', { weight: 10, taints: [{ key: 'foo', value: 'bar', effect: 'PreferNoSchedule' }] }),
        o.pool('other'),
        o.deployment('web'),
      ],
    },
    { what: 'The heaviest NodePool is tried first', scenario: 'weight-order' },
    { what: 'NodePools of the same weight', scenario: 'equal-weight-reverse-name' },
    {
      what: 'NodePools with fixed replicas launch nothing for pods; others do',
      scenario: 'static-and-dynamic-pools',
      objects: [o.nodeClass(), o.pool(), o.pool('fixed', { weight: 10, replicas: 0 }), o.deployment('web')],
    },
    { what: 'Pods wait for reserved capacity', scenario: 'reserved-capacity' },
    {
      what: 'A reservation that two NodePools share is counted once',
      scenario: 'reservation-shared-by-pools',
      settings: { reservations: { [id(1)]: 2 } },
      objects: [
        reservedClass('default', reservation(1)),
        o.pool('a', { requirements: [anyCapacity] }),
        o.pool('b', { requirements: [anyCapacity] }),
        o.deployment('web', { replicas: 2, cpu: '3', spec: { nodeSelector: { 'karpenter.sh/nodepool': 'a' } } }),
        o.deployment('api', { replicas: 1, cpu: '3', spec: { nodeSelector: { 'karpenter.sh/nodepool': 'b' } } }),
      ],
    },
    {
      what: 'Reservations of two NodePools for the same instance type and zone are counted separately',
      scenario: 'reservations-apart',
      settings: { reservations: { [id(1)]: 1, [id(2)]: 1 } },
      objects: [
        reservedClass('one', reservation(1)),
        reservedClass('two', reservation(2)),
        o.pool('a', { nodeClass: 'one', requirements: [anyCapacity] }),
        o.pool('b', { nodeClass: 'two', requirements: [anyCapacity] }),
        o.deployment('web', {
          replicas: 2,
          cpu: '3',
          spec: { ...alone, nodeSelector: { 'karpenter.sh/nodepool': 'a' } },
        }),
        o.deployment('api', {
          replicas: 2,
          cpu: '3',
          spec: { ...alone, nodeSelector: { 'karpenter.sh/nodepool': 'b' } },
        }),
      ],
    },
    {
      what: 'Several reservations for the same instance type and zone',
      scenario: 'reservations-together',
      settings: { reservations: { [id(1)]: 1, [id(2)]: 1 } },
      objects: [
        reservedClass('default', reservation(1), reservation(2)),
        o.pool('default', { requirements: [anyCapacity] }),
        o.deployment('web', { replicas: 3, cpu: '3', spec: alone }),
      ],
    },
    {
      what: 'Pods that wait for a reservation do not use a lighter NodePool instead, and keep their preferences',
      scenario: 'reservation-before-lighter-pool',
      settings: { reservations: { [id(1)]: 1 } },
      objects: [
        reservedClass('default', reservation(1)),
        o.nodeClass('plain'),
        o.pool('reserved', { weight: 50, requirements: [anyCapacity] }),
        o.pool('other', { nodeClass: 'plain' }),
        o.deployment('web', {
          replicas: 2,
          cpu: '3',
          spec: {
            ...o.preferring([o.within(o.zone, 'us-east-1a')]),
            ...o.spreading(o.spread(o.hostname, { app: 'web' })),
          },
        }),
      ],
    },
    {
      what: 'Several pods on reserved nodes',
      scenario: 'pods-on-reserved-nodes',
      settings: { reservations: { [id(1)]: 4 } },
      objects: [
        reservedClass('default', reservation(1)),
        o.pool('default', { requirements: [anyCapacity] }),
        o.deployment('web', { replicas: 7, cpu: '1500m', memory: '1Gi' }),
      ],
    },
    {
      what: 'A reservation without free instances does not count',
      scenario: 'reservation-used-up',
      settings: { reservations: { [id(1)]: 0 } },
      objects: [
        reservedClass('default', reservation(1)),
        o.pool('default', { requirements: [anyCapacity] }),
        o.pool('only', { requirements: [o.within(o.capacityType, 'reserved')] }),
        o.deployment('web', { cpu: '3' }),
        o.deployment('only', { cpu: '3', spec: { nodeSelector: { [o.capacityType]: 'reserved' } } }),
      ],
    },
    {
      what: 'A pod is not placed on a node if that would leave the node no reserved offering',
      scenario: 'reserved-offerings-stay',
      settings: { reservations: { [id(1)]: 1, [id(2)]: 1 } },
      objects: [
        reservedClass('default', reservation(1), reservation(2, 'us-east-1b', 'm5.2xlarge')),
        o.pool('default', { requirements: [o.within(o.capacityType, 'reserved')] }),
        o.deployment('a', { cpu: '3', spec: { nodeSelector: { [o.zone]: 'us-east-1a' } } }),
        o.deployment('any', { replicas: 3, cpu: '2' }),
      ],
    },
  ],
};
