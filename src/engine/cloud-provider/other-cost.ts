import type { Range } from '../range.ts';

/** What is billed beside the instances, a month. */
export interface OtherCost {
  /** What is billed, for programs: `volumes`; `control-plane` is of a whole cluster and hangs on no node. */
  readonly kind: string;
  /** What the provider calls it. */
  readonly name: string;
  readonly monthlyUsd: Range;
  /** How the figure comes about with the date of its prices, or why it is not known: a sentence without its full stop. */
  readonly basis: string;
}

/** What the volumes of each node cost, USD a month, and what they are or why they are not known. */
export interface VolumeCost {
  readonly monthlyUsd: number | null;
  readonly basis: string;
}
