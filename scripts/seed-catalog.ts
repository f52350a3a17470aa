/**
 * Writes data/instance-types.json and data/regions/<region>.json from gathered facts.
 * `node scripts/seed-catalog.ts FOLDER`, where FOLDER contains instance-types.json, offerings.json, prices.json,
 * nitro-enclaves.json, spot-advisor.json, aws-gov/on-demand.json for regions with nothing but a price list, and the files of newer prices.
 * The same input gives the same bytes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRegion } from '../src/engine/aws/catalog/encode-region.ts';
import { decodeInstanceTypes } from '../src/engine/aws/catalog/instance-type-info.ts';
import { decodeRegion, type RegionFacts } from '../src/engine/aws/catalog/region-facts.ts';
import { catalogRegion, type SeedOfferings, type SeedPrices, type SeedSpot } from './catalog-region.ts';
import { catalogTypes, type SeedEnclaves, type SeedTypes } from './catalog-types.ts';
import { newerPriceSources, type SeedPricesByType, withNewerPrices } from './newer-prices.ts';
import { priceListRegion, type SeedPriceList } from './price-list-region.ts';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node scripts/seed-catalog.ts FOLDER');
const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8'));

const types = read<SeedTypes>('instance-types.json');
const offerings = read<SeedOfferings>('offerings.json');
const prices = read<SeedPrices>('prices.json');
const spot = read<SeedSpot>('spot-advisor.json');

mkdirSync('data/regions', { recursive: true });
const typesText = catalogTypes(types, read<SeedEnclaves>('nitro-enclaves.json'));
writeFileSync('data/instance-types.json', typesText);
const newer = newerPriceSources.map(({ file, ...source }) => {
  const json = read<SeedPricesByType | { readonly prices: SeedPricesByType }>(file);
  return { source, prices: 'prices' in json ? (json.prices as SeedPricesByType) : json };
});
const factsOf = (region: string): RegionFacts =>
  decodeRegion(JSON.parse(catalogRegion(region, { types, offerings, prices, spot })));
for (const region of Object.keys(offerings.regions).sort()) {
  const facts = withNewerPrices(factsOf(region), newer, factsOf('us-east-1'));
  writeFileSync(`data/regions/${region}.json`, encodeRegion(facts));
}

const list = read<SeedPriceList>('aws-gov/on-demand.json');
const table = decodeInstanceTypes(JSON.parse(typesText));
for (const region of Object.keys(list.prices).sort()) {
  writeFileSync(`data/regions/${region}.json`, priceListRegion(region, list, table));
}
