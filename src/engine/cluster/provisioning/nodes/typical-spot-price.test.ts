import { describe, expect, test } from 'vitest';
import { typicalSpotPrice } from './typical-spot-price.ts';

const offers = (prices: Readonly<Record<string, readonly number[]>>) =>
  Object.entries(prices).flatMap(([instanceType, all]) => all.map((usd) => ({ instanceType, usd })));

/** `t0.large` costs 0.01, `t1.large` 0.02 and so on. */
const manyTypes = (count: number) =>
  offers(Object.fromEntries(Array.from({ length: count }, (_, i) => [`t${i}.large`, [(i + 1) / 100]])));

describe('the typical price of a spot node', () => {
  test.each([
    ['the only price', offers({ 'm5.large': [0.03] }), 0.03],
    ['the lower one of two', offers({ 'm5.large': [0.03], 'm6i.large': [0.09] }), 0.03],
    ['the middle one of three zones', offers({ 'm5.large': [0.05, 0.03, 0.04] }), 0.04],
    ['the eighth of 15 types', manyTypes(15), 0.08],
    ['the same with more expensive types', manyTypes(60), 0.08],
    ['known prices alone', offers({ 'm5.large': [Number.NaN], 'm6i.large': [0.09] }), 0.09],
    ['nothing if no price is known', offers({ 'm5.large': [Number.NaN] }), undefined],
  ])('is %s', (_, all, expected) => {
    expect(typicalSpotPrice(all)).toBe(expected);
    expect(typicalSpotPrice(all.toReversed())).toBe(expected);
  });

  test('all zones of the cheapest types count', () => {
    const cheap = offers(Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`t${i}.large`, [0.01, 0.02, 0.5]])));
    expect(typicalSpotPrice([...cheap, ...offers({ 'u.large': [0.03] })])).toBe(0.02);
  });

  test('offerings that cost more than on demand do not count, unless all do', () => {
    const sizes = offers({
      'm7a.large': [0.05, 0.06],
      'm7a.xlarge': [0.1],
      'm7a.2xlarge': [0.2],
      'm7a.4xlarge': [0.4],
    });
    const above = (most: number) => sizes.map((offer) => ({ ...offer, isExpensive: offer.usd > most }));

    expect(typicalSpotPrice(above(0.5))).toBe(0.1);
    expect(typicalSpotPrice(above(0.115))).toBe(0.06);
    expect(typicalSpotPrice(above(0.01))).toBe(0.05);
  });
});
