import { encodeRegion } from '../src/engine/aws/catalog/encode-region.ts';
import type { RegionType } from '../src/engine/aws/catalog/region-facts.ts';
import type { CatalogSource, PriceSource } from '../src/engine/karpenter/cloud-provider/catalog.ts';
import type { SeedTypes } from './catalog-types.ts';
import { regionFees } from './region-fees.ts';

export interface SeedOfferings {
  readonly source: { readonly repo: string; readonly commit: string; readonly date: string };
  readonly regions: Readonly<Record<string, { zones: string[]; zoneIds: string[]; byMask: Record<string, string> }>>;
}

type PriceTable = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface SeedRegionPrices {
  readonly currency: string;
  readonly source: 'karpenter' | 'ec2shop';
  readonly asOf: string;
  readonly onDemand: PriceTable;
  readonly sharedMetal?: PriceTable;
  readonly adjusted?: Readonly<Record<string, { usd: number }>>;
}

export interface SeedPrices {
  readonly sources: Readonly<Record<'karpenter' | 'ec2shop', { repo: string; commit?: string; licence?: string }>>;
  readonly regions: Readonly<Record<string, SeedRegionPrices>>;
  readonly regionFactors: {
    readonly asOf: string;
    readonly regions: Readonly<
      Record<string, { families: Record<string, number>; categories: Record<string, number>; any: number }>
    >;
  };
}

export interface SeedSpot {
  readonly source: { readonly repo: string; readonly commit: string; readonly date: string };
  readonly regions: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>;
}

interface Seed {
  readonly types: SeedTypes;
  readonly offerings: SeedOfferings;
  readonly prices: SeedPrices;
  readonly spot: SeedSpot;
}

/** A price, and the index of its source in `priceSources`. */
interface Found {
  readonly usd: number;
  readonly source: 0 | 1 | 2;
}

/** The text of data/regions/<region>.json, with every known type that the region offers or has a price for. */
export function catalogRegion(region: string, seed: Seed): string {
  const { zones, zoneIds } = seed.offerings.regions[region]!;
  const masks = masksOf(seed.offerings.regions[region]!.byMask);
  const prices = new Map(
    Object.keys(seed.types.types).map((name) => [name, priceOf(name, region, seed.prices, masks.has(name))]),
  );
  const names = Object.keys(seed.types.types).filter((name) => masks.has(name) || prices.get(name));
  const spot = seed.spot.regions[region] ?? {};
  const { currency, sharedMetal } = seed.prices.regions[region]!;
  if (currency !== 'USD') throw new Error(`prices of ${region} are in ${currency}, not in USD`);
  const priceSources = priceSourcesOf(seed.prices, region);
  const typeOf = (name: string): RegionType => {
    const price = prices.get(name);
    return {
      zoneMask: masks.get(name) ?? 0,
      onDemandUsd: price?.usd,
      billedUsd: lookUp(sharedMetal, name) ?? price?.usd,
      priceSource: price && priceSources[price.source],
      spotSavingsPercent: spot[name]?.[0],
      interruptionBand: spot[name]?.[1],
    };
  };
  return encodeRegion({
    region,
    zones,
    zoneIds,
    priceSources,
    sources: sourcesOf(seed, region),
    fees: regionFees(region),
    types: new Map(names.map((name) => [name, typeOf(name)])),
  });
}

const masksOf = (byMask: Readonly<Record<string, string>>): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(byMask).flatMap(([mask, names]) => names.split(' ').map((name) => [name, Number(mask)] as const)),
  );

function lookUp(table: PriceTable | undefined, name: string): number | undefined {
  const [family = '', size = ''] = name.split('.');
  return table?.[family]?.[size];
}

/** The adjusted price, otherwise that of the region's own table, otherwise what a user pays in us-east-1 times the region's factor. */
function priceOf(name: string, region: string, prices: SeedPrices, isOffered: boolean): Found | undefined {
  const regional = prices.regions[region]!;
  const adjusted = regional.adjusted?.[name];
  if (adjusted) return { usd: adjusted.usd, source: 1 };
  const exact = lookUp(regional.onDemand, name);
  if (exact !== undefined) return { usd: exact, source: 0 };
  const factor = isOffered ? factorOf(name, region, prices) : undefined;
  const usEast = prices.regions['us-east-1']!;
  const reference = lookUp(usEast.sharedMetal, name) ?? lookUp(usEast.onDemand, name);
  if (factor === undefined || reference === undefined) return undefined;
  return { usd: Math.round(reference * factor * 1e6) / 1e6, source: 2 };
}

function factorOf(name: string, region: string, prices: SeedPrices): number | undefined {
  const factors = prices.regionFactors.regions[region];
  const family = name.split('.')[0]!;
  const category = /^[a-z]+/.exec(family)?.[0] ?? '';
  return factors?.families[family] ?? factors?.categories[category] ?? factors?.any;
}

/** The meaning of each value of the column `priceSource`. */
function priceSourcesOf(prices: SeedPrices, region: string): PriceSource[] {
  const { source, asOf } = prices.regions[region]!;
  const repository = prices.sources[source].repo.split(',')[0]!;
  return [
    { what: 'regional price table', repository, date: asOf, isExact: true },
    { what: 'regional price table, scaled by the change in us-east-1 since', repository, date: asOf, isExact: false },
    {
      what: 'us-east-1 price times the regional ratio of its family',
      repository: prices.sources.karpenter.repo,
      date: prices.regionFactors.asOf,
      isExact: false,
    },
  ];
}

function sourcesOf({ offerings, prices, spot }: Seed, region: string): CatalogSource[] {
  const { source, asOf } = prices.regions[region]!;
  const from = prices.sources[source];
  const [repository = '', commit = ''] = from.repo.split(/, (?:commit )?/);
  return [
    {
      what: 'zones of each type',
      repository: offerings.source.repo,
      commit: offerings.source.commit,
      date: offerings.source.date,
      licence: 'Apache-2.0',
    },
    {
      what: 'on-demand prices',
      repository,
      commit: from.commit ?? commit,
      date: asOf,
      licence: from.licence ?? 'Apache-2.0',
    },
    {
      what: 'spot savings and interruption',
      repository: spot.source.repo,
      commit: spot.source.commit,
      date: spot.source.date,
      licence: 'Apache-2.0',
    },
  ];
}
