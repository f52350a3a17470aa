import type { OutcomeRecord, PredictionRecord, ScorecardRecord } from './record.ts';

/** A prediction with what was seen afterwards. */
export interface ScoredPrediction {
  readonly prediction: PredictionRecord;
  readonly outcome: OutcomeRecord;
  /** Nodes seen minus nodes predicted. */
  readonly nodes: number;
  /** Cost seen minus cost predicted, as a share of the cost seen; null if one of them is unknown. */
  readonly cost: number | null;
  /** Whether the nodes seen are in the range that was predicted. */
  readonly isInRange: boolean;
  /** Whether exactly the predicted number of pods of each workload restarted; null if unknown. */
  readonly restarts: boolean | null;
}

/** A prediction of which nothing was seen. */
interface OpenPrediction {
  readonly prediction: PredictionRecord;
  /** Whether a later change to the same environment makes it impossible to look. */
  readonly isSuperseded: boolean;
}

/** All predictions, the latest first. */
export interface Scorecard {
  readonly scored: readonly ScoredPrediction[];
  readonly open: readonly OpenPrediction[];
}

/** Pairs predictions with outcomes, for one environment or all. Of several records about the same commit, the last counts. */
export function scorecardOf(all: readonly ScorecardRecord[], environment?: string): Scorecard {
  const records = all.filter((record) => environment === undefined || record.environment === environment);
  const keyOf = (record: ScorecardRecord): string => JSON.stringify([record.environment, record.commit]);
  const predictions = new Map<string, PredictionRecord>();
  const outcomes = new Map<string, OutcomeRecord>();
  const last = new Map<string, PredictionRecord>();

  for (const record of records) {
    if (record.kind === 'outcome') {
      outcomes.set(keyOf(record), record);
      continue;
    }

    // A commit that is applied again is predicted again, and its earlier outcome is that of another apply.
    outcomes.delete(keyOf(record));
    predictions.delete(keyOf(record));
    predictions.set(keyOf(record), record);
    last.set(record.environment, record);
  }

  const latestFirst = [...predictions].reverse();

  return {
    scored: latestFirst.flatMap(([key, prediction]) => {
      const outcome = outcomes.get(key);
      if (outcome === undefined) return [];
      return [scored(prediction, outcome)];
    }),
    open: latestFirst.flatMap(([key, prediction]) => {
      if (outcomes.has(key)) return [];
      return [{ prediction, isSuperseded: last.get(prediction.environment) !== prediction }];
    }),
  };
}

function scored(prediction: PredictionRecord, outcome: OutcomeRecord): ScoredPrediction {
  const [ours, theirs] = [prediction.figures, outcome.figures];
  const isPriced = ours.hourlyUsd !== null && theirs.hourlyUsd !== null;

  return {
    prediction,
    outcome,
    nodes: theirs.nodes - ours.nodes,
    cost: isPriced ? relative(theirs.hourlyUsd!, ours.hourlyUsd!) : null,
    isInRange: theirs.nodes >= prediction.nodes.low && theirs.nodes <= prediction.nodes.high,
    restarts: prediction.restarted && outcome.restarted && isSame(prediction.restarted, outcome.restarted),
  };
}

function relative(seen: number, predicted: number): number {
  if (seen === predicted) return 0;
  return (seen - predicted) / (seen === 0 ? predicted : seen);
}

function isSame(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  const workloads = new Set([...Object.keys(a), ...Object.keys(b)]);
  const of = (counts: Readonly<Record<string, number>>, name: string): number => {
    if (Object.hasOwn(counts, name)) return counts[name]!;
    return 0;
  };
  return [...workloads].every((name) => of(a, name) === of(b, name));
}

/** How good the last predictions were. */
export interface TrackRecord {
  readonly predictions: number;
  /** Predictions whose number of nodes was right, or off by one. */
  readonly withinOneNode: number;
  /** The median of the differences in cost, as a share; null if no cost is known. */
  readonly medianCost: number | null;
}

/** Older predictions are by an older plumbline, so they say little about the next one. */
const recentPredictions = 12;

/** The track record of the last predictions; undefined if nothing was seen yet. */
export function trackRecordOf({ scored: all }: Scorecard): TrackRecord | undefined {
  const recent = all.slice(0, recentPredictions);
  if (recent.length === 0) return undefined;
  const costs = recent
    .flatMap(({ cost }) => {
      if (cost === null) return [];
      return [Math.abs(cost)];
    })
    .sort((a, b) => a - b);

  return {
    predictions: recent.length,
    withinOneNode: recent.filter(({ nodes }) => Math.abs(nodes) <= 1).length,
    medianCost: costs[Math.floor(costs.length / 2)] ?? null,
  };
}
