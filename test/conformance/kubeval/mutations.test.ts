import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { differences, judge } from '../../../kubeval-wasm/recorded-case.ts';
import { load, type Validator } from '../../../kubeval-wasm/validator.ts';
import { packDefinitions, providerGroups, readPackCases, readProviderCases, recordedMinors } from './pack-cases.ts';

const definitions = packDefinitions([...recordedMinors, ...providerGroups]);
const cases = [...readPackCases(), ...readProviderCases()];
const gaps: Record<string, string> = JSON.parse(readFileSync(new URL('gaps.json', import.meta.url), 'utf8'));

let validator: Validator;
beforeAll(async () => {
  validator = await load();
});

test('there are more than six thousand, with every status', () => {
  expect(cases.length).toBeGreaterThan(6000);
  const updates = cases.filter(({ oldText }) => oldText !== undefined);
  expect(updates.length).toBeGreaterThan(1000);
  expect([...new Set(cases.map(({ strict }) => strict.status))].sort()).toEqual([200, 201, 400, 422]);
});

describe.each([...recordedMinors, ...providerGroups])('%s', (pack) => {
  test('status, reason, message, causes, warnings and the returned object are the API server’s', () => {
    const recorded = cases.filter(({ set }) => set.startsWith(`${pack} `));
    const differing = recorded.flatMap((each) => {
      const found = differences(each, judge(validator, each, definitions));
      return found.length > 0 ? [each.id] : [];
    });
    expect(differing).toEqual(recorded.map(({ id }) => id).filter((id) => Object.hasOwn(gaps, id)));
  });
});
