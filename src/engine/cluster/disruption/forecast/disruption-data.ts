import type { Effect } from '../../../manifest/change.ts';

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
  /** Which setting of the NodePool allows no replacement at all. */
  readonly stoppedBy?: Stop;
  /** How often pods are evicted one after the other. Absent if once. */
  readonly evictions?: number;
  /** The nodes that stay, and what keeps them. Only in an entry with 0 nodes. */
  readonly held?: HeldNodes;
  /** The nodes of the wave that wait for Jobs. Absent if none does. */
  readonly awaited?: AwaitedJobs;
  /** How long the pods on these nodes may take to stop. Absent if that is known of the whole NodePool only. */
  readonly stopping?: StoppingPods;
  /** The same in seconds, with the terminationGracePeriod of the nodes. */
  readonly graceSeconds?: number;
}

/** The pods of nodes that go at the same time. */
export interface StoppingPods {
  /** The longest grace period in seconds of pods that may be evicted. */
  readonly longestSeconds: number;
  /** Whether Karpenter waits for others of them until the terminationGracePeriod of their node ends. */
  readonly isHeld: boolean;
}

/** Nodes that Karpenter removes only once the Jobs on them have ended. */
export interface AwaitedJobs {
  readonly nodes: number;
  /** The workloads of the Jobs, sorted. */
  readonly workloads: readonly string[];
  /** What forbids their disruption: `karpenter.sh/do-not-disrupt`, or PodDisruptionBudgets as `namespace/name`. */
  readonly by: readonly string[];
}

/** Nodes that Karpenter should replace or delete, and cannot. */
export interface HeldNodes {
  readonly nodes: number;
  /**
   * `forbidden`: pods must not be disrupted; `annotated`: the nodes themselves must not be; `not-initialized`: Karpenter waits until they
   * are; `unschedulable`: pods cannot be scheduled elsewhere; `pending`: pods wait for evicted ones, which stay pending, because a
   * PodDisruptionBudget allows no more evictions; `not-ready`: the node class is not ready, so no replacement can be launched; `settings`: a
   * setting of the NodePool allows no replacement; `replacement-not-ready`: new nodes never become ready, so Karpenter keeps the old ones.
   */
  readonly because:
    | 'forbidden'
    | 'annotated'
    | 'not-initialized'
    | 'unschedulable'
    | 'pending'
    | 'not-ready'
    | 'settings'
    | 'replacement-not-ready';
  /** The workloads whose pods keep them, sorted. */
  readonly workloads: readonly string[];
  /** What forbids the disruption: `karpenter.sh/do-not-disrupt`, PodDisruptionBudgets as `namespace/name`, or the node class. */
  readonly by: readonly string[];
  /** Why new nodes never become ready, or which setting allows no replacement, as a clause. */
  readonly why?: string;
}

/** A budget with a schedule that is not valid, a budget of 0, one of 0 for the reason `Drifted`, or `limits.nodes`. */
export type Stop = 'schedule' | 'budget' | 'budget for drift' | 'limit';

/** A repeated time in which a budget allows fewer replacements than at other times. */
export interface ClosedWindow {
  /** As they are written in the budget. Karpenter reads schedules in UTC. */
  readonly schedule: string;
  readonly duration: string;
  /** The number of nodes that may be replaced at the same time then. */
  readonly nodes: number;
}

/** How long it takes to replace or delete the nodes, in minutes: a forecast, not a promise. */
export interface Duration {
  readonly low: number;
  readonly high: number;
  /** The longest time that pods may take to stop, in seconds. */
  readonly graceSeconds: number;
  /** How often pods are evicted one after the other in all waves, each time after those before are ready elsewhere. Absent if once in each. */
  readonly evictions?: number;
  /**
   * The workloads that must not be disrupted, so that Karpenter waits for their pods until the grace period of their
   * node ends, sorted. Absent if none.
   */
  readonly waitsFor?: readonly string[];
  /** The latest end while none of these pods runs. Absent if Karpenter waits for none. */
  readonly highWithoutThem?: number;
}

