import type { Effect } from '../change.ts';

/** A hash annotation on both sides; null where unknown or where the object is not there. */
export interface HashPair {
  readonly base: string | null;
  readonly head: string | null;
}

/** Nodes that are disrupted at the same time; 0 stands for those that cannot be. */
export interface Wave {
  readonly nodes: number;
  readonly reason: string;
  readonly start?: string;
}

/** How long nodes that go take, in minutes: a forecast, not a promise. */
export interface Duration {
  readonly low: number;
  readonly high: number;
  /** The longest that pods may take to stop, in seconds. */
  readonly graceSeconds: number;
}

/** What the change does to the running nodes of one NodePool. */
export interface NodePoolDisruption {
  readonly name: string;
  /** The controllers' own hash annotations. */
  readonly hash: HashPair;
  readonly effect: Effect;
  /** The node class whose change reaches it; null where none does. */
  readonly nodeClass: string | null;
  /** Nodes that are replaced or deleted; null where it is unknown. */
  readonly nodesReplaced: number | null;
  /** How they go, as far as that is known; 0 nodes stand for those that cannot. */
  readonly waves: readonly Wave[];
  /** How long the waves take together; null where that is not known. */
  readonly duration: Duration | null;
  readonly reasons: readonly string[];
}

/** Minutes after Karpenter sees the change, at the soonest and at the latest. */
export interface Minutes {
  readonly low: number;
  readonly high: number;
}

/** Something that happens to nodes, and when; where neither minutes nor a date are known, only that it does. */
export interface TimelineEntry {
  /**
   * `wave`: nodes are replaced. `deletion`: they go with their NodePool. `stays`: they would have to go and cannot. `closed`: a budget
   * holds them back for some time. `expiry`: they expire together. `consolidation`: spared because others have room.
   */
  readonly what: 'wave' | 'deletion' | 'stays' | 'closed' | 'expiry' | 'consolidation';
  /** Null: of several. */
  readonly nodePool: string | null;
  /** Null: not known how many. */
  readonly nodes: number | null;
  readonly at: Minutes | null;
  readonly until: Minutes | null;
  /** ISO times in UTC, where it happens by the clock. */
  readonly utc: { readonly from: string; readonly to: string } | null;
  /** More than the budgets let go at a time, which do not hold for expiry. */
  readonly isStampede: boolean;
  readonly reason: string;
}

/** What the change does to running nodes. */
export interface Disruption {
  readonly nodePools: readonly NodePoolDisruption[];
  readonly nodeClasses: readonly { readonly name: string; readonly hash: HashPair }[];
  /** All that happens to nodes, in order. */
  readonly timeline: readonly TimelineEntry[];
}
