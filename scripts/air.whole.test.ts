import { expect, test } from 'vitest';
import { denseFunctions, isPronoun, localNames, parsedFile, parsedFiles, ternariesOf } from './code-counts.ts';

/** Long functions without a blank line. Most of them are one expression. The number only shrinks. */
const mostDense = 78;

/** Ternaries in 1,000 lines of src. The number only shrinks. */
const mostTernaries = 14.8;

/** Names of variables and parameters that are pronouns or participles. The number only shrinks. */
const mostPronouns = 78;

const files = parsedFiles('src');

test('there is a blank line between the steps of long functions', () => {
  const dense = files.flatMap(denseFunctions);
  expect(dense.length, dense.join('\n')).toBeLessThanOrEqual(mostDense);
  expect(denseFunctions(parsedFile('src/engine/review/review.ts'))).toEqual([]);
});

test('a choice is no part of another choice or of a sentence, and there are few', () => {
  const ternaries = files.flatMap(ternariesOf);
  const places = (chosen: typeof ternaries): string[] => chosen.map(({ place }) => place);
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);

  expect(places(ternaries.filter(({ isNested }) => isNested))).toEqual([]);
  expect(places(ternaries.filter(({ isInText }) => isInText))).toEqual([]);
  expect((1000 * ternaries.length) / lines).toBeLessThanOrEqual(mostTernaries);
});

test('names are nouns', () => {
  const names = files.flatMap(localNames);
  expect(names.length).toBeGreaterThan(10_000);
  expect(names.filter(isPronoun).length).toBeLessThanOrEqual(mostPronouns);
});
