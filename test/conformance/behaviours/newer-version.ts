import type { Suite } from './behaviour.ts';
import * as o from './objects.ts';
import { alone, anyCapacity, id, reservation, reservedClass } from './reservations.ts';

const strict = { karpenterVersion: '1.15', minValuesPolicy: 'Strict' } as const;
const bestEffort = { karpenterVersion: '1.15', minValuesPolicy: 'BestEffort' } as const;
const varied = (key: string, minValues: number, ...values: string[]): o.Expression => ({
  ...(values.length === 0 ? o.expression(key, 'Exists') : o.within(key, ...values)),
  minValues,
});
const zones = o.pool('default', { requirements: [varied(o.zone, 2)] });
const capacityTypes = o.pool('default', { requirements: [varied(o.capacityType, 2, 'spot', 'on-demand')] });
const inOneZone = { nodeSelector: { [o.zone]: 'us-east-1b' } };
const csiNode = (name: string, allocatable: object): ReturnType<typeof o.csiNode> => ({
  ...o.csiNode(name, 0),
  spec: { drivers: [{ name: 'ebs.csi.aws.com', nodeID: name, topologyKeys: [], allocatable }] },
});

/** What Karpenter 1.15.0 does, or might do, differently than 1.14.1. */
export const newerVersion: Suite = {
  suite: 'Karpenter 1.15 (core and AWS provider 1.15.0)',
  behaviours: [
    {
      what: '`minValues` on zones counts only zones that both the pod and the NodePool allow (`Strict`)',
      scenario: 'v1.15-min-values-of-zones-strict',
      settings: strict,
      objects: [o.nodeClass(), zones, o.deployment('pinned', { spec: inOneZone }), o.deployment('free')],
    },
    {
      what: 'The same (`BestEffort`)',
      scenario: 'v1.15-min-values-of-zones-best-effort',
      settings: bestEffort,
      objects: [o.nodeClass(), zones, o.deployment('pinned', { spec: inOneZone }), o.deployment('free')],
    },
    {
      what: '`minValues` on zones and a topology spread over zones',
      scenario: 'v1.15-min-values-and-spread',
      settings: strict,
      objects: [
        o.nodeClass(),
        zones,
        o.deployment('web', { replicas: 3, spec: o.spreading(o.spread(o.zone, { app: 'web' })) }),
        o.deployment('free'),
      ],
    },
    {
      what: '`minValues` on zones and a volume in one zone',
      scenario: 'v1.15-min-values-and-volume',
      settings: strict,
      objects: [
        o.nodeClass(),
        zones,
        o.storageClass('gp3'),
        o.claim('data', { storageClass: 'gp3', volume: 'pv' }),
        o.volume('pv', { claim: 'data', terms: [[o.within(o.zone, 'us-east-1c')]] }),
        o.deployment('db', { spec: o.mounting('data') }),
      ],
    },
    {
      what: '`minValues` on capacity types',
      scenario: 'v1.15-min-values-of-capacity-types',
      settings: strict,
      objects: [
        o.nodeClass(),
        capacityTypes,
        o.deployment('spot', { spec: { nodeSelector: { [o.capacityType]: 'spot' } } }),
        o.deployment('free'),
      ],
    },
    {
      what: '`minValues` on zones cannot be met, and another NodePool is tried',
      scenario: 'v1.15-min-values-then-other-pool',
      settings: strict,
      objects: [
        o.nodeClass(),
        o.pool('varied', { weight: 10, requirements: [varied(o.zone, 2)] }),
        o.pool('plain'),
        o.deployment('pinned', { replicas: 2, spec: inOneZone }),
        o.deployment('free', { cpu: '2' }),
      ],
    },
    {
      what: 'A CSI driver without a count attaches any number of volumes; one with a count attaches at most that many',
      scenario: 'v1.15-csi-driver-without-count',
      settings: { karpenterVersion: '1.15' },
      objects: [
        o.nodeClass(),
        o.pool(),
        o.storageClass('gp3'),
        ...o.node('any'),
        csiNode('any', {}),
        ...o.node('one', { zone: 'us-east-1b' }),
        csiNode('one', { count: 1 }),
        ...['a', 'b', 'c'].flatMap((name) => [
          o.claim(name, { storageClass: 'gp3' }),
          o.deployment(name, { spec: o.mounting(name) }),
          o.claim(`${name}-pinned`, { storageClass: 'gp3' }),
          o.deployment(`${name}-pinned`, { spec: { ...o.mounting(`${name}-pinned`), ...inOneZone } }),
        ]),
      ],
    },
    {
      what: 'Nitro Enclaves: only instance types that support them',
      scenario: 'v1.15-nitro-enclaves',
      settings: { karpenterVersion: '1.15' },
      objects: [
        o.nodeClass('default', { enclaveOptions: { enabled: true } }),
        o.nodeClass('off', { enclaveOptions: { enabled: false } }),
        o.pool(),
        o.pool('large', { requirements: [o.within(o.family, 'c5', 'm5', 'm6g'), o.within(o.size, 'large')] }),
        o.pool('off', { nodeClass: 'off', requirements: [o.within(o.family, 'm5'), o.within(o.size, 'large')] }),
        o.deployment('web', { replicas: 2, cpu: '300m' }),
        ...['large', 'off'].map((name) =>
          o.deployment(name, { spec: { nodeSelector: { 'karpenter.sh/nodepool': name } } }),
        ),
        o.deployment('burstable', { spec: { nodeSelector: { [o.family]: 't3' } } }),
      ],
    },
    {
      what: 'A full reservation, with on-demand capacity as an alternative and without',
      scenario: 'v1.15-full-reservation',
      settings: { karpenterVersion: '1.15', reservations: { [id(1)]: 0 } },
      objects: [
        reservedClass('default', reservation(1)),
        o.pool('default', { requirements: [anyCapacity] }),
        o.pool('only', { requirements: [o.within(o.capacityType, 'reserved')] }),
        o.deployment('web', { replicas: 2, cpu: '3' }),
        o.deployment('only', { cpu: '3', spec: { nodeSelector: { [o.capacityType]: 'reserved' } } }),
      ],
    },
    {
      what: 'A full reservation of a heavier NodePool, and a lighter NodePool without reservations',
      scenario: 'v1.15-full-reservation-then-other-pool',
      settings: { karpenterVersion: '1.15', reservations: { [id(1)]: 0 } },
      objects: [
        reservedClass('default', reservation(1)),
        o.nodeClass('plain'),
        o.pool('only', { weight: 50, requirements: [o.within(o.capacityType, 'reserved')] }),
        o.pool('other', { nodeClass: 'plain' }),
        o.deployment('web', { replicas: 2, cpu: '3', spec: alone }),
      ],
    },
    {
      what: 'A full reservation and one with free capacity',
      scenario: 'v1.15-full-reservation-beside-another',
      settings: { karpenterVersion: '1.15', reservations: { [id(1)]: 0, [id(2)]: 1 } },
      objects: [
        reservedClass('default', reservation(1), reservation(2, 'us-east-1b', 'm5.2xlarge')),
        o.pool('default', { requirements: [anyCapacity] }),
        o.deployment('web', { replicas: 3, cpu: '3', spec: alone }),
        o.deployment('full', { cpu: '3', spec: { nodeSelector: { [o.zone]: 'us-east-1a' } } }),
      ],
    },
  ],
};
