import type { CatalogSource, PriceSource } from '../../cloud-provider/catalog.ts';
import type { RegionFees } from './fees.ts';

/** What a region says of one instance type. */
export interface RegionType {
  /** Bit i is set where zone i offers the type; 0 where the region only has a price for it. */
  readonly zoneMask: number;
  /** USD an hour as Karpenter's price list has it (bare metal: dedicated tenancy); undefined where unknown. */
  readonly onDemandUsd: number | undefined;
  /** USD an hour that a user pays on demand. */
  readonly billedUsd: number | undefined;
  readonly priceSource: PriceSource | undefined;
  /** 0 to 100, below the on-demand price. */
  readonly spotSavingsPercent: number | undefined;
  /** 0 to 4: under 5, 5 to 10, 10 to 15, 15 to 20, over 20 percent of spot instances interrupted a month. */
  readonly interruptionBand: number | undefined;
  /** USD an hour in each zone, parallel to the region's zones, as of the catalog's date; undefined where nobody asked. */
  readonly spotUsd?: readonly (number | undefined)[];
}

/** One region's zones, offerings and prices. */
export interface RegionFacts {
  readonly region: string;
  readonly zones: readonly string[];
  /** Parallel to `zones`; which zone has which id differs from account to account. */
  readonly zoneIds: readonly string[];
  readonly sources: readonly CatalogSource[];
  readonly priceSources: readonly PriceSource[];
  /** Undefined where nobody gathered them. */
  readonly fees?: RegionFees | undefined;
  readonly types: ReadonlyMap<string, RegionType>;
}

interface RegionFile {
  readonly schema: string;
  readonly region: string;
  readonly currency: string;
  readonly zones: readonly string[];
  readonly zoneIds: readonly string[];
  readonly sources: readonly CatalogSource[];
  readonly priceSources: readonly PriceSource[];
  readonly fees?: RegionFees;
  readonly types: readonly string[];
  readonly zoneMasks: readonly number[];
  readonly onDemandUsd: readonly (number | null)[];
  readonly priceSource: readonly (number | null)[];
  readonly billedUsd: Readonly<Record<string, number>>;
  readonly spotSavingsPercent: readonly (number | null)[];
  readonly interruptionBand: readonly (number | null)[];
  readonly spotUsd?: Readonly<Record<string, readonly (number | null)[]>>;
}

const columns = ['zoneMasks', 'onDemandUsd', 'priceSource', 'spotSavingsPercent', 'interruptionBand'] as const;

/** Reads the JSON of data/regions/<region>.json; throws on anything else, because that is our own file. */
export function decodeRegion(json: unknown): RegionFacts {
  const file = json as RegionFile;
  if (file?.schema !== 'plumbline/region/1' || !Array.isArray(file.types)) throw new Error('not the facts of a region');
  if (file.currency !== 'USD') throw new Error(`prices of ${file.region} are in ${file.currency}, not in USD`);
  if (file.zones.length !== file.zoneIds.length) throw new Error(`zones and zone ids of ${file.region} do not pair up`);
  for (const key of columns) {
    if (file[key]?.length !== file.types.length) throw new Error(`column ${key} of ${file.region} is not one per type`);
  }
  return {
    region: file.region,
    zones: file.zones,
    zoneIds: file.zoneIds,
    sources: file.sources,
    priceSources: file.priceSources,
    fees: file.fees,
    types: new Map(file.types.map((name, i) => [name, rowOf(file, name, i)])),
  };
}

function rowOf(file: RegionFile, name: string, i: number): RegionType {
  const onDemandUsd = file.onDemandUsd[i] ?? undefined;
  const spotUsd = file.spotUsd?.[name];
  return {
    zoneMask: file.zoneMasks[i]!,
    onDemandUsd,
    billedUsd: file.billedUsd[name] ?? onDemandUsd,
    priceSource: file.priceSources[file.priceSource[i] ?? -1],
    spotSavingsPercent: file.spotSavingsPercent[i] ?? undefined,
    interruptionBand: file.interruptionBand[i] ?? undefined,
    ...(spotUsd && { spotUsd: spotUsd.map((usd) => usd ?? undefined) }),
  };
}
