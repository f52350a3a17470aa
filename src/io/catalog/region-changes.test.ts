import { expect, test } from 'vitest';
import type { RegionFacts, RegionType } from '../../engine/aws/catalog/region-facts.ts';
import type { PriceSource } from '../../engine/karpenter/cloud-provider/catalog.ts';
import { plausibleRegion } from './region-changes.ts';

const price = (date: string, isExact = true): PriceSource => ({ what: 'list', repository: 'a/b', date, isExact });
const [then, estimate, now] = [price('2026-01-01'), price('2025-01-01', false), price('2026-11-01')];

/** A region whose types have these prices; null is a type that is not offered. */
function region(source: PriceSource, prices: Readonly<Record<string, number | null>>, zones = ['a', 'b']): RegionFacts {
  const typeOf = (usd: number | null): RegionType => ({
    zoneMask: usd === null ? 0 : 1,
    onDemandUsd: usd ?? 1,
    billedUsd: usd ?? 1,
    priceSource: source,
    spotSavingsPercent: 60,
    interruptionBand: 1,
  });
  const types = new Map(Object.entries(prices).map(([name, usd]) => [name, typeOf(usd)]));
  return { region: 'eu-west-1', zones, zoneIds: zones, sources: [], priceSources: [source], types };
}

const many = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}.large`, 1]));

test('prices that move a little are taken, and the others keep their value and date', () => {
  const known = region(then, { 'a.large': 1, 'b.large': 1, 'c.large': 1, 'd.large': 1, 'e.large': 1 });
  const fresh = region(now, { 'a.large': 1.1, 'b.large': 0.41, 'c.large': 0.39, 'd.large': 1.61, 'e.large': 1 });
  const { facts, changes } = plausibleRegion(known, fresh, false);
  expect([...facts.types].map(([name, type]) => [name, type.onDemandUsd, type.priceSource?.date])).toEqual([
    ['a.large', 1.1, '2026-11-01'],
    ['b.large', 0.41, '2026-11-01'],
    ['c.large', 1, '2026-01-01'],
    ['d.large', 1, '2026-01-01'],
    ['e.large', 1, '2026-11-01'],
  ]);
  expect(facts.priceSources.map(({ date }) => date)).toEqual(['2026-11-01', '2026-01-01']);
  expect(changes).toMatchObject({
    higher: [{ name: 'a.large', before: 1, after: 1.1 }],
    lower: [{ name: 'b.large', before: 1, after: 0.41 }],
    kept: [{ name: 'c.large' }, { name: 'd.large' }].reverse(),
  });
});

test('with force, all prices are taken', () => {
  const { facts, changes } = plausibleRegion(region(then, { 'a.large': 1 }), region(now, { 'a.large': 9 }), true);
  expect([facts.types.get('a.large')?.billedUsd, changes.kept, changes.higher.length]).toEqual([9, [], 1]);
});

test('an estimate that becomes a list price has not moved', () => {
  const { facts, changes } = plausibleRegion(region(estimate, { 'a.large': 1 }), region(now, { 'a.large': 9 }), false);
  expect(facts.types.get('a.large')?.billedUsd).toBe(9);
  expect([changes.priced, changes.higher, changes.kept]).toEqual([['a.large'], [], []]);
});

test('types come and go', () => {
  const { changes } = plausibleRegion(
    region(then, { 'a.large': 1 }),
    region(now, { 'a.large': null, 'b.large': 1 }),
    false,
  );
  expect([changes.offered, changes.withdrawn, changes.refused]).toEqual([['b.large'], ['a.large'], undefined]);
});

test('spot prices are counted by zone', () => {
  const spot = (facts: RegionFacts, spotUsd: readonly (number | undefined)[]): RegionFacts => ({
    ...facts,
    types: new Map([...facts.types].map(([name, type]) => [name, { ...type, spotUsd }])),
  });
  const known = spot(region(then, { 'a.large': 1 }, ['b', 'a']), [2, 1]);
  const fresh = spot(region(now, { 'a.large': 1 }, ['a', 'b', 'c']), [3, 1, 5]);
  expect(plausibleRegion(known, fresh, false).changes.spot).toEqual({ higher: 1, lower: 1 });
});

test.each([
  ['many types vanish', region(then, many(50)), region(now, many(30)), '20 of 50 instance types'],
  ['most zones vanish', region(then, many(2), ['a', 'b', 'c']), region(now, many(2), ['a']), '2 of 3 zones'],
])('nothing of a region is taken if %s', (_, known, fresh, why) => {
  const { facts, changes } = plausibleRegion(known, fresh, false);
  expect(facts).toBe(known);
  expect(changes.refused).toContain(why);
  expect(plausibleRegion(known, fresh, true).facts.types.size).toBe(fresh.types.size);
});

test('types may vanish if only a price list said that the region offers them', () => {
  const known = { ...region(then, many(50)), areOfferingsAssumed: true as const };
  expect(plausibleRegion(known, region(now, many(30)), false).changes.refused).toBeUndefined();
});

test('a new region is taken as it is', () => {
  const fresh = region(now, { 'a.large': 1 });
  expect(plausibleRegion(undefined, fresh, false)).toMatchObject({ facts: fresh, changes: { offered: [], kept: [] } });
});
