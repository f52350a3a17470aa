import { expect, test } from 'vitest';
import { childSeconds } from './checked-out.ts';
import { outcomeOf, type ReviewJson } from './outcome.ts';

const pool = { kind: 'NodePool', name: 'web' };
const review: ReviewJson = {
  verdict: { result: 'warn' },
  inputs: { nodePools: 1, nodeClasses: 2, notRendered: [{}] },
  diagnostics: [
    { code: 'lint/require-limits', severity: 'warning', isNew: true, resource: pool },
    { code: 'lint/require-limits', severity: 'warning', isNew: true, resource: pool },
    { code: 'lint/old', severity: 'error', isNew: false, resource: pool },
    { code: 'render/failed', severity: 'error', isNew: true, resource: null },
    { code: 'lint/pod-requests', severity: 'note', isNew: true, resource: null },
  ],
  changes: [
    {
      resource: pool,
      type: 'modified',
      fields: [{ effect: 'new-nodes' }, { effect: 'all-nodes' }, { effect: 'none' }],
    },
    { resource: pool, type: 'removed', fields: [] },
  ],
  estimate: { after: { nodes: { likely: 3 }, monthlyUsd: { likely: 99.6 } } },
};

test('an outcome counts new findings by code and object, and keeps the strongest effect in each place', () => {
  expect(outcomeOf(review)).toEqual({
    verdict: 'warn',
    pools: 1,
    classes: 2,
    findings: { 'lint/require-limits NodePool/web': 2, 'render/failed -': 1 },
    notes: { 'lint/pod-requests': 1 },
    notRendered: 1,
    figure: { nodes: 3, monthlyUsd: 100 },
    changes: { 'NodePool/web': 'all-nodes, removed' },
  });
});

test('places that are not understood are counted, if the review has a change', () => {
  const places = { modelled: 3, harmless: 4, outside: 2, notUnderstood: 1 };
  expect(outcomeOf({ ...review, coverage: { places } }).places).toEqual({ all: 10, notUnderstood: 1 });
  expect(outcomeOf(review)).not.toHaveProperty('places');
});

test('unknown figures stay unknown', () => {
  const after = { nodes: { likely: null }, monthlyUsd: { likely: null } };
  expect(outcomeOf({ ...review, estimate: { after } }).figure).toEqual({ nodes: null, monthlyUsd: null });
  expect(outcomeOf({ ...review, estimate: null }).figure).toBe(null);
});

test('the CPU time is that of the children', () => {
  expect(childSeconds('Reviewing…\n0m0.00s 0m0.01s\n1m5.50s 0m0.70s\n')).toBeCloseTo(66.2);
});
