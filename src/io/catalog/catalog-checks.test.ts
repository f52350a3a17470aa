import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkCatalogFile } from './catalog-checks.ts';

const read = (file: string): Record<string, unknown> => JSON.parse(readFileSync(`data/${file}`, 'utf8'));
const types = read('instance-types.json');
const region = read('regions/us-east-1.json');
const [first] = region.types as [string];
const column = (value: unknown): unknown[] => (region.types as string[]).map(() => value);

test('the data of plumbline passes', () => {
  checkCatalogFile('instance-types.json', types);
  checkCatalogFile('regions/us-east-1.json', region);
});

test.each<[string, unknown]>([
  ['types', ['m5.large', 'm5.large']],
  ['types', ['<b>.large']],
  ['zones', ['us-east-1a', '`x`']],
  ['zoneIds', ['use1-az1']],
  ['zoneMasks', column(64)],
  ['onDemandUsd', column(-1)],
  ['onDemandUsd', column('0.1')],
  ['onDemandUsd', []],
  ['priceSource', column(9)],
  ['billedUsd', { 'no.such': 1 }],
  ['billedUsd', { [first]: 1e300 }],
  ['spotSavingsPercent', column(101)],
  ['interruptionBand', column(5)],
  ['spotUsd', { [first]: [1] }],
  ['priceSources', [{ what: '[a](http://b)', repository: 'x', date: '2026-01-01', isExact: true }]],
  ['priceSources', [{ what: 'a', repository: 'x', date: 'soon', isExact: true }]],
  ['sources', 'all'],
  ['fees', { volumes: {} }],
])('a region with `%s` %j is refused', (key, value) => {
  expect(() => checkCatalogFile('regions/us-east-1.json', { ...region, [key]: value })).toThrow(`\`${key}\``);
});

test.each<[string, unknown]>([
  ['vcpus', (types.types as string[]).map(() => 0.5)],
  ['gone', { 'a1.large': '<img>' }],
  ['gpus', { 'a1.large': [{ name: 'a<b', manufacturer: 'x', count: 1, memoryMib: 1 }] }],
  ['lacksEna', { constructor: 1 }],
])('types with `%s` %j are refused', (key, value) => {
  expect(() => checkCatalogFile('instance-types.json', { ...types, [key]: value })).toThrow(`\`${key}\``);
});

test.each([null, [], 'text', 1])('%j is refused', (json) => {
  expect(() => checkCatalogFile('instance-types.json', json)).toThrow('JSON object');
});
