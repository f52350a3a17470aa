import { familyOf } from '../../api/pricing.ts';
import type { SpotPricing } from '../../api/settings.ts';
import type { RegionFees } from './fees.ts';
import {
  type CatalogSource,
  decodeInstanceTypes,
  type InstanceTypeInfo,
  type InstanceTypeTable,
} from './instance-type-info.ts';
import { decodeRegion, type PriceSource, type RegionFacts, type RegionType } from './region-facts.ts';
import { spotPrice } from './spot-price.ts';

/** A price with where it comes from. */
export interface Price {
  /** USD an hour that a user pays. */
  readonly hourlyUsd: number;
  readonly priceSource: 'table' | 'estimated';
  readonly source: PriceSource | undefined;
}

/** A zone with the id that AWS gives it in every account. */
export interface Zone {
  readonly zone: string;
  readonly zoneId: string | undefined;
}

/** The known instance types and what one region makes of them. */
export interface Catalog {
  readonly region: string;
  readonly zones: readonly Zone[];
  readonly sources: readonly CatalogSource[];
  readonly priceSources: readonly PriceSource[];
  /** What AWS bills beside instances; undefined where nobody gathered it. */
  readonly fees: RegionFees | undefined;
  /** Ordered by name, whether the region offers them or not. */
  readonly types: readonly InstanceTypeInfo[];
  readonly names: readonly string[];
  /** The type of this name, or undefined where nobody knows it. */
  type(name: string): InstanceTypeInfo | undefined;
  /** What the region says of the type, or undefined where it neither offers nor prices it. */
  regional(name: string): RegionType | undefined;
  /** Zones that offer the type, in order; empty where the region does not. */
  zonesOf(name: string): readonly string[];
  /** Below the on-demand price: the type's own figure, else the median of its family, else of its category, else of the region. */
  spotSavingsPercent(name: string): number | undefined;
  /** What an hour costs, or undefined where the type is not offered there or the price is unknown. */
  price(name: string, capacityType: 'on-demand' | 'spot', zone: string, pricing?: SpotPricing): Price | undefined;
}

/** Reads the JSON of data/instance-types.json and of data/regions/<region>.json; throws on anything else. */
export function decodeCatalog(instanceTypes: unknown, region: unknown): Catalog {
  return joinCatalog(decodeInstanceTypes(instanceTypes), decodeRegion(region));
}

/** A catalog of types that are read already, so that several regions share them. */
export function joinCatalog(table: InstanceTypeTable, facts: RegionFacts): Catalog {
  const byName = new Map(table.types.map((info) => [info.name, info]));
  const zones = facts.zones.map((zone, i) => ({ zone, zoneId: facts.zoneIds[i] }));
  const zonesByMask = new Map<number, readonly string[]>();
  let medians: ReadonlyMap<string, number> | undefined;
  const catalog: Catalog = {
    region: facts.region,
    zones,
    sources: [...table.sources, ...facts.sources],
    priceSources: facts.priceSources,
    fees: facts.fees,
    types: table.types,
    names: table.types.map((info) => info.name),
    type: (name) => byName.get(name),
    regional: (name) => facts.types.get(name),
    zonesOf(name) {
      const mask = facts.types.get(name)?.zoneMask ?? 0;
      const known = zonesByMask.get(mask) ?? facts.zones.filter((_, i) => mask & (1 << i));
      zonesByMask.set(mask, known);
      return known;
    },
    spotSavingsPercent(name) {
      medians ??= medianSavings(facts);
      const own = facts.types.get(name)?.spotSavingsPercent;
      return own ?? medians.get(familyOf(name)) ?? medians.get(categoryOf(name)) ?? medians.get('');
    },
    price: (name, capacityType, zone, pricing = 'advisor') => priceOf(catalog, { name, capacityType, zone, pricing }),
  };
  return catalog;
}

/** Where pools may launch when nothing names zones: the region's first three. */
export const defaultZones = (catalog: Catalog): readonly Zone[] => catalog.zones.slice(0, 3);

/** The zone with its id; a name that the region does not have (a local zone, a typo) has no id. */
export const zoneOf = (catalog: Catalog, zone: string): Zone =>
  catalog.zones.find((known) => known.zone === zone) ?? { zone, zoneId: undefined };

interface PriceQuery {
  readonly name: string;
  readonly capacityType: 'on-demand' | 'spot';
  readonly zone: string;
  readonly pricing: SpotPricing;
}

function priceOf(catalog: Catalog, { name, capacityType, zone, pricing }: PriceQuery): Price | undefined {
  const info = catalog.type(name);
  const facts = catalog.regional(name);
  if (!info || facts?.billedUsd === undefined || !catalog.zonesOf(name).includes(zone)) return undefined;
  const source = facts.priceSource;
  if (capacityType === 'on-demand') {
    return { hourlyUsd: facts.billedUsd, priceSource: source?.isExact ? 'table' : 'estimated', source };
  }
  const hourlyUsd = info.hasSpot ? spotPrice(catalog, info, { zone, pricing }) : Number.NaN;
  const priceSource = pricing === 'advisor' && facts.spotUsd ? 'table' : 'estimated';
  return Number.isNaN(hourlyUsd) ? undefined : { hourlyUsd, priceSource, source };
}

const categoryOf = (name: string): string => /^[a-z]+/.exec(name)?.[0] ?? '';

/** Family (`c7g`) and category (`c`) → median savings of their types; the empty key has the region's. */
function medianSavings(facts: RegionFacts): ReadonlyMap<string, number> {
  const savings = new Map<string, number[]>();
  const add = (key: string, percent: number): void => {
    const percents = savings.get(key);
    if (percents) percents.push(percent);
    else savings.set(key, [percent]);
  };
  for (const [name, { spotSavingsPercent }] of facts.types) {
    if (spotSavingsPercent === undefined) continue;
    for (const key of [familyOf(name), categoryOf(name), '']) add(key, spotSavingsPercent);
  }
  return new Map([...savings].map(([key, percents]) => [key, median(percents)]));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
