import type { CatalogSource, PriceSource } from '../../karpenter/cloud-provider/catalog.ts';
import type { RegionFees } from './fees.ts';

/** A region's facts about one instance type. */
export interface RegionType {
  /** Bit i is set if zone i offers the type. 0 if the region only has a price for it. */
  readonly zoneMask: number;
  /** The price per hour in USD in Karpenter's price list (bare metal: dedicated tenancy). Undefined if unknown. */
  readonly onDemandUsd: number | undefined;
  /** The on-demand price per hour in USD that users pay. */
  readonly billedUsd: number | undefined;
  readonly priceSource: PriceSource | undefined;
  /** How much less than on-demand spot costs, from 0 to 100. */
  readonly spotSavingsPercent: number | undefined;
  /** The share of spot instances interrupted per month: 0 (under 5%), 1 (5–10%), 2 (10–15%), 3 (15–20%) or 4 (over 20%). */
  readonly interruptionBand: number | undefined;
  /** Spot prices per hour in USD in the order of the region's zones, on the catalog's date. Undefined if they were not fetched. */
  readonly spotUsd?: readonly (number | undefined)[];
}

/** One region's zones, offerings and prices. */
export interface RegionFacts {
  readonly region: string;
  readonly zones: readonly string[];
  /** In the order of `zones`. Which zone has which id differs between accounts. */
  readonly zoneIds: readonly string[];
  /** Only a price list says what the region offers, so `zoneMask` has every zone. */
  readonly areOfferingsAssumed?: true;
  readonly sources: readonly CatalogSource[];
  readonly priceSources: readonly PriceSource[];
  /** Undefined if the data does not have them. */
  readonly fees?: RegionFees | undefined;
  readonly types: ReadonlyMap<string, RegionType>;
}

interface RegionFile {
  readonly schema: string;
  readonly region: string;
  readonly currency: string;
  readonly zones: readonly string[];
  readonly zoneIds: readonly string[];
  readonly areOfferingsAssumed?: true;
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

/** Decodes data/regions/<region>.json. It throws on anything else, because we write that file. */
export function decodeRegion(json: unknown): RegionFacts {
  const file = json as RegionFile;
  if (file?.schema !== 'plumbline/region/1' || !Array.isArray(file.types))
    throw new Error('the JSON does not contain the facts of a region');
  if (file.currency !== 'USD') throw new Error(`prices of ${file.region} are in ${file.currency}, not in USD`);
  if (file.zones.length !== file.zoneIds.length)
    throw new Error(`${file.region} has ${file.zones.length} zones, but ${file.zoneIds.length} zone ids`);

  for (const key of columns) {
    if (file[key]?.length !== file.types.length)
      throw new Error(`column ${key} of ${file.region} does not have one value per type`);
  }

  return {
    region: file.region,
    zones: file.zones,
    zoneIds: file.zoneIds,
    ...(file.areOfferingsAssumed && { areOfferingsAssumed: true }),
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
