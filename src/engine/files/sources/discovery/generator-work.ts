/** About as many characters as 1 second of work processes: 20,000 Applications with 2,000 characters each. */
const maxWork = 40_000_000;

/**
 * The work of generators, counted in characters and path segments. A time limit would give different results on different
 * machines.
 */
export class GeneratorWork {
  #left = maxWork;

  /** Uses some of the limit; false if it is used up. */
  spend(amount: number): boolean {
    this.#left -= amount;
    return this.#left >= 0;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}
