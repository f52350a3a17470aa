/** What was predicted, or what was seen, of one cluster at one moment. */
export interface ClusterFigures {
  readonly nodes: number;
  /** Null if a node has no price. */
  readonly hourlyUsd: number | null;
  /** Instance type → nodes. */
  readonly types: Readonly<Record<string, number>>;
}

/** What a merged change was predicted to do to the cluster of one environment. */
export interface PredictionRecord {
  readonly kind: 'prediction';
  readonly environment: string;
  /** The commit that was applied. */
  readonly commit: string;
  /** ISO time, UTC. */
  readonly at: string;
  /** The likely result, and the range of nodes. */
  readonly figures: ClusterFigures;
  readonly nodes: { readonly low: number; readonly high: number };
  /** Workload → its pods after the change. Null if there are too many workloads. */
  readonly replicas: Readonly<Record<string, number>> | null;
  /** Workload → its pods that ran before the change. Null if the cluster could not be read, so that the prediction rests on files alone. */
  readonly running: Readonly<Record<string, number>> | null;
  /** Workload → its pods that restart; null if unknown. */
  readonly restarted: Readonly<Record<string, number>> | null;
}

/** Why a cluster is not as predicted. Each is a fact that was seen, not a guess. */
export const reasons = [
  /** A workload has another number of pods than was predicted. */
  'load-moved',
  /** Spot nodes started long after the change. */
  'spot-replaced',
  /** Karpenter's objects differ from the files, so somebody changed them by hand. */
  'changed-by-hand',
  /** Nodes were still starting or stopping, or pods were pending. */
  'still-changing',
] as const;
export type Reason = (typeof reasons)[number];

/** What the cluster looked like some time after the change. */
export interface OutcomeRecord {
  readonly kind: 'outcome';
  readonly environment: string;
  /** The commit of the prediction. */
  readonly commit: string;
  readonly at: string;
  readonly figures: ClusterFigures;
  /** Workload → its pods that restarted; null if unknown. */
  readonly restarted: Readonly<Record<string, number>> | null;
  readonly reasons: readonly Reason[];
}

export type ScorecardRecord = PredictionRecord | OutcomeRecord;
