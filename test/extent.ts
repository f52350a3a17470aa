/**
 * How much a run tests. `npm test` runs what a person waits for: a sample of the recordings, few runs of each property. `npm run test:all` runs
 * everything.
 */
import { createHash } from 'node:crypto';

/** Whether this run tests all inputs of the properties over whole reviews, which takes more than an hour: `npm run test:all -- --everything`. */
export const isEverything = process.env.PLUMBLINE_TESTS === 'everything';

/** Whether this run has all tests. */
export const isWhole = isEverything || process.env.PLUMBLINE_TESTS === 'all';

/** How a default run chooses from many equal tests. */
export interface Sampling<T> {
  /** Runs one of so many in a default run. */
  readonly oneOf?: number;
  /** Runs one of so many in a whole run, for inputs that are too many for it. Only `isEverything` has all of them. */
  readonly oneOfWhole?: number;
  /** Runs always, such as a known gap or a case that somebody named. */
  readonly always?: (item: T) => boolean;
}

/**
 * All items in a whole run. In a default run, those whose name has a hash that is divisible by `oneOf`, so that the same ones run each time and
 * new items change no choice. The same holds for `oneOfWhole` in a whole run.
 */
export function sample<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  { oneOf = 10, oneOfWhole = 1, always = () => false }: Sampling<T> = {},
): readonly T[] {
  if (isEverything) return items;

  const share = isWhole ? oneOfWhole : oneOf;
  return items.filter((item) => always(item) || hashOf(nameOf(item)) % share === 0);
}

/** All items in a whole run, the first ones in a default run. For one behavior with several values, the most usual values first. */
export const leading = <T>(items: readonly T[], count = 1): readonly T[] => (isWhole ? items : items.slice(0, count));

const hashOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE();

/** How often a property of many runs is tried: at most 500 times in a default run. */
export const propertyRuns = (runs: number): number => (isWhole ? runs : Math.min(runs, 500));

/** The seed of properties: always the same in a default run, the one of `PLUMBLINE_SEED` in a whole run. */
export const propertySeed: number = isWhole ? Number(process.env.PLUMBLINE_SEED ?? 1) : 1;
