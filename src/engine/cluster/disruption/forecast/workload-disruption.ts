import { compareNames } from '../../../text/name-order.ts';
import type { Minutes, TimelineEntry, WorkloadDisruption, WorkloadRestarts } from './disruption-data.ts';
import type { DriftForecast } from './drift-forecast.ts';

interface RestartInput {
  readonly restarts: readonly WorkloadRestarts[];
  /** NodePool → how its nodes are replaced or deleted. */
  readonly forecasts: ReadonlyMap<string, DriftForecast>;
  readonly timeline: readonly TimelineEntry[];
}

/** The workloads whose pods restart, stop or are held back, those with most restarts first. */
export const workloadDisruptions = (input: RestartInput): readonly WorkloadDisruption[] =>
  input.restarts
    .map((restart) => disruptionOf(restart, input))
    .filter(({ restarted, stopped, heldBy }) => restarted > 0 || stopped > 0 || heldBy.length > 0)
    .sort((a, b) => b.restarted - a.restarted || b.stopped - a.stopped || compareNames(a.name, b.name));

function disruptionOf(
  { workload, running, restarted, pending, unplaced, stopped, fewest, heldBy }: WorkloadRestarts,
  { forecasts, timeline }: RestartInput,
): WorkloadDisruption {
  const keepers = [...forecasts.values()].flatMap(({ kept, awaited = [] }) =>
    [...kept, ...awaited].flatMap(({ workloads, by }) => (workloads.includes(workload) ? by : [])),
  );
  const waves = restarted === 0 ? [] : [...forecasts].flatMap((forecast) => wavesUnder(workload, forecast, timeline));
  const isTimed = waves.length > 0 && waves.every(({ at, until }) => at !== null && until !== null);

  const from = () => {
    if (isTimed)
      return extreme(
        waves.map(({ at }) => at!),
        Math.min,
      );
    return null;
  };

  const until = () => {
    if (!isTimed) return null;
    return extreme(
      waves.map(({ until }) => until!),
      Math.max,
    );
  };

  return {
    name: workload,
    replicas: running,
    restarted,
    stopped,
    ...(pending !== undefined && { pending }),
    ...(unplaced !== undefined && { unplaced }),
    worst: { available: fewest },
    from: from(),
    until: until(),
    heldBy: [...new Set([...heldBy, ...keepers])].sort(compareNames),
  };
}

/** The waves of a NodePool that take nodes with pods of a workload. */
function wavesUnder(
  workload: string,
  [nodePool, { workloads }]: readonly [string, DriftForecast],
  timeline: readonly TimelineEntry[],
): readonly TimelineEntry[] {
  const waves = timeline.filter(
    (entry) => entry.nodePool === nodePool && (entry.what === 'wave' || entry.what === 'deletion'),
  );
  return waves.filter((_, wave) => workloads[wave]?.includes(workload));
}

const extreme = (all: readonly Minutes[], of: (...figures: number[]) => number): Minutes => ({
  low: of(...all.map(({ low }) => low)),
  high: of(...all.map(({ high }) => high)),
});
