import type { Range } from '../range.ts';

/** A monthly cost other than instances. */
export interface OtherCost {
  /**
   * What is billed, for programs, for example `volumes`. `control-plane` is a cost of the whole cluster and not of its nodes.
   */
  readonly kind: string;
  /** The provider's name for it. */
  readonly name: string;
  readonly monthlyUsd: Range;
  /** How the figure is computed, with the date of its prices, or why it is unknown: a sentence without its period. */
  readonly basis: string;
}

/** The monthly cost of each node's volumes in USD, and what they are or why they are unknown. */
export interface VolumeCost {
  readonly monthlyUsd: number | null;
  readonly basis: string;
}
