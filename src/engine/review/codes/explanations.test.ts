import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeExplanations } from './code-explanations.ts';
import { explain, explainedCodes, nearestCode, unknownCodes } from './explanations.ts';

/** The codes of findings in the source: string literals of the form `stage/name` after `code`. */
function codesInSource(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|test-support|goldens/.test(file),
  );
  const pattern = /'((?:yaml|io|schema|lint|provisioning|migration|disruption|diff|cost|plan)\/[a-z]+(?:-[a-z]+)*)'/g;
  const codes = files.flatMap((file) => [...readFileSync(join('src', file), 'utf8').matchAll(pattern)]);
  return [...new Set(codes.map((match) => match[1]!))].sort();
}

test('every code of a finding has an explanation', () => {
  expect(codesInSource().filter((code) => !explain(code))).toEqual([]);
});

test('codes are sorted, without duplicates, and explained in full sentences', () => {
  const codes = codeExplanations.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)].sort());
  for (const { summary, why, help } of codeExplanations) {
    for (const text of [summary, why, help]) expect(text).toMatch(/^(?:[A-Z]|plumbline ).*\.$/);
  }
});

describe('explain', () => {
  test.each([
    ['lint/require-limits', 'lint/require-limits'],
    ['require-limits', 'lint/require-limits'],
    ['schema/unknown-field', 'schema/unknown-field'],
    ['lint/nothing', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('%s is %s', (code, expected) => expect(explain(code)?.code).toBe(expected));

  test('includes the examples of a rule', () =>
    expect(explain('require-limits')?.rule?.examples().bad.length).toBeGreaterThan(0));
});

test.each([
  ['lint/require-limit', 'lint/require-limits'],
  ['require-limit', 'lint/require-limits'],
  ['unknown-feild', 'schema/unknown-field'],
  ['schema/unknown-feild', 'schema/unknown-field'],
  ['something-else-entirely', undefined],
])('nearest to %s is %s', (code, expected) => expect(nearestCode(code)).toBe(expected));

test('finds unknown names in the configuration', () => {
  expect(unknownCodes(['require-limits', 'schema/cel', 'pin-ami-alais'])).toEqual([
    { name: 'pin-ami-alais', nearest: 'lint/pin-ami-alias' },
  ]);
  expect(explainedCodes.length).toBeGreaterThan(30);
});
