import { beforeAll, describe, expect, test } from 'vitest';
import { type CustomResourceDefinition, load, type Validator } from '../../../kubeval-wasm/validator.ts';
import { definitionOf } from '../../../src/engine/files/schema/server/served-definition.ts';
import { isWhole, sample } from '../../extent.ts';
import { packOf } from './pack-cases.ts';
import { allRules, type Example, hasPlace, isBroken, isChecked, keyOf, type Rule, readRuleCases } from './rules.ts';

/** Rules that no object breaks, because the schema rejects the value first. */
const unreachable = ["family 'Ubuntu' is not valid; use Ubuntu2404 for Ubuntu 24.04 or Ubuntu2204 for Ubuntu 22.04"];
const rules = allRules().filter(({ message }) => !unreachable.includes(message));
const chosen = sample(rules, keyOf);
const table = new Map(readRuleCases().map((row) => [keyOf(row), row]));

let validator: Validator;
beforeAll(async () => {
  validator = await load();
});

/** The rule from the newest pack that has it. */
function judged({ apiVersion, kind, packs }: Rule, { text, oldText }: Example) {
  const crd = packOf(packs.at(-1)!).find(apiVersion, kind)!;
  return validator.validate({
    crd: definitionOf(crd) as CustomResourceDefinition,
    version: crd.version,
    text,
    oldText,
  });
}

test('every rule of every pack has its cases', () => {
  expect(rules.length).toBeGreaterThan(400);
  expect(chosen.length).toBeGreaterThan(isWhole ? 400 : 20);
  expect([...table.keys()].sort()).toEqual(rules.map(keyOf).sort());
});

describe.each(chosen)('$kind $apiVersion $place: $message', (rule) => {
  const { fails, passes } = table.get(keyOf(rule)) ?? {};
  test('an object breaks it', () => expect(isBroken(rule, judged(rule, fails!))).toBe(true));

  test('an object passes it', () => {
    expect(hasPlace(passes!.text, rule.place)).toBe(true);
    const verdict = judged(rule, passes!);
    expect([isChecked(verdict), isBroken(rule, verdict)]).toEqual([true, false]);
  });

  test('a transition has an old and a new object', () => {
    const isTransition = /\boldSelf\b/.test(rule.rule);
    expect([fails!.oldText !== undefined, passes!.oldText !== undefined].every(Boolean) || !isTransition).toBe(true);
  });
});
