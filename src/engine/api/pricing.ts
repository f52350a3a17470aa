/** What a bill depends on that AWS publishes nowhere, as the configuration says it. */
export interface Pricing {
  readonly discounts: readonly Discount[];
  readonly savingsPlans: readonly SavingsPlan[];
  /** Label of pods that names who pays. */
  readonly teamLabel: string;
}

/** To which prices something applies; an empty list is all. */
export interface PriceFilter {
  readonly regions: readonly string[];
  /** Instance families, such as `m7g`. */
  readonly families: readonly string[];
}

/** Off the public price of instances. Several that apply to the same price all count, one after the other. */
export interface Discount extends PriceFilter {
  /** 0 to 100. */
  readonly percent: number;
  readonly capacityTypes: readonly string[];
}

/** A commitment that is paid whether it is used or not, and pays for on-demand instances at a lower price. */
export interface SavingsPlan extends PriceFilter {
  /** The part of the commitment that is there for this cluster, USD an hour. */
  readonly hourlyUsd: number;
  /** 0 to 99, below the on-demand price. */
  readonly percent: number;
}

export const defaultPricing: Pricing = { discounts: [], savingsPlans: [], teamLabel: 'team' };

/** Whether a filter lets an instance family of a region pass. */
export const isMeant = ({ regions, families }: PriceFilter, region: string, family: string): boolean =>
  (regions.length === 0 || regions.includes(region)) && (families.length === 0 || families.includes(family));

/** `m7g` of `m7g.large`. */
export const familyOf = (instanceType: string): string => instanceType.slice(0, instanceType.indexOf('.'));
