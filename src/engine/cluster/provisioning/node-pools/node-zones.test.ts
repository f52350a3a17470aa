import { expect, test } from 'vitest';
import type { Value } from '../../../manifest/model/manifest.ts';
import type { Simulator } from '../simulator/simulator.ts';
import { wantedZones, zonesOf } from './node-zones.ts';

const nodePool = (...zones: readonly string[]): { readonly [key: string]: Value } => ({
  metadata: { name: 'web' },
  spec: {
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements:
          zones.length === 0 ? [] : [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: [...zones] }],
      },
    },
  },
});

const catalog = {
  region: 'eu-west-1',
  zones: ['a', 'b', 'c'].map((letter) => ({ zone: `eu-west-1${letter}`, zoneId: `euw1-az-${letter}` })),
};

test.each([
  ['one of two NodePools', [nodePool('eu-west-1a'), nodePool()], [], ['a', 'b', 'c'], 'default'],
  ['all NodePools', [nodePool('eu-west-1a'), nodePool('eu-west-1b')], [], ['a', 'b'], 'hints'],
  ['one of two NodePools, and a subnet', [nodePool('eu-west-1a'), nodePool()], ['eu-west-1b'], ['a', 'b'], 'hints'],
] as const)('zones that %s require', (_, pools, ofNodes, letters, zoneSource) => {
  const ofPools = pools.flatMap((pool) => JSON.stringify(pool).match(/eu-west-1[a-z]/g) ?? []);
  const simulator = {
    settings: { nodeClassZones: {} },
    catalog,
    zoneHints: { ofNodes, ofPools, others: [] },
  } as unknown as Simulator;

  expect(zonesOf('default', [], { simulator, wanted: wantedZones(pools) })).toEqual({
    zones: letters.map((letter) => `eu-west-1${letter}`),
    zoneSource,
  });
});