/** What the change does to the running nodes of one NodePool. */
export interface NodePoolDisruption {
  readonly name: string;
  /** The values that Karpenter writes into its hash annotations. */
  readonly hash: HashPair;
  readonly effect: Effect;
  /** The node class whose change affects the NodePool; null if none does. */
  readonly nodeClass: string | null;
  /** Number of nodes that are replaced or deleted, without those that are held; null if unknown. */
  readonly nodesReplaced: number | null;
  /** Number of nodes that should be replaced or deleted, and stay because Karpenter cannot disrupt them; null if unknown. */
  readonly nodesHeld: number | null;
  /** The waves in which they go, as far as known. Entries with 0 nodes are for nodes that cannot go. */
  readonly waves: readonly Wave[];
  /** How long all waves take together, outside the windows; null if unknown. */
  readonly duration: Duration | null;
  /** When budgets delay the waves. Absent if none does. */
  readonly windows?: readonly ClosedWindow[];
  readonly reasons: readonly string[];
  /** Whether nothing decides if the NodePool exists. It has no nodes if it does not. */
  readonly isUndecided?: true;
  /** The number of predicted nodes, which all match the new requirements. Only if nobody knows the running ones. */
  readonly matchingNodes?: number;
  /** Whether a new version of Karpenter may take the running nodes for up to date, so that none of them is replaced. */
  readonly mayBeForgotten?: true;
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

/** What a change does to the running pods of one workload. Pods of DaemonSets are not counted: they come and go with their nodes. */
export interface WorkloadRestarts {
  readonly workload: string;
  /** Its pods that run before the change. */
  readonly running: number;
  /** Those of them that other pods replace. */
  readonly restarted: number;
  /** Those of the restarted ones whose new pods are pending when everything has settled. Absent if none. */
  readonly pending?: number;
  /** The same, if a NodePool that is not simulated may run them. */
  readonly unplaced?: number;
  /** Those of them that nothing replaces, because the workload gets fewer replicas or is removed. */
  readonly stopped: number;
  /** The fewest of its pods that run at any moment; as many as before if none stops. Null if waves are not followed one by one. */
  readonly fewest: number | null;
  /** PodDisruptionBudgets (`namespace/name`), sorted, that let fewer of its pods stop at a time than have to. */
  readonly heldBy: readonly string[];
}

/** What happens to the running pods of one workload, and when. */
export interface WorkloadDisruption {
  /** `Deployment/shop/web`. */
  readonly name: string;
  /** Its pods that run before the change. */
  readonly replicas: number;
  /** Those of them that other pods replace, and those that stop for good. */
  readonly restarted: number;
  readonly stopped: number;
  /** Those of the restarted ones whose new pods stay pending. Absent if none. */
  readonly pending?: number;
  /** Those of them that no simulated NodePool can run, although one that is not simulated may. Absent if none. */
  readonly unplaced?: number;
  /** The fewest of its pods that run at any moment; null if unknown. */
  readonly worst: { readonly available: number | null };
  /** From when to when nodes are replaced or deleted under it; null if none are, or if the time is unknown. */
  readonly from: Minutes | null;
  readonly until: Minutes | null;
  /** What delays or prevents it: PodDisruptionBudgets as `namespace/name`, and `karpenter.sh/do-not-disrupt`. */
  readonly heldBy: readonly string[];
}

/** What the change does to running nodes. */
export interface Disruption {
  readonly nodePools: readonly NodePoolDisruption[];
  readonly nodeClasses: readonly { readonly name: string; readonly hash: HashPair }[];
  /** Workloads whose pods restart, stop or are held back, those with most restarts first. Null if unknown. */
  readonly workloads: readonly WorkloadDisruption[] | null;
  /** Everything that happens to nodes, in order. */
  readonly timeline: readonly TimelineEntry[];
  /** What consolidation does after the change; absent if it replaces no nodes, or if that is unknown. */
  readonly consolidation?: Consolidation;
}

/** Nodes that Karpenter consolidates after a change, with others in their place. */
export interface Consolidation {
  /** Number of nodes that ran before the change. */
  readonly removed: number;
  /** Number of nodes that the change itself launched first. */
  readonly removedNew: number;
  /** Number of nodes that take the pods of these. */
  readonly launched: number;
}
