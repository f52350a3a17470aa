import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encodeInstanceTypes } from './encode-instance-types.ts';
import { encodeRegion } from './encode-region.ts';
import { decodeInstanceTypes } from './instance-type-info.ts';
import { decodeRegion } from './region-facts.ts';

const text = (path: string): string => readFileSync(new URL(`../../../../data/${path}`, import.meta.url), 'utf8');

test('decoding and encoding the instance types gives the same bytes', () => {
  const written = text('instance-types.json');
  expect(encodeInstanceTypes(decodeInstanceTypes(JSON.parse(written))) === written).toBe(true);
});

test('decoding and encoding each region gives the same bytes', () => {
  const files = readdirSync(new URL('../../../../data/regions/', import.meta.url));
  const differing = files.filter((file) => {
    const written = text(`regions/${file}`);
    return encodeRegion(decodeRegion(JSON.parse(written))) !== written;
  });
  expect(files.length).toBeGreaterThan(20);
  expect(differing).toEqual([]);
});

test('spot prices by zone are kept, even if some zones have none', () => {
  const facts = decodeRegion(JSON.parse(text('regions/eu-west-1.json')));
  const types = new Map(facts.types);
  types.set('m5.large', { ...types.get('m5.large')!, spotUsd: [0.05, undefined, 0.04] });
  const read = decodeRegion(JSON.parse(encodeRegion({ ...facts, types })));
  expect(read.types.get('m5.large')?.spotUsd).toEqual([0.05, undefined, 0.04]);
  expect(read.types.get('m5.xlarge')?.spotUsd).toBeUndefined();
});
