import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeInstanceTypes } from '../src/engine/aws/catalog/instance-type-info.ts';
import { decodeRegion } from '../src/engine/aws/catalog/region-facts.ts';
import { priceListRegion } from './price-list-region.ts';

const table = decodeInstanceTypes(JSON.parse(readFileSync('data/instance-types.json', 'utf8')));
const list = {
  source: 'a/b prices.go',
  commit: '0123456789abcdef',
  generatedAt: '2026-07-20T13:44:38Z',
  licence: 'MIT',
  prices: {
    'us-gov-east-1': {
      'm5.large': 0.121,
      'm5.metal': 5.808,
      'm5.24xlarge': 5.808,
      'c6g.16xlarge': 2.6112,
      'c6g.metal': 2.7679,
      'g4dn.metal': 9.862,
      'x0.huge': 1,
    },
  },
};
const east = decodeRegion(JSON.parse(priceListRegion('us-gov-east-1', list, table)));

test('each known type with a price is offered in all zones, with an unknown spot price', () => {
  expect([...east.types.keys()]).not.toContain('x0.huge');
  expect(east.types.get('m5.large')).toEqual({
    zoneMask: 7,
    onDemandUsd: 0.121,
    billedUsd: 0.121,
    spotSavingsPercent: undefined,
    interruptionBand: undefined,
    priceSource: { what: 'regional price table', repository: 'a/b', date: '2026-07-20', isExact: true },
  });
  expect(east).toMatchObject({
    areOfferingsAssumed: true,
    fees: undefined,
    zones: expect.arrayContaining(['us-gov-east-1c']),
  });
  expect(east.sources.map(({ date, licence }) => [date, licence])).toEqual([
    ['2024-04-17', 'Apache-2.0'],
    ['2026-07-20', 'MIT'],
  ]);
});

test('bare metal that the list has with dedicated tenancy is billed as the same size without bare metal', () => {
  const metal = (name: string) => {
    const { onDemandUsd, billedUsd, priceSource } = east.types.get(name)!;
    return [onDemandUsd, billedUsd, priceSource?.isExact];
  };
  expect(metal('c6g.metal')).toEqual([2.7679, 2.6112, false]);
  expect(metal('m5.metal')).toEqual([5.808, 5.808, true]);
  expect(metal('g4dn.metal')).toEqual([9.862, 9.862, true]);
});
