/**
 * How much a run tests. `npm test` runs what a person waits for: a sample of the recordings, few runs of each property.
 * `npm run test:all` runs everything, and with `--rest` what is left after `npm test` has passed. Tests of a path that
 * somebody names are in between: all scenes, few recordings.
 */
import { createHash } from 'node:crypto';
import { test } from 'vitest';

const extent = process.env.PLUMBLINE_TESTS;

/** Whether this run tests all inputs of the properties over whole reviews, which takes more than an hour: `npm run test:all -- --everything`. */
export const isEverything = extent === 'everything';

/** Whether this run follows a default run, so that the scenes of that run need not run again. */
const isRest = extent === 'rest';

/** Whether this run has all tests. */
export const isWhole = isEverything || isRest || extent === 'all';

/** Whether this is `npm test` without a path. */
const isDefault = extent === 'default';

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
  return items.filter((item) => always(item) || isChosen(nameOf(item), share));
}

/** Scenes that take long, such as whole reviews. A default run has one of so many, and the rest of the whole run has the others. */
export const scenes = <T>(items: readonly T[], nameOf: (item: T) => string, oneOf: number): readonly T[] =>
  items.filter((item) => runsScene(nameOf(item), oneOf));

/** `test` for a file of scenes: a default run has one of so many, chosen by name and row, and the rest of the whole run has the others. */
export function sceneTest(oneOf: number): typeof test {
  const testOf = (name: string) => (runsScene(name, oneOf) ? test : test.skip);

  const chosen = (name: string, ...rest: [never]) => testOf(name)(name, ...rest);
  const each = (rows: readonly never[]) => (name: string, body: never) => {
    for (const [at, row] of rows.entries()) testOf(`${name} ${rowName(row, at)}`).each([row])(name, body);
  };
  return Object.assign(chosen, {
    each,
    runIf: (condition: unknown) => test.runIf(condition),
  }) as unknown as typeof test;
}

/** What tells a row from others: its text or its first text, or else its place. */
function rowName(row: unknown, at: number): string {
  const [first] = Array.isArray(row) ? row : [row];
  if (typeof first === 'string') return first;
  return String(at);
}

function runsScene(name: string, oneOf: number): boolean {
  if (isDefault) return isChosen(name, oneOf);
  return !isRest || !isChosen(name, oneOf);
}

/** All items in a whole run, the first ones in a default run. For one behavior with several values, the most usual values first. */
export const leading = <T>(items: readonly T[], count = 1): readonly T[] => (isWhole ? items : items.slice(0, count));

const isChosen = (name: string, oneOf: number): boolean => hashOf(name) % oneOf === 0;

const hashOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE();

/** How often a property of many runs is tried: at most 500 times in a default run. */
export const propertyRuns = (runs: number): number => (isWhole ? runs : Math.min(runs, 500));

/** The seed of properties: always the same in a default run, the one of `PLUMBLINE_SEED` in a whole run. */
export const propertySeed: number = isWhole ? Number(process.env.PLUMBLINE_SEED ?? 1) : 1;
