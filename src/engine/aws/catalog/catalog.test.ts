import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultZones, zoneOf } from '../../karpenter/cloud-provider/catalog.ts';
import { decodeCatalog } from './catalog.ts';

const read = (name: string) => JSON.parse(readFileSync(`data/${name}.json`, 'utf8'));
const table = read('instance-types');
const catalogOf = (region: string) => decodeCatalog(table, read(`regions/${region}`));
const virginia = catalogOf('us-east-1');
const ireland = catalogOf('eu-west-1');

describe('every region', () => {
  test.each(readdirSync('data/regions').map((file) => file.replace('.json', '')))('%s', (region) => {
    const catalog = catalogOf(region);
    const offered = catalog.names.filter((name) => catalog.zonesOf(name).length > 0);
    const priced = offered.filter((name) => catalog.regional(name)?.billedUsd !== undefined);
    const [first] = catalog.zones;
    expect(catalog.region).toBe(region);
    expect(first?.zone.startsWith(region)).toBe(true);
    expect(first?.zoneId).toMatch(/^[a-z0-9]+-az\d$/);
    expect(offered.length).toBeGreaterThan(240);
    // A type without a known price stays unknown and never becomes 0.
    const unpriced = offered.filter((name) => !priced.includes(name));
    expect(unpriced.filter((name) => !/^(hpc8a|p5e|trn2|x8aedz)\./.test(name))).toEqual([]);
    for (const source of catalog.sources) expect(source).toMatchObject({ date: /^20\d\d-/, licence: /./ });
  });
});

test('default zones are the first three', () => {
  expect(defaultZones(virginia)).toEqual([
    { zone: 'us-east-1a', zoneId: 'use1-az1' },
    { zone: 'us-east-1b', zoneId: 'use1-az2' },
    { zone: 'us-east-1c', zoneId: 'use1-az3' },
  ]);
  expect(defaultZones(catalogOf('us-west-1')).map(({ zone }) => zone)).toEqual(['us-west-1a', 'us-west-1b']);
});

test('an unknown zone has no id', () => {
  expect(zoneOf(virginia, 'us-east-1f')).toEqual({ zone: 'us-east-1f', zoneId: 'use1-az6' });
  expect(zoneOf(virginia, 'us-east-1z')).toEqual({ zone: 'us-east-1z', zoneId: undefined });
});

test('an unknown type is unknown everywhere', () => {
  expect(virginia.type('m5.humongous')).toBeUndefined();
  expect(virginia.regional('m5.humongous')).toBeUndefined();
  expect(virginia.zonesOf('m5.humongous')).toEqual([]);
  expect(virginia.price('m5.humongous', 'on-demand', 'us-east-1a')).toBeUndefined();
});

test('the facts of a type', () => {
  expect(virginia.names).toHaveLength(1371);
  expect(virginia.type('p5.48xlarge')).toMatchObject({
    family: 'p5',
    size: '48xlarge',
    vcpus: 192,
    memoryMib: 2_097_152,
    enis: 2,
    gpus: [{ name: 'h100', manufacturer: 'nvidia', count: 8, memoryMib: 81_920 }],
    hasSpot: true,
    gone: undefined,
  });
  expect(virginia.type('p3.2xlarge')?.gone).toMatch(/absent/);
  expect(virginia.type('t3.micro')?.isBurstable).toBe(true);
  expect(virginia.type('m5.metal')).toMatchObject({ isBareMetal: true, hypervisor: '' });
  expect(virginia.type('u7in-16tb.224xlarge')?.hasSpot).toBe(false);
});

