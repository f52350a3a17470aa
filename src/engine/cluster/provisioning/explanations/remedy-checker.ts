import type { Results } from '../input/results.ts';
import type { SchedulerInput } from '../input/scheduler-input.ts';
import { solveRounds } from '../scheduler/rounds.ts';
import type { InputEdit } from './input-edits.ts';

/**
 * Limits for all simulated changes of one estimate together: scheduling passes, and attempts to put a pod on a node. These are
 * counts and not times, so that the same input always gives the same answer. Compiling a NodePool takes about as long as
 * `attemptsPerNodePool` attempts, and counting the pods of a node in a pass as long as `attemptsPerNode`.
 */
const maxPasses = 60;
const maxAttempts = 400_000;
const attemptsPerNodePool = 100;
const attemptsPerNode = 50;

/** Simulates single changes to the input and reports whether all pods of a workload can then be scheduled. */
export class RemedyChecker {
  readonly input: SchedulerInput;
  /** Number of unschedulable pods without any change, by workload. */
  readonly #failing: ReadonlyMap<string, number>;
  #passes = maxPasses;
  #attempts = maxAttempts;

  /** The maximum number of rounds in each simulation; undefined means no maximum. */
  readonly #most: number | undefined;

  constructor(input: SchedulerInput, results: Results, most?: number) {
    this.input = input;
    this.#most = most;
    this.#failing = countsOf(results);
    this.#attempts -= results.counters.attempts;
  }

  /**
   * The results with the change, if all pods of the workloads are scheduled and no other workload has more unschedulable pods
   * than before. Undefined otherwise, and once the limits above are used up.
   */
  resultsWith(workloads: readonly string[], edit: InputEdit): Results | undefined {
    const changed = this.#passes > 0 && this.#attempts > 0 ? edit(this.input) : undefined;
    if (changed === undefined) return undefined;

    const { results, all, isCut } = solveRounds(
      { ...changed, isUnexplained: true },
      {
        offersFullReservations: true,
        mostNodes: this.#attempts / attemptsPerNode,
        ...(this.#most !== undefined && { most: this.#most }),
      },
    );

    const nodes = all.reduce((sum, { input }) => sum + input.existingNodes.length, 0);
    this.#passes -= all.length;
    this.#attempts -= results.counters.attempts * all.length + changed.nodePools.length * attemptsPerNodePool;
    this.#attempts -= nodes * attemptsPerNode;
    if (isCut) return undefined;

    const isWorse = [...countsOf(results)].some(([other, count]) => count > (this.#failing.get(other) ?? 0));
    const isIgnored = results.ignored.some((pods) => workloads.includes(pods.workload));
    const failing = countsOf(results);

    if (isWorse || isIgnored || workloads.some((workload) => failing.has(workload))) return undefined;
    return results;
  }
}

const countsOf = ({ podErrors }: Results): ReadonlyMap<string, number> =>
  new Map(podErrors.map(({ workload, count }) => [workload, count]));
