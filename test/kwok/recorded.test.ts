import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accuracyPage } from '../../scripts/accuracy-page.ts';
import { isWhole, type Sampling, sample } from '../extent.ts';
import { known, readLoopComparisons } from './comparison.ts';
import { compareEnds, compareOlder, type EndComparison, type IsChosen, knownEnds } from './end-comparison.ts';
import { loopFile, roundsFile, transitionsFile } from './recording.ts';

const namesOf = (records: readonly { readonly name: string }[]): string[] => records.map(({ name }) => name);
const recorded = {
  loop: namesOf(loopFile.read()),
  rounds: namesOf(roundsFile.read()),
  transitions: namesOf(transitionsFile.read()),
};

/** The keys of known-ends.json without the kind and the run. */
const namedGaps = new Set(Object.keys(knownEnds).map((key) => key.replace(/(?: \(run \d+\))?, [^,]+$/, '')));
const isGap = (name: string): boolean => Object.hasOwn(known, name) || namedGaps.has(name);

const isExample = (name: string): boolean => !/-\d{6}$/.test(name);

/**
 * A default run compares our examples and a tenth of the generated setups in their first round, one of five other clusters, and those that differ
 * for a listed reason.
 */
function chosenAmong(
  names: readonly string[],
  { oneOf, always }: Required<Pick<Sampling<string>, 'oneOf' | 'always'>>,
): IsChosen {
  const chosen = new Set(sample(names, (name) => name, { oneOf, always }));
  return ({ name }) => chosen.has(name);
}

const loop = readLoopComparisons(
  chosenAmong(recorded.loop, { oneOf: 10, always: (name) => isExample(name) || isGap(name) }),
);
const ends = compareEnds(chosenAmong([...recorded.rounds, ...recorded.transitions], { oneOf: 5, always: isGap }));
const keyOf = ({ name, kind }: EndComparison): string => `${name}, ${kind}`;
const isRight = ({ agreement }: EndComparison): boolean => agreement.nodes && agreement.cost;

test('clusters are recorded, each setup once, and each kind is compared', () => {
  expect([recorded.loop.length, recorded.rounds.length, recorded.transitions.length]).toEqual([63, 98, 116]);
  expect(new Set(recorded.loop).size).toBe(recorded.loop.length);
  expect(loop.length).toBeGreaterThan(isWhole ? 62 : 3);
  expect(ends.filter(({ kind }) => kind === 'setup').length).toBeGreaterThan(isWhole ? 97 : 9);
  expect(ends.filter(({ kind }) => kind === 'transition from files').length).toBeGreaterThan(isWhole ? 115 : 9);
  expect(ends.filter(({ kind }) => kind === 'transition with snapshot').length).toBeGreaterThan(isWhole ? 115 : 9);
});

describe('the first rounds and the final state', () => {
  test.each(loop)('$name is as predicted, or differs for a known reason', ({ differing, reason }) => {
    expect(reason === undefined).toBe(differing.length === 0);
  });

  test('no reason is listed for a setup that does not differ', () => {
    const differing = new Set(namesOf(loop.filter((comparison) => comparison.differing.length > 0)));
    expect(Object.keys(known).filter((name) => !differing.has(name))).toEqual([]);
  });
});

describe('clusters followed to the end', () => {
  test('no pod is reported as unschedulable that runs in the real cluster', () => {
    const wrong = ends.filter(({ agreement }) => agreement.falselyUnschedulable > 0);
    expect(wrong.map(keyOf)).toEqual([]);
  });

  test.each(ends)('$name, $kind: as predicted, or different for a known reason', (comparison) => {
    const reason = comparison.reasons[0] ?? knownEnds[keyOf(comparison)];
    expect(isRight(comparison) || reason !== undefined).toBe(true);
  });

  test('no reason is listed for a cluster that is as predicted', () => {
    const differing = new Set(ends.filter((comparison) => !isRight(comparison)).map(keyOf));
    expect(Object.keys(knownEnds).filter((key) => !differing.has(key))).toEqual([]);
  });
});

// The page has the figures of all comparisons, which only a whole run makes.
test.runIf(isWhole)('docs/accuracy.md has the figures of the recordings', () => {
  expect(readFileSync('docs/accuracy.md', 'utf8')).toBe(accuracyPage({ ends, older: compareOlder(), loop }));
});
