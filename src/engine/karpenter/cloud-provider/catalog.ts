import type { SpotPricing } from '../api/settings.ts';

/** The source of facts in the catalog. */
export interface CatalogSource {
  readonly what: string;
  readonly repository: string;
  readonly commit?: string;
  /** The ISO date of the facts. */
  readonly date: string;
  readonly licence: string;
}

/** The source of a price, and whether it is exact. */
export interface PriceSource {
  readonly what: string;
  readonly repository: string;
  /** The ISO date of the prices. */
  readonly date: string;
  /** True if it is the price of this region. Otherwise it is estimated from another price. */
  readonly isExact: boolean;
}

/** A price with its source. */
export interface Price {
  /** The price in USD/hour that a user pays. */
  readonly hourlyUsd: number;
  readonly priceSource: 'table' | 'estimated';
  readonly source: PriceSource | undefined;
}

/** A zone, with the ID that is the same in every account, if the provider has such IDs. */
export interface Zone {
  readonly zone: string;
  readonly zoneId: string | undefined;
}

/** The facts about an instance type, for any provider. */
export interface InstanceType {
  readonly name: string;
  readonly family: string;
  readonly architecture: string;
  readonly vcpus: number;
  /** The size that the provider states, before the hypervisor takes its part. */
  readonly memoryMib: number;
  readonly hasSpot: boolean;
  readonly gpus: readonly Gpu[];
  readonly accelerator: Accelerator | undefined;
}

/** A GPU model of an instance type, with the name and manufacturer as in Karpenter's labels. */
export interface Gpu {
  readonly name: string;
  readonly manufacturer: string;
  readonly count: number;
  readonly memoryMib: number;
}

/** Another accelerator of an instance type. */
export interface Accelerator {
  readonly name: string;
  readonly manufacturer: string;
  readonly count: number;
}

/** The values of one label for each type. Equal types share lists. */
export type LabelColumn = readonly (readonly string[])[];

/** The known instance types of a provider, and their zones and prices in one region. */
export interface Catalog {
  /** The provider: the name of a `CloudProvider`. */
  readonly provider: string;
  readonly region: string;
  readonly zones: readonly Zone[];
  /** Zones that only some accounts have, by name. What they offer is unknown. */
  readonly otherZones: readonly string[];
  /** Which zone offers which type is unknown, so every zone is assumed to offer all types of the region. */
  readonly areOfferingsAssumed?: true;
  readonly sources: readonly CatalogSource[];
  readonly priceSources: readonly PriceSource[];
  /** Ordered by name, including types that the region does not offer. */
  readonly types: readonly InstanceType[];
  readonly names: readonly string[];
  /** The type with this name; undefined if it is unknown. */
  type(name: string): InstanceType | undefined;
  /** Label → values for each type, for labels that do not depend on the node class. */
  readonly labels: ReadonlyMap<string, LabelColumn>;
  /** The zones that offer the type, in order; empty if the region does not offer it. */
  zonesOf(name: string): readonly string[];
  /** The price per hour; undefined if the type is not offered there or its price is unknown. */
  price(name: string, capacityType: 'on-demand' | 'spot', zone: string, pricing?: SpotPricing): Price | undefined;
  /** The source of a type's on-demand price. */
  priceSourceOf(name: string): PriceSource | undefined;
  /** How often spot instances are interrupted per month, from 0 to 4: under 5%, 5–10%, 10–15%, 15–20%, over 20%. */
  interruptionBandOf(name: string): number | undefined;
  /**
   * How much lower the spot price is than the on-demand price: the type's own figure, otherwise the median of similar types.
   */
  spotSavingsPercent(name: string): number | undefined;
}

/** The zones in which NodePools may launch if nothing names zones: the first three of the region. */
export const defaultZones = (catalog: Catalog): readonly Zone[] => catalog.zones.slice(0, 3);

/** Whether prices of a date are more than 12 months old, so that they are estimates. ISO dates; what is unknown is not old. */
export const isOldDate = (date: string | undefined, today: string | undefined): boolean =>
  date !== undefined && today !== undefined && date < `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;

/** Whether a price gets the mark for estimates. */
export const isEstimate = ({ priceSource, source }: Price, today: string): boolean =>
  priceSource === 'estimated' || isOldDate(source?.date, today);

/** The source of spot prices, or of the savings that they are estimated from. */
export const spotSourceOf = ({ sources }: Pick<Catalog, 'sources'>): CatalogSource | undefined =>
  sources.find(({ what }) => what.includes('spot'));

/** The zone with its ID. A zone that the region does not have (a local zone, a typo) has no ID. */
export const zoneOf = (catalog: Catalog, zone: string): Zone =>
  catalog.zones.find((zoneEntry) => zoneEntry.zone === zone) ?? { zone, zoneId: undefined };
