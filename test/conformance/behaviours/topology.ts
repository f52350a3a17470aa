import type { Suite } from './behaviour.ts';
import * as o from './objects.ts';

const base = [o.nodeClass(), o.pool()];
const web = { app: 'web' };
const webs = (replicas: number, ...constraints: readonly object[]) =>
  o.deployment('web', { replicas, spec: o.spreading(...constraints) });
const both = o.pool('default', { requirements: [o.within(o.capacityType, 'spot', 'on-demand')] });
const rack = 'example.com/rack';
const racks = (...values: string[]) => o.within(rack, ...values);
const reserved = { key: 'example.com/reserved', value: 'yes', effect: 'NoSchedule' };
const anyway = { whenUnsatisfiable: 'ScheduleAnyway' };

/** core pkg/controllers/provisioning/scheduling/topology_test.go: topology spread. */
export const topology: Suite = {
  suite: 'core pkg/controllers/provisioning/scheduling/topology_test.go: spread',
  behaviours: [
    {
      what: 'A topology key that no node has',
      scenario: 'spread-unknown-key',
      objects: [...base, webs(2, o.spread('unknown', web))],
    },
    {
      what: 'No selector, an empty one, and an invalid one',
      scenario: 'spread-selectors',
      objects: [
        ...base,
        o.deployment('nil', {
          replicas: 2,
          spec: o.spreading({ maxSkew: 1, topologyKey: o.zone, whenUnsatisfiable: 'DoNotSchedule' }),
        }),
        o.deployment('empty', { replicas: 4, spec: o.spreading({ ...o.spread(o.zone, {}), labelSelector: {} }) }),
        o.deployment('expressions', {
          replicas: 4,
          spec: o.spreading({
            ...o.spread(o.zone, {}),
            labelSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['expressions'] }] },
          }),
        }),
      ],
    },
    { what: 'Pods are balanced over zones', scenario: 'zone-spread-three-zones' },
    {
      what: 'Requirements and labels of the NodePool limit the zones of the spread',
      scenario: 'spread-within-pool-zones',
      objects: [
        o.nodeClass(),
        o.pool('default', {
          requirements: [o.within(o.zone, 'us-east-1a', 'us-east-1b')],
          labels: { [o.zone]: 'us-east-1b' },
        }),
        webs(4, o.spread(o.zone, web)),
      ],
    },
    {
      what: 'The zones of several NodePools together are the domains',
      scenario: 'spread-over-pools',
      objects: [
        o.nodeClass(),
        o.pool('a', { requirements: [o.within(o.zone, 'us-east-1a')] }),
        o.pool('bc', {
          labels: { [o.zone]: 'us-east-1b' },
          requirements: [o.within(o.zone, 'us-east-1b', 'us-east-1c')],
        }),
        webs(5, o.spread(o.zone, web)),
      ],
    },
    {
      what: 'Running pods count in their domain; pods without a node or with other labels do not count',
      scenario: 'spread-counts-running-pods',
      objects: [
        ...base,
        ...o.node('a'),
        ...o.node('b', { zone: 'us-east-1b' }),
        ...o.node('own', { pool: null, zone: 'us-east-1c', allocatable: { cpu: '100m' } }),
        o.running('web-1', 'a', { labels: web }),
        o.running('web-2', 'a', { labels: web }),
        o.running('web-3', 'gone', { labels: web }),
        o.running('other', 'b'),
        o.running('done', 'b', { labels: web, phase: 'Succeeded' }),
        o.running('failed', 'b', { labels: web, phase: 'Failed' }),
        webs(3, o.spread(o.zone, web)),
      ],
    },
    {
      what: 'The zone with the fewest pods cannot take more: other zones do, as far as the skew allows',
      scenario: 'spread-minimum-is-full',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within(o.zone, 'us-east-1a')] }),
        ...o.node('b', { zone: 'us-east-1b', allocatable: { cpu: '600m' } }),
        ...o.node('c', { zone: 'us-east-1c', allocatable: { cpu: '600m' } }),
        o.running('web-b', 'b', { labels: web }),
        o.running('web-c', 'c', { labels: web }),
        webs(6, o.spread(o.zone, web)),
      ],
    },
    {
      what: 'If the skew is already exceeded, pods are placed only in the emptiest domains',
      scenario: 'spread-already-skewed',
      objects: [
        ...base,
        ...o.node('a', { allocatable: { cpu: '2600m' } }),
        ...['1', '2', '3', '4', '5'].map((i) => o.running(`web-${i}`, 'a', { labels: web })),
        webs(6, o.spread(o.zone, web)),
      ],
    },
    {
      what: 'Selectors that match each other’s pods',
      scenario: 'spread-interdependent-selectors',
      objects: [
        ...base,
        o.deployment('web', {
          replicas: 5,
          labels: { tier: 'x' },
          spec: o.spreading(o.spread(o.hostname, { tier: 'y' })),
        }),
        o.deployment('api', { replicas: 3, labels: { tier: 'y' }, spec: o.spreading(o.spread(o.zone, { tier: 'x' })) }),
      ],
    },
    { what: '`minDomains` with fewer domains than that', scenario: 'min-domains' },
    {
      what: '`minDomains` with exactly as many domains, and with more',
      scenario: 'min-domains-met',
      objects: [
        ...base,
        webs(11, o.spread(o.zone, web, { minDomains: 3 })),
        o.deployment('api', { replicas: 11, spec: o.spreading(o.spread(o.zone, { app: 'api' }, { minDomains: 2 })) }),
      ],
    },
    {
      what: 'Pods are balanced over nodes, up to the skew',
      scenario: 'spread-over-hosts',
      objects: [
        ...base,
        webs(4, o.spread(o.hostname, web)),
        o.deployment('api', { replicas: 4, spec: o.spreading(o.spread(o.hostname, { app: 'api' }, { maxSkew: 4 })) }),
      ],
    },
    {
      what: 'Several Deployments spread over nodes with several architectures',
      scenario: 'spread-over-hosts-and-architectures',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within(o.arch, 'amd64', 'arm64'), o.within(o.family, 'm5', 'm6g')] }),
        o.deployment('intel', {
          replicas: 2,
          spec: { ...o.spreading(o.spread(o.hostname, { app: 'intel' })), nodeSelector: { [o.arch]: 'amd64' } },
        }),
        o.deployment('arm', {
          replicas: 2,
          spec: { ...o.spreading(o.spread(o.hostname, { app: 'arm' })), nodeSelector: { [o.arch]: 'arm64' } },
        }),
      ],
    },
    { what: 'Pods are balanced over capacity types', scenario: 'capacity-type-spread' },
    {
      what: 'The capacity types that the NodePool allows limit the spread; the skew is enforced or relaxed',
      scenario: 'spread-over-capacity-types',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within(o.capacityType, 'on-demand')] }),
        ...o.node('spot', { capacityType: 'spot', allocatable: { cpu: '600m' } }),
        o.running('web-1', 'spot', { labels: web }),
        o.running('api-1', 'spot', { labels: { app: 'api' } }),
        webs(5, o.spread(o.capacityType, web)),
        o.deployment('api', { replicas: 5, spec: o.spreading(o.spread(o.capacityType, { app: 'api' }, anyway)) }),
      ],
    },
    {
      what: 'Pods are balanced over architectures',
      scenario: 'spread-over-architectures',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [o.within(o.arch, 'amd64', 'arm64'), o.within(o.family, 'm5', 'm6g')] }),
        webs(4, o.spread(o.arch, web)),
      ],
    },
    {
      what: 'Spread over zones and nodes together',
      scenario: 'spread-over-zones-and-hosts',
      objects: [...base, webs(7, o.spread(o.zone, web), o.spread(o.hostname, web, { maxSkew: 3 }))],
    },
    {
      what: 'NodePools with one capacity type and a custom label each: pods are balanced over the label',
      scenario: 'spread-over-pool-label',
      objects: [
        o.nodeClass(),
        o.pool('spot', { requirements: [o.within(o.capacityType, 'spot'), racks('1', '2', '3', '4')] }),
        o.pool('on-demand', { requirements: [racks('5')] }),
        webs(10, o.spread(rack, web)),
      ],
    },
    {
      what: 'Spread over zones and capacity types together, and also over nodes',
      scenario: 'spread-over-everything',
      objects: [
        o.nodeClass(),
        both,
        webs(6, o.spread(o.capacityType, web), o.spread(o.zone, web), o.spread(o.hostname, web, { maxSkew: 2 })),
      ],
    },
    { what: 'matchLabelKeys keeps Deployments apart', scenario: 'match-label-keys' },
    {
      what: '`matchLabelKeys` that the pod does not have',
      scenario: 'match-label-keys-unknown',
      objects: [...base, webs(4, o.spread(o.hostname, web, { matchLabelKeys: ['unknown-label'] }))],
    },
    {
      what: 'Domains of tainted nodes and NodePools: `nodeTaintsPolicy` `Ignore` and `Honor`',
      scenario: 'taints-policy-of-nodes-and-pools',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [racks('one', 'two')] }),
        o.pool('tainted', { requirements: [racks('three')], taints: [reserved] }),
        ...o.node('four', { labels: { [rack]: 'four' }, taints: [reserved] }),
        webs(4, o.spread(rack, web, { nodeTaintsPolicy: 'Honor' })),
        o.deployment('api', {
          replicas: 4,
          spec: o.spreading(o.spread(rack, { app: 'api' }, { nodeTaintsPolicy: 'Ignore' })),
        }),
      ],
    },
    {
      what: 'NodePools whose taints exclude each other share domains',
      scenario: 'taints-policy-of-exclusive-pools',
      objects: [
        o.nodeClass(),
        o.pool('a', { requirements: [racks('one', 'two')], taints: [{ ...reserved, value: 'a' }] }),
        o.pool('b', { requirements: [racks('two', 'three')], taints: [{ ...reserved, value: 'b' }] }),
        ...['a', 'b'].map((name) =>
          o.deployment(name, {
            replicas: 3,
            spec: {
              ...o.spreading(o.spread(rack, { app: name }, { nodeTaintsPolicy: 'Honor' })),
              tolerations: [{ key: reserved.key, operator: 'Equal', value: name, effect: 'NoSchedule' }],
            },
          }),
        ),
      ],
    },
    { what: '`nodeTaintsPolicy: Honor` with zones', scenario: 'zone-spread-taints-policy-honor' },
    {
      what: 'Domains of nodes that a pod does not select: `nodeAffinityPolicy` `Ignore` and `Honor`',
      scenario: 'affinity-policy-of-nodes',
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [racks('one', 'two')], labels: { 'example.com/kind': 'x' } }),
        ...o.node('three', { pool: null, labels: { [rack]: 'three', 'example.com/kind': 'y' } }),
        ...['Honor', 'Ignore'].map((nodeAffinityPolicy) =>
          o.deployment(nodeAffinityPolicy.toLowerCase(), {
            replicas: 4,
            spec: {
              ...o.spreading(o.spread(rack, { app: nodeAffinityPolicy.toLowerCase() }, { nodeAffinityPolicy })),
              nodeSelector: { 'example.com/kind': 'x' },
            },
          }),
        ),
      ],
    },
    { what: '`nodeAffinityPolicy: Ignore` with zones', scenario: 'zone-spread-affinity-policy-ignore' },
    { what: 'A node selector limits the domains', scenario: 'zone-spread-skew-blocked-by-selector' },
    {
      what: 'Required node affinity limits the domains; preferred node affinity does not',
      scenario: 'spread-and-node-affinity',
      objects: [
        ...base,
        o.deployment('required', {
          replicas: 4,
          spec: {
            ...o.spreading(o.spread(o.zone, { app: 'required' })),
            ...o.requiring([o.within(o.zone, 'us-east-1a', 'us-east-1b')]),
          },
        }),
        o.deployment('preferred', {
          replicas: 4,
          spec: {
            ...o.spreading(o.spread(o.zone, { app: 'preferred' })),
            ...o.preferring([o.within(o.zone, 'us-east-1a')]),
          },
        }),
      ],
    },
    {
      what: 'The same with capacity types',
      scenario: 'capacity-type-spread-and-affinity',
      objects: [
        o.nodeClass(),
        both,
        o.deployment('selects', {
          replicas: 3,
          spec: {
            ...o.spreading(o.spread(o.capacityType, { app: 'selects' })),
            nodeSelector: { [o.capacityType]: 'spot' },
          },
        }),
        o.deployment('requires', {
          replicas: 3,
          spec: {
            ...o.spreading(o.spread(o.capacityType, { app: 'requires' })),
            ...o.requiring([o.within(o.capacityType, 'spot', 'on-demand')]),
          },
        }),
      ],
    },
    { what: 'A zone of a NodePool is a domain even if it has no subnets', scenario: 'zone-spread-phantom-zone' },
    { what: 'Filters of constraints that have the same hash', scenario: 'spread-filter-hash-collision' },
  ],
};
