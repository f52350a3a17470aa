import { expect, test } from 'vitest';
import type { RegionFacts, RegionType } from '../src/engine/aws/catalog/region-facts.ts';
import type { PriceSource } from '../src/engine/karpenter/cloud-provider/catalog.ts';
import { type NewerPrices, withNewerPrices } from './newer-prices.ts';

const priced = (date: string, isExact = true): PriceSource => ({ what: 'table', repository: 'a/b', date, isExact });
const [old, fresh, estimate] = [priced('2025-04-04'), priced('2026-07-20'), priced('2026-07-20', false)];
const type = (usd: number | undefined, priceSource: PriceSource | undefined, billedUsd = usd): RegionType => ({
  zoneMask: 1,
  onDemandUsd: usd,
  billedUsd,
  priceSource,
  spotSavingsPercent: 60,
  interruptionBand: 1,
});
const region = (name: string, types: Readonly<Record<string, RegionType>>): RegionFacts => ({
  region: name,
  zones: [`${name}a`],
  zoneIds: ['az1'],
  sources: [],
  priceSources: [old, fresh, estimate],
  types: new Map(Object.entries(types)),
});
const list = (date: string, prices: Readonly<Record<string, number>>): NewerPrices => ({
  source: { what: 'on-demand prices of some types', repository: 'c/d', date, licence: 'MIT' },
  prices: Object.fromEntries(Object.entries(prices).map(([name, usd]) => [name, { 'eu-west-1': usd }])),
});

const usEast = region('us-east-1', { 'f2.6xlarge': type(2, fresh), 'f2.12xlarge': type(4, fresh) });
const ireland = withNewerPrices(
  region('eu-west-1', {
    'a1.large': type(1, old),
    'b1.large': type(1, fresh),
    'c1.large': type(1, estimate),
    'd1.large': type(undefined, undefined),
    'e1.metal': type(2, old, 1.8),
    'f2.12xlarge': type(4, estimate),
    'f2.6xlarge': type(2, estimate),
    'g1.large': type(1, old),
  }),
  [
    list('2026-01-21', { 'a1.large': 1.5, 'b1.large': 2, 'c1.large': 3, 'e1.metal': 1.9, 'g1.large': 1.00001 }),
    list('2026-08-04', { 'd1.large': 5, 'a1.large': 1.6, 'f2.12xlarge': 5, 'x1.large': 9 }),
  ],
  usEast,
);

test.each([
  ['a1.large', 1.6, 1.6, '2026-08-04', true, 'the newest of all'],
  ['b1.large', 1, 1, '2026-07-20', true, 'the list is older'],
  ['c1.large', 3, 3, '2026-01-21', true, 'a price is better than a newer estimate'],
  ['d1.large', 5, 5, '2026-08-04', true, 'it was unknown'],
  ['e1.metal', 2, 1.9, '2026-01-21', true, 'Karpenter compares another price'],
  ['f2.12xlarge', 5, 5, '2026-08-04', true, 'it was estimated'],
  ['f2.6xlarge', 2.5, 2.5, '2026-08-04', false, 'half of the other size, as in us-east-1'],
  ['g1.large', 1, 1, '2026-01-21', true, 'they differ by rounding'],
])('%s costs %d (billed: %d) since %s, exact: %s, because %s', (name, listed, billed, date, isExact) => {
  const found = ireland.types.get(name)!;
  expect([found.onDemandUsd, found.billedUsd]).toEqual([listed, billed]);
  expect(found.priceSource).toMatchObject({ date, isExact });
});

test('types that the region does not have stay unknown, and each source is named once', () => {
  expect(ireland.types.has('x1.large')).toBe(false);
  expect(ireland.sources.map(({ date }) => date)).toEqual(['2026-01-21', '2026-08-04']);
  expect(ireland.priceSources).not.toContain(old);
});
