import { expect, test } from 'vitest';
import type { Value } from '../../../manifest/model/manifest.ts';
import type { Schema } from './crd-pack.ts';
import { prune, withDefaults } from './defaults.ts';

const disruption: Schema = {
  type: 'object',
  default: { after: '0s' },
  properties: {
    after: { type: 'string' },
    policy: { type: 'string', default: 'WhenEmpty' },
    keep: { type: 'string', nullable: true },
    budgets: { type: 'array', items: { type: 'object', properties: { nodes: { type: 'string', default: '10%' } } } },
    free: { type: 'object', additionalProperties: { type: 'string' } },
    any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};
const root: Schema = { type: 'object', properties: { disruption, weight: { type: 'integer' } } };

test.each<[string, Value, Value]>([
  ['a missing block', {}, { disruption: { after: '0s', policy: 'WhenEmpty' } }],
  ['a partial block', { disruption: { after: '1m' } }, { disruption: { after: '1m', policy: 'WhenEmpty' } }],
  ['a null with a default', { disruption: null }, { disruption: { after: '0s', policy: 'WhenEmpty' } }],
  ['a null without a default', { weight: null, disruption: { after: null } }, { disruption: { policy: 'WhenEmpty' } }],
  ['an allowed null', { disruption: { keep: null } }, { disruption: { keep: null, policy: 'WhenEmpty' } }],
  [
    'items',
    { disruption: { budgets: [{}, { nodes: '1' }] } },
    { disruption: { budgets: [{ nodes: '10%' }, { nodes: '1' }], policy: 'WhenEmpty' } },
  ],
  ['a wrong type', { disruption: 'x' }, { disruption: 'x' }],
])('defaults of %s', (_, value, expected) => {
  expect(withDefaults(value, root)).toEqual(expected);
});

test.each<[string, Value, Value]>([
  ['an unknown field', { weight: 1, wait: 2 }, { weight: 1 }],
  [
    'one in a list',
    { disruption: { budgets: [{ nodes: '1', node: '2' }] } },
    { disruption: { budgets: [{ nodes: '1' }] } },
  ],
  ['free keys', { disruption: { free: { a: 'b' } } }, { disruption: { free: { a: 'b' } } }],
  ['preserved unknown fields', { disruption: { any: { a: { b: 1 } } } }, { disruption: { any: { a: { b: 1 } } } }],
])('pruning of %s', (_, value, expected) => {
  expect(prune(value, root)).toEqual(expected);
});

test('a key named __proto__ is a key', () => {
  const value = JSON.parse('{"disruption": {"free": {"__proto__": "x"}}}') as Value;
  expect(JSON.stringify(withDefaults(prune(value, root), root))).toContain('"__proto__":"x"');
});
