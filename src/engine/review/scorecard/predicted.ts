import type { Placement } from '../../cluster/cost/estimate.ts';
import { compareNames } from '../../text/name-order.ts';
import { mapFigure } from '../../text/range.ts';
import type { Review } from '../context/review-data.ts';
import type { ClusterFigures, PredictionRecord } from './record.ts';
import { limits } from './record-lines.ts';

/** Which change to which cluster is predicted. */
interface PredictedChange extends Pick<PredictionRecord, 'environment' | 'commit' | 'at'> {
  /** Workload → its running pods before the change; null if the cluster could not be read. */
  readonly running: ReadonlyMap<string, number> | null;
}

/** The record of what a review predicts for an environment; undefined if its nodes are unknown. */
export function predictionOf(review: Review, { running, ...change }: PredictedChange): PredictionRecord | undefined {
  const environment = review.environments.find(({ name }) => name === change.environment);
  const { estimate, disruption } = environment?.estimate ? environment : review;
  const head = estimate?.head;
  const figures = head && figuresOf(head);
  const { low = null, high = null } = head?.nodes ?? {};

  if (!figures || low === null || high === null) return undefined;

  const replicas = Object.entries(head.replicas).map(([name, { likely }]) => [name, likely] as const);
  const { workloads } = disruption;

  return {
    kind: 'prediction',
    ...change,
    figures,
    nodes: { low, high },
    replicas: countsOf(replicas),
    running: running && countsOf([...running]),
    restarted: workloads && countsOf(workloads.map(({ name, restarted }) => [name, restarted] as const).filter(isAny)),
  };
}

const isAny = ([, count]: readonly [string, number]): boolean => count > 0;

/** The figures of a placement; undefined if they are unknown. */
export function figuresOf({ nodes, hourlyUsd, nodePools }: Placement): ClusterFigures | undefined {
  if (nodes.likely === null) return undefined;

  const types = new Map<string, number>();
  for (const { instanceType } of nodePools.flatMap(({ nodeClaims }) => nodeClaims))
    types.set(instanceType, (types.get(instanceType) ?? 0) + 1);

  return {
    nodes: nodes.likely,
    hourlyUsd: mapFigure(hourlyUsd.likely, (usd) => Math.round(usd * 1e6) / 1e6),
    types: countsOf([...types]) ?? {},
  };
}

/** Null if there are more names than a record holds. */
function countsOf(counts: readonly (readonly [string, number])[]): Readonly<Record<string, number>> | null {
  if (counts.length > limits.names) return null;
  return Object.fromEntries(counts.toSorted(([a], [b]) => compareNames(a, b)));
}
