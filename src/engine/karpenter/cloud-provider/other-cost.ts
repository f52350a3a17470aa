import type { Range } from '../../text/range.ts';

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
  /** The last day on which it is as high as this, if that is known: `2026-12-02`. Absent if nothing is known to change it. */
  readonly until?: string;
}

/** The license of an operating system or database that is billed with each instance, while Karpenter compares prices without it. */
export interface License {
  readonly title: string;
  /** Its rate with the source; empty if the rate is unknown. */
  readonly basis: string;
  /** Whether prices contain an estimate of it. */
  readonly isPriced: boolean;
}

/** The monthly cost of each node's volumes in USD, and what they are or why they are unknown. */
export interface VolumeCost {
  readonly monthlyUsd: number | null;
  readonly basis: string;
}
