import { beforeAll, describe, expect, test } from 'vitest';
import { differences, judge, readCases, readDefinitions } from '../../../kubeval-wasm/recorded-case.ts';
import { load, type Validator } from '../../../kubeval-wasm/validator.ts';

const definitions = readDefinitions();
const cases = readCases();
/** A tenth of the cases of every kind in every set. kubeval-wasm/conformance.ts runs all of them. */
const sample = cases.filter((_, index) => index % 10 === 0);
const sets = [...new Set(cases.map(({ set }) => set))];

let validator: Validator;
beforeAll(async () => {
  validator = await load();
});

describe.each(sets)('%s', (set) => {
  const recorded = sample.filter((each) => each.set === set);
  test.each(recorded.map((each) => [each.id, each.kind, each] as const))('%s %s', (_id, _kind, each) => {
    expect(differences(each, judge(validator, each, definitions))).toEqual([]);
  });
});

test('all cases are present', () => {
  expect(cases.length).toBe(2922);
});
