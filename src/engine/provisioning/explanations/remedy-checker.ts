import type { Results } from '../results.ts';
import { solveRounds } from '../scheduler/rounds.ts';
import type { SchedulerInput } from '../scheduler-input.ts';
import type { InputEdit } from './input-edits.ts';

/**
 * What all trials of one pass may take together: passes, and pods tried on nodes in them. A count, because a clock would make
 * answers differ. To compile a NodePool takes about as long as so many pods that are tried.
 */
const maxPasses = 60;
const maxAttempts = 400_000;
const attemptsPerNodePool = 100;

/** Rounds with one change each: whether it would let the pods of a workload land. */
export class RemedyTrials {
  readonly input: SchedulerInput;
  /** Pods that find no place now, by workload. */
  readonly #failing: ReadonlyMap<string, number>;
  #passes = maxPasses;
  #attempts = maxAttempts;

  /** Rounds that each trial takes at most; undefined for as many as it takes. */
  readonly #most: number | undefined;

  constructor(input: SchedulerInput, results: Results, most?: number) {
    this.input = input;
    this.#most = most;
    this.#failing = countsOf(results);
    this.#attempts -= results.counters.attempts;
  }

  /** The pass with the change where all pods of the workload land and no other pod loses its place; undefined where not, or where too much was tried. */
  lands(workload: string, edit: InputEdit): Results | undefined {
    const changed = this.#passes > 0 && this.#attempts > 0 ? edit(this.input) : undefined;
    if (changed === undefined) return undefined;
    const { results, all } = solveRounds(changed, {
      offersFullReservations: true,
      ...(this.#most !== undefined && { most: this.#most }),
    });
    this.#passes -= all.length;
    this.#attempts -= results.counters.attempts * all.length + changed.nodePools.length * attemptsPerNodePool;
    const isWorse = [...countsOf(results)].some(([other, count]) => count > (this.#failing.get(other) ?? 0));
    const isIgnored = results.ignored.some((pods) => pods.workload === workload);
    return isWorse || isIgnored || countsOf(results).has(workload) ? undefined : results;
  }
}

const countsOf = ({ podErrors }: Results): ReadonlyMap<string, number> =>
  new Map(podErrors.map(({ workload, count }) => [workload, count]));
