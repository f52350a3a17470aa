/**
 * The random choices of one simulated run: which of several equal nodes gets a pod, which node is ready first, and which controller is
 * quicker. The same seed gives the same choices. Without it, all of them are made by name.
 */
export class Chance {
  /** Whether there was anything to choose. Otherwise, every run ends in the same way. */
  isMet = false;
  /** How often a node gets ready at the same time as the one before: never in some runs, always in others. */
  readonly together: number;
  /** Scheduling passes of this run, which limits the work. */
  passes = 0;
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1);
    this.together = (seed % 3) / 2;
  }

  /** A number from 0 up to but not including 1. Source: Mulberry32 by Tommy Ettinger, public domain. */
  next(): number {
    this.isMet = true;
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  oneOf<T>(all: readonly T[]): T | undefined {
    if (all.length < 2) return all[0];
    return all[Math.floor(this.next() * all.length)];
  }

  shuffled<T>(all: readonly T[]): readonly T[] {
    const mixed = [...all];
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = Math.floor(this.next() * (last + 1));
      [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
    }
    return mixed;
  }
}
