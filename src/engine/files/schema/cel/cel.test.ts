import { expect, test } from 'vitest';
import { type CelValue, celUnknown, judgeRule, type RuleVerdict } from './cel.ts';

const roleXorProfile =
  '(has(self.role) && !has(self.instanceProfile)) || (!has(self.role) && has(self.instanceProfile))';
const boundsNeedOne =
  "self.all(x, (x.operator == 'Gt' || x.operator == 'Lt') ? (x.values.size() == 1 && int(x.values[0]) >= 0) : true)";

test.each<[string, CelValue, RuleVerdict]>([
  [roleXorProfile, { role: 'a' }, true],
  [roleXorProfile, { role: 'a', instanceProfile: 'b' }, false],
  [roleXorProfile, {}, false],
  [roleXorProfile, { role: celUnknown }, true],
  [roleXorProfile, { role: 'a', '${KEY}': 'b' }, 'unknown'],
  [boundsNeedOne, [{ operator: 'Gt', values: ['3'] }], true],
  [boundsNeedOne, [{ operator: 'Gt', values: ['3', '4'] }], false],
  [boundsNeedOne, [{ operator: 'Gt', values: ['-1'] }], false],
  [boundsNeedOne, [{ operator: 'Gt', values: [celUnknown] }], 'unknown'],
  [boundsNeedOne, [{ operator: 'In' }], true],
  [boundsNeedOne, [{ operator: 'Gt' }], { error: 'no such key: values' }],
  [boundsNeedOne, [{ operator: 'Gt' }, { operator: 'Lt', values: [] }], false],
  [boundsNeedOne, [{ operator: 'Gt', values: ['x'] }], { error: "type conversion error from 'string' to 'int'" }],
  ["self.all(k, k != '' && self[k] != '')", { a: 'b' }, true],
  ["self.all(k, k != '' && self[k] != '')", { a: '' }, false],
  ["self.split('@')[0] in ['al2','al2023']", 'al2023@latest', true],
  ["self.split('@')[0] in ['al2','al2023']", 'AL2023@latest', false],
  ['self.filter(x, has(x.rootVolume)?x.rootVolume==true:false).size() <= 1', [{ rootVolume: true }, {}], true],
  ['self in ["a"] || !self.find("^([^/]+)").endsWith("karpenter.sh")', 'mykarpenter.sh/x', false],
  ['self in ["a"] || !self.find("^([^/]+)").endsWith("karpenter.sh")', 'example.com/x', true],
  ['has(self.a) == has(self.b) && size(self) == 2', { a: 1, b: 1 }, true],
  ['self.noSuchMethod()', {}, 'unknown'],
  ['self ~ 1', {}, 'unknown'],
])('%s on %j', (rule, self, verdict) => {
  expect(judgeRule(rule, { self })).toEqual(verdict);
});

test('a transition rule compares with the old object', () => {
  expect(judgeRule('self == oldSelf', { self: { a: ['x'] }, oldSelf: { a: ['x'] } })).toBe(true);
  expect(judgeRule('self == oldSelf', { self: { a: ['x'] }, oldSelf: { a: ['y'] } })).toBe(false);
  expect(judgeRule('self == oldSelf', { self: 'a', oldSelf: celUnknown })).toBe('unknown');
});
