import { expect, test } from 'vitest';
import { decodeRegion } from '../src/engine/aws/catalog/region-facts.ts';
import { catalogRegion } from './catalog-region.ts';

const type = {
  arch: 'amd64',
  vcpu: 2,
  memMiB: 8192,
  mfr: 'intel',
  mhz: 3000,
  hyp: 'nitro',
  enc: true,
  eni: 3,
  ip4: 10,
  uc: ['on-demand', 'spot'],
};
const source = { repo: 'someone/offerings', commit: 'abc', date: '2026-01-01' };
const names = ['c5.large', 'c6g.metal', 'm5.large', 'p5.48xlarge', 'r5.large', 'x9.large', 'z1.large'];
const seed = {
  types: { source: { parts: [] }, types: Object.fromEntries(names.map((name) => [name, type])) },
  offerings: {
    source,
    regions: {
      'us-east-1': { zones: ['us-east-1a'], zoneIds: ['use1-az1'], byMask: { '1': 'm5.large c6g.metal mac1.metal' } },
      'eu-west-1': {
        zones: ['eu-west-1a', 'eu-west-1b'],
        zoneIds: ['euw1-az1', 'euw1-az2'],
        byMask: { '1': 'c5.large c6g.metal', '3': 'm5.large p5.48xlarge x9.large z1.large' },
      },
    },
  },
  prices: {
    sources: {
      karpenter: { repo: 'a/b', commit: 'def' },
      ec2shop: { repo: 'c/d, commit 123, data/*', licence: 'MIT' },
    },
    regions: {
      'us-east-1': {
        currency: 'USD',
        source: 'karpenter' as const,
        asOf: '2026-07-20',
        onDemand: {
          m5: { large: 0.096 },
          c5: { large: 0.085 },
          c6g: { metal: 3 },
          r5: { large: 0.126 },
          x9: { large: 1 },
        },
        sharedMetal: { c6g: { metal: 2 } },
      },
      'eu-west-1': {
        currency: 'USD',
        source: 'ec2shop' as const,
        asOf: '2025-04-04',
        onDemand: { m5: { large: 0.107 }, p5: { '48xlarge': 120 } },
        adjusted: { 'p5.48xlarge': { usd: 60 } },
      },
    },
    regionFactors: {
      asOf: '2025-04-04',
      regions: { 'eu-west-1': { families: { c5: 1.1 }, categories: { c: 1.2 }, any: 1.3 } },
    },
  },
  spot: { source, regions: { 'eu-west-1': { 'm5.large': [60, 2] as const } } },
};

const ireland = decodeRegion(JSON.parse(catalogRegion('eu-west-1', seed)));

test.each([
  ['p5.48xlarge', 60, false, 'adjusted before the table'],
  ['m5.large', 0.107, true, 'the table of the region'],
  ['c5.large', 0.0935, false, 'us-east-1 times the factor of the family'],
  ['c6g.metal', 2.4, false, 'the shared price of bare metal times the factor of the category'],
  ['x9.large', 1.3, false, 'us-east-1 times the factor of the region'],
])('%s costs %s: %s (%s)', (name, usd, isExact) => {
  expect(ireland.types.get(name)?.onDemandUsd).toBeCloseTo(usd, 6);
  expect(ireland.types.get(name)?.priceSource?.isExact).toBe(isExact);
});

test('a type without any price keeps none, and one that is neither offered nor priced is left out', () => {
  expect(ireland.types.get('z1.large')).toMatchObject({ zoneMask: 3, onDemandUsd: undefined, billedUsd: undefined });
  expect(ireland.types.has('r5.large')).toBe(false);
});

test('zones, spot and provenance', () => {
  expect(ireland.types.get('c5.large')?.zoneMask).toBe(1);
  expect(ireland.types.get('m5.large')).toMatchObject({ spotSavingsPercent: 60, interruptionBand: 2 });
  expect(ireland.types.get('c5.large')?.spotSavingsPercent).toBeUndefined();
  expect(ireland.sources[1]).toMatchObject({ repository: 'c/d', commit: '123', date: '2025-04-04', licence: 'MIT' });
});

test('bare metal in us-east-1 has the price that Karpenter orders by and the price that a user pays; unknown types are dropped', () => {
  const virginia = decodeRegion(JSON.parse(catalogRegion('us-east-1', seed)));
  expect(virginia.types.get('c6g.metal')).toMatchObject({ onDemandUsd: 3, billedUsd: 2 });
  expect(virginia.types.has('mac1.metal')).toBe(false);
});
