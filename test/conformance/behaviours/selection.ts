import type { Suite } from './behaviour.ts';
import * as o from './objects.ts';

const everything = { without: [o.arch, o.capacityType, o.family, o.size] };
const wide = (...requirements: o.Expression[]) =>
  o.pool('default', {
    ...everything,
    requirements: [
      o.within(o.family, 'm5', 'm6g', 'c6i', 'r5'),
      o.within(o.size, 'large', 'xlarge', '2xlarge'),
      ...requirements,
    ],
  });
const web = (spec: object = {}) => o.deployment('web', { spec });
const types = (minValues: number, ...values: string[]): o.Expression => ({ ...o.within(o.type, ...values), minValues });
const three = ['m5.large', 'c5.xlarge', 'r5.2xlarge'];
const strict = { minValuesPolicy: 'Strict' } as const;
const bestEffort = { minValuesPolicy: 'BestEffort' } as const;
const zoned = { spotPricing: 'zoned' } as const;
const exactly = (...requirements: o.Expression[]) => o.pool('default', { without: [o.family, o.size], requirements });

/** core pkg/controllers/provisioning/scheduling/instance_selection_test.go and MinValuesPolicy of provisioning/suite_test.go. */
export const selection: Suite = {
  suite: 'core pkg/controllers/provisioning/scheduling/instance_selection_test.go',
  behaviours: [
    {
      what: 'The cheapest instance type of all',
      scenario: 'cheapest-of-all',
      settings: zoned,
      objects: [o.nodeClass(), wide(), web()],
    },
    ...(
      [
        ['the pod requires amd64', 'cheapest-pod-amd64', [], o.requiring([o.within(o.arch, 'amd64')])],
        ['the pod requires arm64', 'cheapest-pod-arm64', [], o.requiring([o.within(o.arch, 'arm64')])],
        ['the NodePool requires amd64', 'cheapest-pool-amd64', [o.within(o.arch, 'amd64')], {}],
        ['the NodePool requires arm64', 'cheapest-pool-arm64', [o.within(o.arch, 'arm64')], {}],
        ['the NodePool requires a zone', 'cheapest-pool-zone', [o.within(o.zone, 'us-east-1b')], {}],
        ['the pod requires a zone', 'cheapest-pod-zone', [], o.requiring([o.within(o.zone, 'us-east-1b')])],
        ['the NodePool requires spot', 'cheapest-pool-spot', [o.within(o.capacityType, 'spot')], {}],
        ['the pod requires spot', 'cheapest-pod-spot', [], o.requiring([o.within(o.capacityType, 'spot')])],
        [
          'the NodePool requires on-demand in one zone',
          'cheapest-pool-on-demand-zone',
          [o.within(o.capacityType, 'on-demand'), o.within(o.zone, 'us-east-1a')],
          {},
        ],
        [
          'the NodePool requires spot and the pod a zone',
          'cheapest-pool-spot-pod-zone',
          [o.within(o.capacityType, 'spot')],
          o.requiring([o.within(o.zone, 'us-east-1b')]),
        ],
        [
          'the pod requires architecture, operating system, zone and capacity type',
          'cheapest-pod-everything',
          [],
          o.requiring([
            o.within(o.capacityType, 'spot'),
            o.within(o.zone, 'us-east-1b'),
            o.within(o.arch, 'amd64'),
            o.within(o.os, 'linux'),
          ]),
        ],
      ] as const
    ).map(([what, scenario, requirements, spec]) => ({
      what: `The cheapest instance type if ${what}`,
      scenario,
      settings: zoned,
      objects: [o.nodeClass(), wide(...requirements), web(spec)],
    })),
    {
      what: 'No instance type matches the requirements of both the pods and the NodePool',
      scenario: 'no-type-matches',
      objects: [
        o.nodeClass(),
        wide(o.within(o.arch, 'arm64')),
        o.deployment('unknown', { spec: o.requiring([o.within(o.arch, 'arm')]) }),
        o.deployment('unknown-in-zone', {
          spec: o.requiring([o.within(o.arch, 'arm'), o.within(o.zone, 'us-east-1b')]),
        }),
        o.deployment('other', { spec: o.requiring([o.within(o.arch, 'amd64')]) }),
      ],
    },
    {
      what: 'An instance type that is large enough, for increasing CPU and memory',
      scenario: 'large-enough',
      objects: [
        o.nodeClass(),
        wide(),
        ...(
          [
            ['1', '1Gi'],
            ['1', '7Gi'],
            ['3', '20Gi'],
            ['6', '50Gi'],
          ] as const
        ).map(([cpu, memory], i) =>
          o.deployment(`w${i}`, { cpu, memory, spec: o.required('podAntiAffinity', o.term(o.hostname, {})) }),
        ),
      ],
    },
    { what: 'On-demand capacity that is cheaper than spot', scenario: 'spot-and-on-demand-zoned-prices' },
    {
      what: '`minValues` on instance types: met, and with one pod that is too large for some types',
      scenario: 'min-values-of-types',
      settings: strict,
      objects: [
        o.nodeClass(),
        exactly(types(2, ...three)),
        o.deployment('small', { cpu: '200m' }),
        o.deployment('large', { cpu: '6' }),
      ],
    },
    {
      what: '`minValues` with `Gt` and `Lt`: met, and not met',
      scenario: 'min-values-of-bounds',
      settings: strict,
      objects: [
        o.nodeClass(),
        o.pool('met', { weight: 10, requirements: [{ ...o.expression(o.cpuLabel, 'Gt', '2'), minValues: 2 }] }),
        o.pool('not-met', { requirements: [{ ...o.expression(o.cpuLabel, 'Lt', '4'), minValues: 2 }] }),
        web(),
        o.deployment('other', { spec: { nodeSelector: { 'karpenter.sh/nodepool': 'not-met' } } }),
      ],
    },
    {
      what: 'The largest of several `minValues` for one label counts',
      scenario: 'min-values-largest-counts',
      settings: strict,
      objects: [
        o.nodeClass(),
        exactly(types(1, ...three), { ...o.expression(o.type, 'NotIn', 'c5.xlarge'), minValues: 2 }),
        web(),
        o.deployment('large', { cpu: '6' }),
      ],
    },
    {
      what: 'The largest of several `minValues` with `Gt` and `Lt` counts',
      scenario: 'min-values-largest-of-bounds',
      settings: strict,
      objects: [
        o.nodeClass(),
        o.pool('default', {
          requirements: [
            { ...o.expression(o.cpuLabel, 'Gt', '2'), minValues: 1 },
            { ...o.expression(o.cpuLabel, 'Lt', '16'), minValues: 2 },
          ],
        }),
        web(),
        o.deployment('large', { cpu: '7' }),
      ],
    },
    {
      what: '`minValues` above the number of instance types',
      scenario: 'min-values-too-many',
      settings: strict,
      objects: [o.nodeClass(), exactly(types(3, 'm5.large', 'c5.xlarge')), web()],
    },
    {
      what: '`minValues` on several labels',
      scenario: 'min-values-of-several-labels',
      settings: strict,
      objects: [
        o.nodeClass(),
        exactly(types(2, ...three), { ...o.within(o.family, 'm5', 'c5', 'r5'), minValues: 3 }),
        web(),
        o.deployment('large', { cpu: '3' }),
      ],
    },
    {
      what: '`minValues` that the 60 cheapest instance types cannot meet at launch',
      scenario: 'min-values-after-truncation',
      settings: strict,
      objects: [
        o.nodeClass(),
        o.pool('default', {
          without: [o.family, o.size],
          requirements: [
            { ...o.expression(o.family, 'Exists'), minValues: 40 },
            o.within(`${o.aws}instance-category`, 'c', 'm', 'r'),
          ],
        }),
        web(),
      ],
    },
    { what: 'Strict', scenario: 'min-values-strict' },
    { what: 'BestEffort', scenario: 'min-values-best-effort' },
    {
      what: '`BestEffort` continues with fewer instance types before it tries another NodePool',
      scenario: 'best-effort-before-other-pool',
      settings: bestEffort,
      objects: [
        o.nodeClass(),
        o.pool('first', { weight: 10, without: [o.family, o.size], requirements: [types(3, 'm5.large', 'c5.xlarge')] }),
        o.pool('second', { without: [o.family, o.size], requirements: [types(2, ...three)] }),
        web(),
      ],
    },
    {
      what: '`minValues` on zones (`Strict`)',
      scenario: 'min-values-of-zones-strict',
      settings: strict,
      objects: [
        o.nodeClass(),
        o.pool('default', { requirements: [{ ...o.within(o.zone, 'us-east-1a'), minValues: 2 }] }),
        web(),
      ],
    },
    {
      what: '`minValues` on zones (`BestEffort`), alone and with instance types',
      scenario: 'min-values-of-zones-best-effort',
      settings: bestEffort,
      objects: [
        o.nodeClass(),
        o.pool('default', {
          without: [o.family, o.size],
          requirements: [{ ...o.within(o.zone, 'us-east-1a'), minValues: 2 }, types(3, 'm5.large', 'c5.xlarge')],
        }),
        web(),
      ],
    },
    { what: 'Instance types that are dropped at launch if others remain', scenario: 'exotic-types-dropped-at-launch' },
    { what: 'More than 600 types', scenario: 'unconstrained-pool-600-cap' },
  ],
};
