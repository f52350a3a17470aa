/** The price settings in the configuration, for discounts and commitments that AWS does not publish. */
export interface Pricing {
  readonly discounts: readonly Discount[];
  readonly savingsPlans: readonly SavingsPlan[];
  /** What each node costs per month in addition to its instance: licenses of agents, for example. 0 by default. */
  readonly perNodeMonthlyUsd: number;
  /** The pod label that says who pays. */
  readonly teamLabel: string;
}

/** The prices that a discount applies to. An empty list means all. */
export interface PriceFilter {
  readonly regions: readonly string[];
  /** Instance families, such as `m7g`. */
  readonly families: readonly string[];
}

/** A discount on the public price of instances. All discounts that match a price apply, one after the other. */
export interface Discount extends PriceFilter {
  /** 0 to 100. */
  readonly percent: number;
  readonly capacityTypes: readonly string[];
}

/** A commitment that is paid whether it is used or not, and covers on-demand instances at a lower price. */
export interface SavingsPlan extends PriceFilter {
  /** The share of the commitment for this cluster, in USD per hour. */
  readonly hourlyUsd: number;
  /** The discount on the on-demand price, from 0 to 99. */
  readonly percent: number;
}

export const defaultPricing: Pricing = { discounts: [], savingsPlans: [], perNodeMonthlyUsd: 0, teamLabel: 'team' };

/** Whether a filter matches an instance family in a region. */
export const isMeant = ({ regions, families }: PriceFilter, region: string, family: string): boolean =>
  (regions.length === 0 || regions.includes(region)) && (families.length === 0 || families.includes(family));

/** `m7g` of `m7g.large`. */
export const familyOf = (instanceType: string): string => instanceType.slice(0, instanceType.indexOf('.'));
