/** Random choices that depend only on a seed. The same seed gives the same choices on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** From `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** One of the values; list a value twice to make it twice as likely. */
  pick<T>(...values: readonly T[]): T {
    return values[this.integer(0, values.length - 1)]!;
  }

  /** That many of the values, each at most once, in their original order. */
  sample<T>(values: readonly T[], count: number): T[] {
    const indices = values.map((_, index) => index);
    for (let i = indices.length - 1; i > 0; i--) {
      const j = this.integer(0, i);
      [indices[i], indices[j]] = [indices[j]!, indices[i]!];
    }
    return indices
      .slice(0, count)
      .sort((a, b) => a - b)
      .map((index) => values[index]!);
  }

  /** Some of the values, at least one. */
  some<T>(values: readonly T[]): T[] {
    return this.sample(values, this.integer(1, values.length));
  }
}
