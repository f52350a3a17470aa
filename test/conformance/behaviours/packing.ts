import type { Suite } from './behaviour.ts';
import * as o from './objects.ts';

const base = [o.nodeClass(), o.pool()];
const container = (cpu: string, more: object = {}): object => ({
  name: `c${cpu}`,
  image: 'app',
  resources: { requests: { cpu, memory: '1Gi' } },
  ...more,
});
const sidecar = { restartPolicy: 'Always' };
const daemonPod = (name: string, on: string, agent: string, cpu = '200m') =>
  o.running(name, on, { cpu, memory: '256Mi', owner: ['DaemonSet', agent], labels: { app: agent } });
const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' };
const startup = { key: 'example.com/starting', value: 'true', effect: 'NoSchedule' };

/** core pkg/controllers/provisioning/scheduling/suite_test.go: packing, in-flight, existing and deleting nodes. */
export const packing: Suite = {
  suite: 'core pkg/controllers/provisioning/scheduling/suite_test.go: packing and nodes',
  behaviours: [
    {
      what: 'Small pods run on the smallest instance type, and several of them share a node',
      scenario: 'small-pods-smallest-type',
      objects: [...base, o.deployment('small', { replicas: 3, cpu: '100m', memory: '128Mi' })],
    },
    {
      what: 'The overhead in the spec of a pod counts',
      scenario: 'runtime-class-overhead',
      objects: [
        ...base,
        o.deployment('sandboxed', {
          cpu: '1',
          spec: { runtimeClassName: 'kata', overhead: { cpu: '2', memory: '1Gi' } },
        }),
      ],
    },
    { what: 'A new node once one is full', scenario: 'binpack-single-deployment' },
    { what: 'Large and small pods together', scenario: 'binpack-mixed-sizes' },
    {
      what: 'Pods are packed tightly: the instance type that holds both pods is used if possible',
      scenario: 'tight-packing',
      objects: [
        ...base,
        o.deployment('large', { cpu: '6', memory: '8Gi' }),
        o.deployment('small', { cpu: '1500m', memory: '2Gi' }),
      ],
    },
    {
      what: 'A request of zero counts as no request',
      scenario: 'zero-requests',
      objects: [...base, o.deployment('zero', { requests: { 'nvidia.com/gpu': '0', cpu: '0' } })],
    },
    {
      what: 'The maximum number of pods on a node is a resource',
      scenario: 'pods-per-node',
      objects: [
        o.nodeClass('default', { kubelet: { maxPods: 5 } }),
        o.pool(),
        o.deployment('tiny', { replicas: 12, cpu: '10m', memory: '10Mi' }),
      ],
    },
    {
      what: 'Requests of init containers count, and can be too large for any instance type',
      scenario: 'init-containers',
      objects: [
        ...base,
        o.deployment('needs', { cpu: '1', spec: { initContainers: [container('5')] } }),
        o.deployment('too-large', { cpu: '1', spec: { initContainers: [container('500')] } }),
      ],
    },
    {
      what: 'Sidecars before and after init containers',
      scenario: 'sidecars-and-init-containers',
      objects: [
        ...base,
        o.deployment('init-first', { cpu: '1', spec: { initContainers: [container('4'), container('2', sidecar)] } }),
        o.deployment('sidecar-first', {
          cpu: '1',
          spec: { initContainers: [container('2', sidecar), container('4')] },
        }),
        o.deployment('sidecar-outweighs', {
          cpu: '3',
          spec: { initContainers: [container('4', sidecar), container('1')] },
        }),
      ],
    },
    { what: 'Pod-level requests', scenario: 'pod-level-resources-and-init' },
    {
      what: 'Instance types are chosen by what fits, regardless of their price',
      scenario: 'fit-before-price',
      objects: [
        o.nodeClass(),
        o.pool('default', {
          without: [o.family, o.size],
          requirements: [o.within(o.type, 'r5.large', 'c5.4xlarge', 'm5.xlarge')],
        }),
        o.deployment('memory', { cpu: '500m', memory: '15Gi' }),
        o.deployment('cpu', { cpu: '12', memory: '1Gi' }),
      ],
    },
    {
      what: 'Pods without requests are placed',
      scenario: 'no-requests',
      objects: [...base, o.deployment('nothing', { requests: {} })],
    },
    { what: 'Pods are placed on an in-flight node before a new one is created', scenario: 'in-flight-nodeclaim' },
    {
      what: 'An in-flight node is used only for pods whose selectors it matches',
      scenario: 'in-flight-and-selectors',
      objects: [
        ...base,
        ...o.node('coming', { state: 'in-flight', zone: 'us-east-1b' }),
        o.deployment('meets', { spec: { nodeSelector: { [o.zone]: 'us-east-1b' } } }),
        o.deployment('other', { spec: { nodeSelector: { [o.zone]: 'us-east-1c' } } }),
      ],
    },
    {
      what: 'A pod that no longer fits on an in-flight node gets a new node',
      scenario: 'in-flight-full',
      objects: [
        ...base,
        ...o.node('coming', { state: 'registered' }),
        o.running('used', 'coming', { cpu: '3' }),
        o.deployment('web', { cpu: '2' }),
      ],
    },
    {
      what: 'A node that is being deleted gets no pods, and its pods are placed again',
      scenario: 'deleting-node',
      objects: [
        ...base,
        ...o.node('leaving', { state: 'deleting' }),
        o.running('api', 'leaving', { cpu: '1' }),
        o.deployment('web'),
      ],
    },
    {
      what: 'Pods spread over zones and hosts with in-flight nodes',
      scenario: 'spread-over-in-flight-nodes',
      objects: [
        ...base,
        ...o.node('a', { state: 'registered', zone: 'us-east-1a' }),
        ...o.node('b', { state: 'in-flight', zone: 'us-east-1b' }),
        o.running('web-1', 'a', { cpu: '500m', labels: { app: 'web' } }),
        o.deployment('web', { replicas: 4, spec: o.spreading(o.spread(o.zone, { app: 'web' })) }),
        o.deployment('hosts', { replicas: 4, spec: o.spreading(o.spread(o.hostname, { app: 'hosts' })) }),
      ],
    },
    { what: 'Taints of uninitialized nodes', scenario: 'uninitialized-node-taints' },
    {
      what: 'All taints of an initialized node count, including startup taints',
      scenario: 'taints-after-initialization',
      objects: [
        ...base,
        ...o.node('started', { taints: [startup], startupTaints: [startup] }),
        ...o.node('starting', { state: 'registered', taints: [startup, notReady], startupTaints: [startup] }),
        ...o.node('not-ready', { taints: [notReady] }),
        o.deployment('web', { replicas: 3, cpu: '1' }),
      ],
    },
    {
      what: 'Daemon pods that already run on a node are not counted twice; expected ones are counted',
      scenario: 'daemons-still-to-come',
      objects: [
        ...base,
        o.daemonSet('agent', { cpu: '1' }),
        o.daemonSet('logger', { cpu: '500m' }),
        ...o.node('half', { state: 'registered' }),
        daemonPod('agent-1', 'half', 'agent', '1'),
        o.deployment('web', { replicas: 4, cpu: '1' }),
      ],
    },
    {
      what: 'A daemon pod on a node that its DaemonSet does not select still takes up capacity',
      scenario: 'unexpected-daemon-pod',
      objects: [
        ...base,
        o.daemonSet('agent', { cpu: '1', spec: { nodeSelector: { 'example.com/agent': 'yes' } } }),
        o.daemonSet('logger', { cpu: '500m' }),
        ...o.node('n', { state: 'registered' }),
        daemonPod('agent-1', 'n', 'agent', '1'),
        o.deployment('web', { replicas: 4, cpu: '1' }),
      ],
    },
    {
      what: 'DaemonSets that require registered or initialized nodes count on new nodes',
      scenario: 'daemons-on-initialized-nodes',
      objects: [
        ...base,
        o.daemonSet('late', { cpu: '1', spec: o.requiring([o.within('karpenter.sh/initialized', 'true')]) }),
        o.daemonSet('registered', { cpu: '1', spec: o.requiring([o.within('karpenter.sh/registered', 'true')]) }),
        o.deployment('web', { cpu: '1' }),
      ],
    },
    {
      what: 'In-flight nodes are filled before new ones are launched',
      scenario: 'in-flight-filled-first',
      objects: [
        ...base,
        ...o.node('a', { state: 'in-flight' }),
        ...o.node('b', { state: 'in-flight' }),
        o.deployment('web', { replicas: 9, cpu: '1' }),
      ],
    },
    {
      what: 'Initialized nodes come before others, regardless of their names',
      scenario: 'initialized-nodes-first',
      objects: [
        ...base,
        ...o.node('a-coming', { state: 'registered' }),
        ...o.node('b-flying', { state: 'in-flight' }),
        ...o.node('z-ready'),
        o.deployment('web'),
      ],
    },
    { what: 'Pods with the same host port get separate nodes', scenario: 'host-ports' },
    {
      what: 'Pods are placed on a node that Karpenter does not own',
      scenario: 'unowned-node',
      objects: [...base, ...o.node('own', { pool: null }), o.deployment('web', { replicas: 5, cpu: '1' })],
    },
    {
      what: 'A pod that fits no existing node gets a new node of a suitable NodePool',
      scenario: 'existing-node-unsuitable',
      objects: [
        ...base,
        ...o.node('own', { pool: null }),
        o.deployment('web', { spec: { nodeSelector: { [o.family]: 'c5' } } }),
      ],
    },
    { what: 'Free capacity of existing nodes is used first', scenario: 'existing-node-free-room' },
    {
      what: 'A DaemonSet that does not match an existing node takes up no capacity there',
      scenario: 'daemon-not-for-existing-node',
      objects: [
        ...base,
        o.daemonSet('agent', { cpu: '3', spec: o.requiring([o.within('example.com/agent', 'yes')]) }),
        ...o.node('n'),
        o.deployment('web', { cpu: '3' }),
      ],
    },
    {
      what: 'An extended resource that the kubelet has not reported yet still counts as available',
      scenario: 'extended-resource-not-yet-reported',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within(o.family, 'g4dn')] }),
        ...o.node('gpu', { state: 'registered', allocatable: { 'nvidia.com/gpu': '0' } }),
        o.deployment('train', { requests: { cpu: '1', 'nvidia.com/gpu': '1' } }),
      ],
    },
    {
      what: 'Pods on a deleting node are not placed again if they cannot be evicted, have finished, or belong to a DaemonSet',
      scenario: 'pods-that-stay-on-deleting-node',
      objects: [
        ...base,
        o.daemonSet('agent'),
        ...o.node('leaving', { state: 'deleting' }),
        o.running('active', 'leaving'),
        o.running('held', 'leaving', { annotations: { 'karpenter.sh/do-not-disrupt': 'true' } }),
        o.running('done', 'leaving', { phase: 'Succeeded' }),
        o.running('failed', 'leaving', { phase: 'Failed' }),
        daemonPod('agent-1', 'leaving', 'agent'),
      ],
    },
    {
      what: 'Terminating pods on a deleting node: a pod of a StatefulSet is placed again, a pod of a ReplicaSet is not',
      scenario: 'terminating-pods-on-deleting-node',
      objects: [
        ...base,
        ...o.node('leaving', { state: 'deleting' }),
        o.running('db-0', 'leaving', {
          owner: ['StatefulSet', 'db'],
          metadata: { deletionTimestamp: '2026-01-01T00:30:00Z', finalizers: ['example.com/hold'] },
        }),
        o.running('web-x', 'leaving', {
          owner: ['ReplicaSet', 'web'],
          metadata: { deletionTimestamp: '2026-01-01T00:30:00Z', finalizers: ['example.com/hold'] },
        }),
      ],
    },
    {
      what: 'PodDisruptionBudgets that always block keep pods on a deleting node; so do several budgets for one pod',
      scenario: 'budgets-block-deleting-node',
      objects: [
        ...base,
        ...o.node('leaving', { state: 'deleting' }),
        ...['none', 'none-percent', 'all', 'two', 'free'].map((name) => o.running(name, 'leaving', { cpu: '200m' })),
        o.budget('none', { app: 'none' }, { maxUnavailable: 0 }),
        o.budget('none-percent', { app: 'none-percent' }, { maxUnavailable: '0%' }),
        o.budget('all', { app: 'all' }, { minAvailable: '100%' }),
        o.budget('two', { app: 'two' }, { maxUnavailable: 1 }),
        o.budget('two-more', { app: 'two' }, { maxUnavailable: 1 }),
        o.budget('free', { app: 'free' }, { maxUnavailable: 1 }),
      ],
    },
  ],
};
