import { expect, test } from 'vitest';
import type { InstanceTypeTable } from '../../engine/aws/catalog/instance-type-info.ts';
import type { RegionFacts, RegionType } from '../../engine/aws/catalog/region-facts.ts';
import type { Ec2InstanceType } from '../aws/aws-sdk.ts';
import { refreshedRegion } from './refreshed-region.ts';
import { refreshedTypes } from './refreshed-types.ts';

const source = { what: 'DescribeInstanceTypes', repository: 'Amazon EC2', date: '2026-08-20', licence: 'x' };
const ec2Type = (name: string, more: Partial<Ec2InstanceType> = {}): Ec2InstanceType => ({
  InstanceType: name as NonNullable<Ec2InstanceType['InstanceType']>,
  ProcessorInfo: { SupportedArchitectures: ['x86_64'], Manufacturer: 'Intel', SustainedClockSpeedInGhz: 3.1 },
  VCpuInfo: { DefaultVCpus: 2 },
  MemoryInfo: { SizeInMiB: 8192 },
  SupportedUsageClasses: ['on-demand', 'spot'],
  ...more,
});
const empty: InstanceTypeTable = { sources: [], types: [] };

test('new types are added, known ones keep fields that EC2 does not return, and missing ones are kept', () => {
  const first = refreshedTypes(empty, [ec2Type('m9.large'), ec2Type('a9.large')], source);
  const known = {
    sources: [
      { ...source, date: '2025-01-01' },
      { ...source, what: 'other' },
    ],
    types: first.types.map((info) => ({
      ...info,
      networkBandwidthMbps: 750,
      branchEnis: 9,
      hasVpcLimits: true,
      gone: 'x',
    })),
  };
  const { types, sources } = refreshedTypes(known, [ec2Type('m9.large', { MemoryInfo: { SizeInMiB: 4096 } })], source);
  expect(types.map(({ name, memoryMib, gone }) => [name, memoryMib, gone])).toEqual([
    ['a9.large', 8192, 'x'],
    ['m9.large', 4096, undefined],
  ]);
  expect(types[1]).toMatchObject({ networkBandwidthMbps: 750, branchEnis: 9, hasVpcLimits: true, clockMhz: 3100 });
  expect(first.types[0]).toMatchObject({ networkBandwidthMbps: undefined, hasVpcLimits: false });
  expect(sources.map(({ what, date }) => [what, date])).toEqual([
    ['DescribeInstanceTypes', '2026-08-20'],
    ['other', '2026-08-20'],
  ]);
});

test('types that Karpenter cannot launch are left out', () => {
  const mac = { SupportedArchitectures: ['x86_64_mac' as const] };
  const seen = [ec2Type('mac1.metal', { ProcessorInfo: mac }), ec2Type('x.y', { VCpuInfo: {} }), {}];
  expect(refreshedTypes(empty, seen, source).types).toEqual([]);
});

const price = { what: 'regional price table', repository: 'a/b', date: '2026-01-01', isExact: true };
const savings = { ...source, what: 'spot savings and interruption' };
const typeFacts = {
  zoneMask: 1,
  onDemandUsd: 1,
  billedUsd: 1,
  priceSource: price,
  spotSavingsPercent: 60,
  interruptionBand: 2,
};
const known: RegionFacts = {
  region: 'us-east-1',
  zones: ['us-east-1a'],
  zoneIds: ['use1-az1'],
  priceSources: [price],
  sources: [savings],
  types: new Map<string, RegionType>([
    ['m5.large', typeFacts],
    ['c5.large', typeFacts],
    ['gone.large', { ...typeFacts, onDemandUsd: undefined, billedUsd: undefined, priceSource: undefined }],
  ]),
};

test('a region takes zones, offerings and prices, and keeps prices that the list lacks with their date', () => {
  const facts = refreshedRegion(known, {
    region: 'us-east-1',
    date: '2026-08-20',
    names: ['c5.large', 'gone.large', 'm5.large', 'm5.metal'],
    ec2: {
      zones: ['a', 'b', 'c'].map((zone, i) => ({ zone: `us-east-1${zone}`, zoneId: `use1-az${i + 4}` })),
      types: [],
      offerings: new Map([['m5.large', new Set(['us-east-1a', 'us-east-1c', 'us-east-1-bos-1a'])]]),
      spot: new Map([['m5.large', new Map([['us-east-1c', 0.03]])]]),
    },
    prices: { listed: new Map([['m5.metal', 5]]), billed: new Map([['m5.metal', 4]]) },
  });
  expect(facts.zoneIds).toEqual(['use1-az4', 'use1-az5', 'use1-az6']);
  expect([...facts.types.keys()]).toEqual(['c5.large', 'm5.large', 'm5.metal']);
  expect(facts.types.get('m5.large')).toEqual({ ...typeFacts, zoneMask: 0b101, spotUsd: [undefined, undefined, 0.03] });
  expect(facts.types.get('c5.large')).toEqual({ ...typeFacts, zoneMask: 0 });
  expect(facts.types.get('m5.metal')).toMatchObject({
    onDemandUsd: 5,
    billedUsd: 4,
    priceSource: { date: '2026-08-20' },
  });
  expect(facts.priceSources.map(({ date }) => date)).toEqual(['2026-08-20', '2026-01-01']);
  expect(facts.sources.map(({ what }) => what)).toEqual([
    'zones of each type (DescribeInstanceTypeOfferings)',
    'on-demand prices (GetProducts)',
    'spot prices (DescribeSpotPriceHistory)',
    'spot savings and interruption',
  ]);
});

test('without a price list, prices and their source stay', () => {
  const listed = { ...source, what: 'on-demand prices, and what the region offers', date: '2026-01-01' };
  const facts = refreshedRegion(
    { ...known, sources: [listed], areOfferingsAssumed: true },
    {
      region: 'us-east-1',
      date: '2026-08-20',
      names: ['m5.large'],
      ec2: {
        zones: [{ zone: 'us-east-1a', zoneId: 'use1-az1' }],
        types: [],
        offerings: new Map([['m5.large', new Set(['us-east-1a'])]]),
        spot: new Map(),
      },
      prices: { listed: new Map(), billed: new Map() },
    },
  );
  expect(facts.areOfferingsAssumed).toBeUndefined();
  expect(facts.priceSources).toEqual([price]);
  expect(facts.sources.map(({ what }) => what)).toEqual([
    'zones of each type (DescribeInstanceTypeOfferings)',
    'on-demand prices, and what the region offers',
  ]);
});
