import type { Suite } from './behaviour.ts';
import * as o from './objects.ts';

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

/** What core 1.15.0 does otherwise than 1.14.1, asked of core 1.15.0 with the AWS provider of 1.14.1. */
export const newerVersion: Suite = {
  suite: 'Karpenter 1.15 (core 1.15.0 with the AWS provider 1.14.1)',
  behaviours: [
    {
      what: 'minValues of zones counts only zones that pod and NodePool allow together: Strict',
      scenario: 'v1.15-min-values-of-zones-strict',
      settings: strict,
      objects: [o.nodeClass(), zones, o.deployment('pinned', { spec: inOneZone }), o.deployment('free')],
    },
    {
      what: 'The same, BestEffort',
      scenario: 'v1.15-min-values-of-zones-best-effort',
      settings: bestEffort,
      objects: [o.nodeClass(), zones, o.deployment('pinned', { spec: inOneZone }), o.deployment('free')],
    },
    {
      what: 'minValues of zones and a spread over zones',
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
      what: 'minValues of zones and a volume in one zone',
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
      what: 'minValues of capacity types',
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
      what: 'minValues of zones, then another NodePool',
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
      what: 'A CSI driver without a count attaches any number of volumes, one with a count no more than that',
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
  ],
};
