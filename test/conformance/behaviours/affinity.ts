import type { Suite } from './behaviour.ts';
import * as o from './objects.ts';

const base = [o.nodeClass(), o.pool()];
const arches = o.pool('default', {
  requirements: [o.within(o.arch, 'amd64', 'arm64'), o.within(o.family, 'm5', 'm6g')],
});
const near = (key: string, app: string, more: object = {}) => o.required('podAffinity', o.term(key, { app }, more));
const far = (key: string, app: string) => o.required('podAntiAffinity', o.term(key, { app }));
const inZone = (zone: string) => ({ nodeSelector: { [o.zone]: zone } });

/** core pkg/controllers/provisioning/scheduling/topology_test.go: affinity between pods. */
export const affinity: Suite = {
  suite: 'core pkg/controllers/provisioning/scheduling/topology_test.go: affinity between pods',
  behaviours: [
    {
      what: 'Empty affinity and anti-affinity have no effect',
      scenario: 'empty-pod-affinity',
      objects: [...base, o.deployment('web', { spec: { affinity: { podAffinity: {}, podAntiAffinity: {} } } })],
    },
    { what: 'Affinity to pods on the same node', scenario: 'pod-affinity-hostname' },
    {
      what: 'Affinity with the architecture as topology key: the same architecture, not the same node',
      scenario: 'pod-affinity-architecture',
      objects: [
        o.nodeClass(),
        arches,
        o.deployment('target', { cpu: '2', spec: { nodeSelector: { [o.arch]: 'arm64' } } }),
        o.deployment('follower', { cpu: '1', spec: near(o.arch, 'target') }),
      ],
    },
    {
      what: 'Pods with affinity to each other on a node: they share one node, and the rest fail when it is full',
      scenario: 'self-affinity-hostname',
      objects: [
        o.nodeClass('default', { kubelet: { maxPods: 5 } }),
        o.pool(),
        o.deployment('web', { replicas: 3, spec: near(o.hostname, 'web') }),
        o.deployment('many', { replicas: 10, cpu: '10m', memory: '10Mi', spec: near(o.hostname, 'many') }),
      ],
    },
    {
      what: 'Pods with affinity to each other on a node, while one of them runs in a zone that the others exclude',
      scenario: 'self-affinity-hostname-in-zone',
      objects: [
        ...base,
        ...o.node('a'),
        o.running('web-1', 'a', { labels: { app: 'web' } }),
        o.deployment('web', {
          replicas: 5,
          spec: o.together(near(o.hostname, 'web'), o.requiring([o.within(o.zone, 'us-east-1b', 'us-east-1c')])),
        }),
      ],
    },
    { what: 'Pods with affinity to each other in a zone', scenario: 'pod-affinity-zone-bootstrap' },
    {
      what: 'The same, and the pods require a certain zone',
      scenario: 'self-affinity-zone-constrained',
      objects: [
        ...base,
        o.deployment('web', { replicas: 3, spec: { ...near(o.zone, 'web'), ...inZone('us-east-1c') } }),
      ],
    },
    {
      what: 'Two pods with affinity to each other, whose node selectors exclude each other',
      scenario: 'self-affinity-incompatible-selectors',
      objects: [
        o.nodeClass(),
        arches,
        o.deployment('a', {
          labels: { group: 'x' },
          spec: { ...o.required('podAffinity', o.term(o.arch, { group: 'x' })), nodeSelector: { [o.arch]: 'amd64' } },
        }),
        o.deployment('b', {
          labels: { group: 'x' },
          spec: { ...o.required('podAffinity', o.term(o.arch, { group: 'x' })), nodeSelector: { [o.arch]: 'arm64' } },
        }),
      ],
    },
    {
      what: 'Preferred affinity and anti-affinity are relaxed if they cannot be met',
      scenario: 'preferred-pod-affinity-gives-way',
      objects: [
        ...base,
        o.deployment('lonely', { spec: o.preferred('podAffinity', o.term(o.hostname, { app: 'missing' })) }),
        o.deployment('zoned', { replicas: 5, spec: o.preferred('podAntiAffinity', o.term(o.zone, { app: 'zoned' })) }),
      ],
    },
    { what: 'Anti-affinity to pods on the same node', scenario: 'anti-affinity-hostname' },
    {
      what: 'Anti-affinity in zones, with the target placed first or last',
      scenario: 'anti-affinity-zone-order',
      objects: [
        ...base,
        ...o.zones.map((zone, i) =>
          o.deployment(`target-${i}`, { cpu: '2', labels: { group: 'x' }, spec: inZone(zone) }),
        ),
        o.deployment('away', { cpu: '1', spec: o.required('podAntiAffinity', o.term(o.zone, { group: 'x' })) }),
        o.deployment('first', { cpu: '4', spec: o.required('podAntiAffinity', o.term(o.zone, { group: 'y' })) }),
        o.deployment('later', { cpu: '100m', labels: { group: 'y' } }),
      ],
    },
    {
      what: 'Anti-affinity with the architecture as topology key',
      scenario: 'anti-affinity-architecture',
      objects: [
        o.nodeClass(),
        arches,
        o.deployment('target', { cpu: '2', spec: { nodeSelector: { [o.arch]: 'amd64' } } }),
        o.deployment('away', { cpu: '1', spec: far(o.arch, 'target') }),
      ],
    },
    { what: 'Anti-affinity of other pods keeps a pod away', scenario: 'anti-affinity-inverse' },
    {
      what: 'Anti-affinity of pods in every zone keeps others out of all zones; preferred anti-affinity does not',
      scenario: 'anti-affinity-inverse-zones',
      objects: [
        ...base,
        ...o.zones.map((zone, i) =>
          o.deployment(`hard-${i}`, { cpu: '2', spec: { ...far(o.zone, 'web'), ...inZone(zone) } }),
        ),
        ...o.zones.map((zone, i) =>
          o.deployment(`soft-${i}`, {
            cpu: '2',
            spec: { ...o.preferred('podAntiAffinity', o.term(o.zone, { app: 'api' })), ...inZone(zone) },
          }),
        ),
        o.deployment('web', { cpu: '1' }),
        o.deployment('api', { cpu: '1' }),
      ],
    },
    {
      what: 'A pod with anti-affinity whose zone is not decided yet keeps others out of all possible zones',
      scenario: 'anti-affinity-open-zone',
      objects: [
        ...base,
        o.deployment('anywhere', { cpu: '2', spec: far(o.zone, 'web') }),
        o.deployment('web', { cpu: '1' }),
      ],
    },
    { what: 'Anti-affinity of running pods', scenario: 'anti-affinity-bound-pod' },
    {
      what: 'Preferred anti-affinity of running pods keeps no pods away',
      scenario: 'preferred-anti-affinity-of-running-pods',
      objects: [
        ...base,
        ...o.zones.flatMap((zone, i) => o.node(`n${i}`, { zone, allocatable: { cpu: '600m' } })),
        ...o.zones.map((_, i) =>
          o.running(`held-${i}`, `n${i}`, { spec: o.preferred('podAntiAffinity', o.term(o.zone, { app: 'web' })) }),
        ),
        o.deployment('web', { cpu: '1' }),
      ],
    },
    {
      what: 'A preference that contradicts a requirement is relaxed',
      scenario: 'affinity-preference-against-requirement',
      objects: [
        ...base,
        o.deployment('target', { cpu: '2', spec: inZone('us-east-1a') }),
        o.deployment('web', {
          replicas: 3,
          cpu: '1',
          spec: {
            ...o.preferred('podAffinity', o.term(o.hostname, { app: 'target' })),
            ...o.spreading(o.spread(o.hostname, { app: 'web' })),
          },
        }),
      ],
    },
    { what: 'Affinity to pods that do not exist', scenario: 'pod-affinity-target-missing' },
    {
      what: 'Affinity to a pod whose zone is not decided yet fails in this pass',
      scenario: 'affinity-to-unpinned-pod-fails',
    },
    {
      what: 'Affinity to a pod whose zone is decided',
      scenario: 'affinity-to-pinned-pod',
      objects: [
        ...base,
        o.deployment('target', { cpu: '2', spec: inZone('us-east-1b') }),
        o.deployment('followers', { replicas: 4, cpu: '1', spec: near(o.zone, 'target') }),
      ],
    },
    {
      what: 'Affinities that depend on each other',
      scenario: 'dependent-affinities',
      objects: [
        ...base,
        o.deployment('db', { cpu: '400m' }),
        o.deployment('web', { cpu: '300m', spec: near(o.hostname, 'db') }),
        o.deployment('cache', { cpu: '200m', spec: near(o.hostname, 'web') }),
        o.deployment('ui', { cpu: '100m', spec: near(o.hostname, 'cache') }),
      ],
    },
    {
      what: 'Affinities that form a circle, or whose first target does not exist, fail',
      scenario: 'cyclic-affinity',
      objects: [
        ...base,
        o.deployment('a', { cpu: '300m', spec: near(o.hostname, 'b') }),
        o.deployment('b', { cpu: '200m', spec: near(o.hostname, 'c') }),
        o.deployment('c', { cpu: '100m', spec: near(o.hostname, 'a') }),
        o.deployment('free'),
      ],
    },
    {
      what: 'Affinity applies to namespaces: the pod’s namespace, a list, or all with an empty selector',
      scenario: 'affinity-across-namespaces',
      objects: [
        ...base,
        o.namespace('other', { kind: 'other' }),
        o.deployment('target', { namespace: 'other', cpu: '2', spec: inZone('us-east-1b') }),
        o.deployment('own', { cpu: '1', spec: near(o.zone, 'target') }),
        o.deployment('listed', { cpu: '1', spec: near(o.zone, 'target', { namespaces: ['other'] }) }),
        o.deployment('selected', {
          cpu: '1',
          spec: near(o.zone, 'target', { namespaceSelector: { matchLabels: { kind: 'other' } } }),
        }),
        o.deployment('all', { cpu: '1', spec: near(o.zone, 'target', { namespaceSelector: {} }) }),
      ],
    },
    {
      what: 'Taints of the NodePool: tolerated, not tolerated, startup taints, tolerations with `Exists`',
      scenario: 'pool-taints',
      objects: [
        o.nodeClass(),
        o.pool('default', {
          taints: [{ key: 'team', value: 'a', effect: 'NoSchedule' }],
          startupTaints: [{ key: 'ignored', effect: 'NoSchedule' }],
        }),
        o.deployment('tolerates', {
          spec: { tolerations: [{ key: 'team', operator: 'Equal', value: 'a', effect: 'NoSchedule' }] },
        }),
        o.deployment('exists', { spec: { tolerations: [{ key: 'team', operator: 'Exists' }] } }),
        o.deployment('all', { spec: { tolerations: [{ operator: 'Exists' }] } }),
        o.deployment('other-value', { spec: { tolerations: [{ key: 'team', operator: 'Equal', value: 'b' }] } }),
        o.deployment('other-effect', {
          spec: { tolerations: [{ key: 'team', operator: 'Exists', effect: 'NoExecute' }] },
        }),
        o.deployment('none'),
      ],
    },
  ],
};
