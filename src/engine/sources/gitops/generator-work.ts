/** About as many characters as a second of work looks at: 20,000 Applications of 2,000 characters each. */
const maxWork = 40_000_000;

/** The work of generators, counted in characters and steps of paths, because a clock would make answers differ. */
export class GeneratorWork {
  #left = maxWork;

  /** Takes some of it; false when all of it has been spent. */
  spend(amount: number): boolean {
    this.#left -= amount;
    return this.#left >= 0;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}
