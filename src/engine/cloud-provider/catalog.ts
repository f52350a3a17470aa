import type { SpotPricing } from '../api/settings.ts';

/** Where facts of the catalog come from. */
export interface CatalogSource {
  readonly what: string;
  readonly repository: string;
  readonly commit?: string;
  /** ISO date of the facts. */
  readonly date: string;
  readonly licence: string;
}

/** Where a price comes from, with how exact it is. */
export interface PriceSource {
  readonly what: string;
  readonly repository: string;
  /** ISO date of the prices. */
  readonly date: string;
  /** The region's own price; otherwise it is worked out from another one. */
  readonly isExact: boolean;
}

/** A price with where it comes from. */
export interface Price {
  /** USD an hour that a user pays. */
  readonly hourlyUsd: number;
  readonly priceSource: 'table' | 'estimated';
  readonly source: PriceSource | undefined;
}

/** A zone with the id that its provider gives it in every account, where there is one. */
export interface Zone {
  readonly zone: string;
  readonly zoneId: string | undefined;
}

/** What is known of an instance type, whoever sells it. */
export interface InstanceType {
  readonly name: string;
  readonly family: string;
  readonly architecture: string;
  readonly vcpus: number;
  /** As the provider tells it, before what the hypervisor takes. */
  readonly memoryMib: number;
  readonly hasSpot: boolean;
  readonly gpus: readonly Gpu[];
  readonly accelerator: Accelerator | undefined;
}

/** A GPU model of an instance type; the name and manufacturer as Karpenter's labels spell them. */
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

/** Per type the values of one label; lists are shared between equal types. */
export type LabelColumn = readonly (readonly string[])[];

/** The known instance types of a provider and what one region makes of them. */
export interface Catalog {
  /** Whose it is: the name of a `CloudProvider`. */
  readonly provider: string;
  readonly region: string;
  readonly zones: readonly Zone[];
  readonly sources: readonly CatalogSource[];
  readonly priceSources: readonly PriceSource[];
  /** Ordered by name, whether the region offers them or not. */
  readonly types: readonly InstanceType[];
  readonly names: readonly string[];
  /** The type of this name, or undefined where nobody knows it. */
  type(name: string): InstanceType | undefined;
  /** Label → values per type, for the labels that do not depend on the node class. */
  readonly labels: ReadonlyMap<string, LabelColumn>;
  /** Zones that offer the type, in order; empty where the region does not. */
  zonesOf(name: string): readonly string[];
  /** What an hour costs, or undefined where the type is not offered there or the price is unknown. */
  price(name: string, capacityType: 'on-demand' | 'spot', zone: string, pricing?: SpotPricing): Price | undefined;
  /** Where the on-demand price of a type comes from. */
  priceSourceOf(name: string): PriceSource | undefined;
  /** 0 to 4: under 5, 5 to 10, 10 to 15, 15 to 20, over 20 percent of spot instances interrupted a month. */
  interruptionBandOf(name: string): number | undefined;
  /** Below the on-demand price: the type's own figure, else the median of those like it. */
  spotSavingsPercent(name: string): number | undefined;
}

/** Where pools may launch when nothing names zones: the region's first three. */
export const defaultZones = (catalog: Catalog): readonly Zone[] => catalog.zones.slice(0, 3);

/** The zone with its id; a name that the region does not have (a local zone, a typo) has no id. */
export const zoneOf = (catalog: Catalog, zone: string): Zone =>
  catalog.zones.find((known) => known.zone === zone) ?? { zone, zoneId: undefined };
