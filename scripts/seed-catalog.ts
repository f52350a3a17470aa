/**
 * Writes data/instance-types.json and data/regions/<region>.json from gathered facts.
 * `node scripts/seed-catalog.ts FOLDER`, where FOLDER contains instance-types.json, offerings.json, prices.json,
 * nitro-enclaves.json and spot-advisor.json. The same input gives the same bytes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogRegion, type SeedOfferings, type SeedPrices, type SeedSpot } from './catalog-region.ts';
import { catalogTypes, type SeedEnclaves, type SeedTypes } from './catalog-types.ts';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node scripts/seed-catalog.ts FOLDER');
const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8'));

const types = read<SeedTypes>('instance-types.json');
const offerings = read<SeedOfferings>('offerings.json');
const prices = read<SeedPrices>('prices.json');
const spot = read<SeedSpot>('spot-advisor.json');

mkdirSync('data/regions', { recursive: true });
writeFileSync('data/instance-types.json', catalogTypes(types, read<SeedEnclaves>('nitro-enclaves.json')));
for (const region of Object.keys(offerings.regions).sort()) {
  writeFileSync(`data/regions/${region}.json`, catalogRegion(region, { types, offerings, prices, spot }));
}
