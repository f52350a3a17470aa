import type { Effect } from '../change.ts';

/** A hash annotation on both sides; null if it is unknown or the object does not exist. */
export interface HashPair {
  readonly base: string | null;
  readonly head: string | null;
}

/** Nodes that are disrupted at the same time. 0 nodes: an entry for nodes that cannot be disrupted. */
export interface Wave {
  readonly nodes: number;
  readonly reason: string;
  readonly start?: string;
}

/** How long it takes to replace or delete the nodes, in minutes: a forecast, not a promise. */
export interface Duration {
  readonly low: number;
  readonly high: number;
  /** The longest time that pods may take to stop, in seconds. */
  readonly graceSeconds: number;
}

/** What the change does to the running nodes of one NodePool. */
export interface NodePoolDisruption {
  readonly name: string;
  /** The values that Karpenter writes into its hash annotations. */
  readonly hash: HashPair;
  readonly effect: Effect;
  /** The node class whose change affects the NodePool; null if none does. */
  readonly nodeClass: string | null;
  /** Number of nodes that are replaced or deleted; null if unknown. */
  readonly nodesReplaced: number | null;
  /** The waves in which they go, as far as known. Entries with 0 nodes are for nodes that cannot go. */
  readonly waves: readonly Wave[];
  /** How long all waves take together; null if unknown. */
  readonly duration: Duration | null;
  readonly reasons: readonly string[];
}

/** Minutes after Karpenter sees the change: earliest and latest. */
export interface Minutes {
  readonly low: number;
  readonly high: number;
}

/** Something that happens to nodes, and when, if minutes or a date are known. */
export interface TimelineEntry {
  /**
   * `wave`: nodes are replaced. `deletion`: nodes are deleted with their NodePool. `stays`: nodes should be replaced but cannot be.
   * `closed`: a budget delays replacement for some time. `expiry`: nodes expire together. `consolidation`: nodes are removed because
   * their pods fit on others.
   */
  readonly what: 'wave' | 'deletion' | 'stays' | 'closed' | 'expiry' | 'consolidation';
  /** Null if it concerns several NodePools. */
  readonly nodePool: string | null;
  /** Null if the number is unknown. */
  readonly nodes: number | null;
  readonly at: Minutes | null;
  readonly until: Minutes | null;
  /** ISO times in UTC, if it happens at a known time. */
  readonly utc: { readonly from: string; readonly to: string } | null;
  /** More nodes expire together than the budgets would allow at a time, because budgets do not apply to expiry. */
  readonly isStampede: boolean;
  readonly reason: string;
}

/** What the change does to running nodes. */
export interface Disruption {
  readonly nodePools: readonly NodePoolDisruption[];
  readonly nodeClasses: readonly { readonly name: string; readonly hash: HashPair }[];
  /** Everything that happens to nodes, in order. */
  readonly timeline: readonly TimelineEntry[];
}