describe('price', () => {
  test('on demand, from the table of the region', () => {
    expect(virginia.price('m5.large', 'on-demand', 'us-east-1a')).toMatchObject({
      hourlyUsd: 0.096,
      priceSource: 'table',
      source: { date: '2026-07-20', isExact: true },
    });
    expect(ireland.price('m5.large', 'on-demand', 'eu-west-1a')).toMatchObject({
      hourlyUsd: 0.107,
      priceSource: 'table',
    });
  });
  test('on demand, estimated', () => {
    const sydney = catalogOf('ap-southeast-2');
    const scaled = sydney.price('x8g.large', 'on-demand', sydney.zonesOf('x8g.large')[0]!);
    expect(scaled).toMatchObject({ hourlyUsd: 0.23448, priceSource: 'estimated' });
    const byFactor = ireland.names.find((name) => ireland.regional(name)?.priceSource?.what.includes('times'))!;
    const price = ireland.price(byFactor, 'on-demand', ireland.zonesOf(byFactor)[0]!)!;
    expect(price).toMatchObject({ priceSource: 'estimated', source: { isExact: false } });
    expect(price.hourlyUsd).toBeGreaterThan(0);
  });
  test('on demand, from newer lists of some types', () => {
    const source = (date: string) => ({ priceSource: 'table', source: { date, isExact: true } });
    const frankfurt = catalogOf('eu-central-1');
    expect(frankfurt.price('g5.xlarge', 'on-demand', 'eu-central-1a')).toMatchObject({
      hourlyUsd: 1.258,
      ...source('2026-01-21'),
    });
    expect(frankfurt.price('f2.12xlarge', 'on-demand', frankfurt.zonesOf('f2.12xlarge')[0]!)).toMatchObject({
      hourlyUsd: 4.95,
      ...source('2026-08-04'),
    });
  });
  test('users pay the shared price for bare metal, not the dedicated price by which Karpenter sorts', () => {
    expect(virginia.regional('c6g.metal')).toMatchObject({ billedUsd: 2.176 });
    expect(virginia.regional('c6g.metal')!.onDemandUsd).toBeGreaterThan(2.176);
    expect(virginia.price('c6g.metal', 'on-demand', virginia.zonesOf('c6g.metal')[0]!)?.hourlyUsd).toBe(2.176);
  });
  test('unknown if the type is not offered', () => {
    expect(virginia.price('m5.large', 'on-demand', 'us-east-1z')).toBeUndefined();
    expect(virginia.price('dl1.24xlarge', 'on-demand', 'us-east-1a')).toBeUndefined();
    expect(virginia.price('u7in-16tb.224xlarge', 'spot', 'us-east-1a')).toBeUndefined();
  });
  test('spot, by each pricing mode', () => {
    const savings = virginia.regional('m5.large')!.spotSavingsPercent!;
    const spot = (pricing?: 'advisor' | 'flat' | 'zoned', zone = 'us-east-1a') =>
      virginia.price('m5.large', 'spot', zone, pricing);
    expect(spot()).toMatchObject({
      hourlyUsd: Number((0.096 * (1 - savings / 100)).toFixed(6)),
      priceSource: 'estimated',
    });
    expect(spot('flat')?.hourlyUsd).toBe(0.0384);
    expect(spot('zoned', 'us-east-1a')?.hourlyUsd).not.toBe(spot('zoned', 'us-east-1b')?.hourlyUsd);
  });
});

test('a region that only a price list is known of has on-demand prices in each zone, and unknown spot prices', () => {
  const govCloud = catalogOf('us-gov-west-1');
  expect(govCloud).toMatchObject({ areOfferingsAssumed: true, fees: undefined });
  expect(virginia.areOfferingsAssumed).toBeUndefined();
  expect(govCloud.price('m5.large', 'on-demand', 'us-gov-west-1c')).toMatchObject({
    hourlyUsd: 0.121,
    priceSource: 'table',
  });
  expect(govCloud.price('m7g.xlarge', 'on-demand', 'us-gov-west-1a')?.hourlyUsd).toBe(0.2057);
  expect(govCloud.price('m5.large', 'spot', 'us-gov-west-1a')).toBeUndefined();
  expect(govCloud.spotSavingsPercent('m5.large')).toBeUndefined();
});

describe('savings that the advisor does not list', () => {
  const median = (values: number[]): number => {
    const sorted = values.toSorted((a, b) => a - b);
    return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
  };
  const listed = (pattern: RegExp): number[] =>
    virginia.names
      .filter((name) => pattern.test(name))
      .flatMap((name) => virginia.regional(name)?.spotSavingsPercent ?? []);
  test.each([
    ['its family', 'p5.4xlarge', /^p5\./, /^p5\./],
    ['its category', 'g7.2xlarge', /^g7\./, /^g\d/],
    ['its region', 'zz9.large', /^zz9\./, /./],
  ])('are the median of %s', (_, name, family, pattern) => {
    expect(virginia.regional(name)?.spotSavingsPercent).toBeUndefined();
    const expected = listed(family).length > 0 ? listed(family) : listed(pattern);
    expect(virginia.spotSavingsPercent(name)).toBe(median(expected));
  });
});

test.each([
  ['no table', null, read('regions/us-east-1')],
  ['no region', table, {}],
  ['a short column', { ...table, vcpus: [1] }, read('regions/us-east-1')],
  ['a short column of the region', table, { ...read('regions/us-east-1'), zoneMasks: [] }],
  ['another currency', table, { ...read('regions/us-east-1'), currency: 'CNY' }],
  ['a flag for an unlisted type', { ...table, lacksEna: { 'm5.humongous': 1 } }, read('regions/us-east-1')],
])('%s is our own bug', (_, types, region) => expect(() => decodeCatalog(types, region)).toThrow());
