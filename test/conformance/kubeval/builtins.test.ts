import { expect, test } from 'vitest';
import { differences, judge } from '../../../kubeval-wasm/recorded-case.ts';
import { load } from '../../../kubeval-wasm/validator.ts';
import { readBuiltinCases } from './pack-cases.ts';

const cases = readBuiltinCases();

test('there are creations and updates of twenty kinds and versions, with every status', () => {
  expect(new Set(cases.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).size).toBe(20);
  expect(cases.length).toBeGreaterThan(900);
  expect(cases.filter(({ oldText }) => oldText !== undefined).length).toBeGreaterThan(400);
  expect([...new Set(cases.map(({ strict }) => strict.status))].sort()).toEqual([200, 201, 400, 422]);
});

test('status, reason, message, causes and warnings are the API server’s', async () => {
  const validator = await load();
  const differing = cases.flatMap((each) =>
    differences(each, judge(validator, each, {})).map((text) => [each.id, text]),
  );
  expect(differing).toEqual([]);
});
