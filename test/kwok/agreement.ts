import type { Range } from '../../src/engine/text/range.ts';
import type { Counts } from './cluster-watch.ts';
import type { Prediction } from './prediction.ts';

/** How a prediction compares with the resulting cluster. */
export interface Agreement {
  /** The same number of nodes. */
  readonly nodes: boolean;
  /** The hourly cost differs by at most two percent. */
  readonly cost: boolean;
  /** Nodes and cost are within the predicted range; the cost may be outside by two percent. */
  readonly range: boolean;
  /** The same number of nodes of every instance type. */
  readonly types: boolean;
  /** The same number of pods of every workload never run. */
  readonly pending: boolean;
  /** Pods that are predicted to be unschedulable, but run. */
  readonly falselyUnschedulable: number;
}

/** The end of a cluster. */
export interface SeenEnd {
  readonly nodes: readonly { readonly instanceType: string; readonly hourlyUsd: number }[];
  /** Workload → its unschedulable pods. */
  readonly pending: Counts;
  /** Workload → its running pods. */
  readonly running: Counts;
}

/** A StatefulSet that waits for a pod does not create the next ones, so they are not pending, but they do not run either. */
function neverRunning(
  workload: string,
  predicted: Pick<Prediction, 'pending' | 'running'>,
  { pending, running }: SeenEnd,
): number {
  const waiting = pending[workload] ?? 0;
  if (!workload.startsWith('StatefulSet/') || waiting === 0) return waiting;
  const all = (predicted.pending[workload] ?? 0) + (predicted.running[workload] ?? 0);
  return Math.max(waiting, all - (running[workload] ?? 0));
}

const priceOf = (nodes: SeenEnd['nodes']): number => nodes.reduce((sum, { hourlyUsd }) => sum + hourlyUsd, 0);
const typesOf = (nodes: SeenEnd['nodes']): string =>
  nodes
    .map(({ instanceType }) => instanceType)
    .sort()
    .join(' ');

const isWithin = (seen: number, { low, high }: Range, margin: number): boolean =>
  low !== null && high !== null && seen >= low - margin && seen <= high + margin;

export function agreementOf(
  predicted: Omit<Prediction, 'range'> & Partial<Pick<Prediction, 'range'>>,
  seen: SeenEnd,
): Agreement {
  const [ours, theirs] = [priceOf(predicted.nodes), priceOf(seen.nodes)];
  const workloads = new Set([...Object.keys(predicted.pending), ...Object.keys(seen.pending)]);
  const waiting = [...workloads].map(
    (workload) => [predicted.pending[workload] ?? 0, neverRunning(workload, predicted, seen)] as const,
  );
  const { range } = predicted;
  return {
    range:
      range !== undefined &&
      isWithin(seen.nodes.length, range.nodes, 0) &&
      isWithin(theirs, range.hourlyUsd, 0.02 * theirs + 1e-6 * seen.nodes.length),
    nodes: predicted.nodes.length === seen.nodes.length,
    // The cluster reports prices with six digits.
    cost: Math.abs(ours - theirs) <= 0.02 * theirs + 1e-6 * seen.nodes.length,
    types: typesOf(predicted.nodes) === typesOf(seen.nodes),
    pending: waiting.every(([expected, actual]) => expected === actual),
    falselyUnschedulable: waiting.reduce((sum, [expected, actual]) => sum + Math.max(0, expected - actual), 0),
  };
}
