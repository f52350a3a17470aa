import { expect, test } from 'vitest';
import { asExpected, asWritten } from '../scripts/rule-checks.ts';
import { findingsIn } from '../scripts/rule-outcomes.ts';
import { rules } from '../src/engine/review/codes/rules.ts';
import { ruleScenes } from './rule-scenes.ts';

const byId = new Map(rules.map((rule) => [rule.id, rule]));

test.each(ruleScenes().map((scene) => ({ ...scene, scene })))('$rule: $title', ({ rule, scene }) => {
  expect(asExpected(findingsIn(byId.get(rule)!, scene), scene.expected)).toEqual(asWritten(scene.expected));
});
