import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { differences, judge, type RecordedCase } from '../../../kubeval-wasm/recorded-case.ts';
import { load, type Validator } from '../../../kubeval-wasm/validator.ts';
import { isWhole, sample } from '../../extent.ts';
import { packDefinitions, providerGroups, readPackCases, readProviderCases, recordedMinors } from './pack-cases.ts';

const definitions = packDefinitions([...recordedMinors, ...providerGroups]);
const cases = [...readPackCases(), ...readProviderCases()];
const gaps: Record<string, string> = JSON.parse(readFileSync(new URL('gaps.json', import.meta.url), 'utf8'));

const isGap = ({ id }: RecordedCase): boolean => Object.hasOwn(gaps, id);
const chosen = sample(cases, ({ id }) => id, { oneOf: 60, always: isGap });

let validator: Validator;
beforeAll(async () => {
  validator = await load();
});

test('there are more than six thousand, with every status', () => {
  expect(cases.length).toBe(6461);
  expect(chosen.length).toBeGreaterThan(isWhole ? 6460 : 100);
  const updates = cases.filter(({ oldText }) => oldText !== undefined);
  expect(updates.length).toBeGreaterThan(1000);
  expect([...new Set(cases.map(({ strict }) => strict.status))].sort()).toEqual([200, 201, 400, 422]);
});

describe.each([...recordedMinors, ...providerGroups])('%s', (pack) => {
  test('status, reason, message, causes, warnings and the returned object are the API server’s', () => {
    const recorded = chosen.filter(({ set }) => set.startsWith(`${pack} `));
    expect(recorded).not.toEqual([]);

    const differing = recorded.flatMap((each) => {
      const found = differences(each, judge(validator, each, definitions));
      return found.length > 0 ? [each.id] : [];
    });
    expect(differing).toEqual(recorded.filter(isGap).map(({ id }) => id));
  });
});
