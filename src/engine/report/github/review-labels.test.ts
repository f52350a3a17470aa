import { expect, test } from 'vitest';
import { errorWithCost } from '../fixtures.test-support.ts';
import { estimate, nodeClaim, nodePool, placement, report, review } from '../test-support.ts';
import { reviewLabels } from './review-labels.ts';

const one = placement([nodePool('web', [nodeClaim()])]);
const two = placement([nodePool('web', [nodeClaim(), nodeClaim()])]);

test('say that a change is blocked', () =>
  expect(reviewLabels(report(errorWithCost())).holding).toContain('plumbline: blocked'));

test('say that the cost rises, and not that it falls', () => {
  expect(reviewLabels(report(review({ estimate: estimate(one, two) }))).holding).toEqual(['plumbline: cost up']);
  expect(reviewLabels(report(review({ estimate: estimate(two, one) }))).holding).toEqual([]);
});

test('of a review with a name have that name, within the length that GitHub allows', () => {
  const { others } = reviewLabels(null, `eu-${'x'.repeat(100)}`);
  expect(others).toContain(`plumbline eu-${'x'.repeat(21)}: no change`);
  expect(others.every((name) => name.length <= 50)).toBe(true);
});

test('none holds without a report', () => {
  const { holding, others } = reviewLabels(null);
  expect(holding).toEqual([]);
  expect(others).toEqual([
    'plumbline: blocked',
    'plumbline: replaces nodes',
    'plumbline: cost up',
    'plumbline: no change',
  ]);
});
