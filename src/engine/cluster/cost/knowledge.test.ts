import { expect, test } from 'vitest';
import { placement } from '../../report/test-support.ts';
import { asBounds } from './knowledge.ts';

const range = (likely: number | null) => ({ low: likely, likely, high: likely, certainty: 'exact' as const });
const withFigures = (nodes: number | null, cost: number | null) => ({
  ...placement([]),
  nodes: range(nodes),
  monthlyUsd: range(cost),
});

test.each([
  ['both', withFigures(2, 80), ', so nodes and cost are lower bounds'],
  ['nodes', withFigures(2, null), ', so the number of nodes is a lower bound'],
  ['cost', withFigures(null, 80), ', so cost is a lower bound'],
  ['neither', withFigures(null, null), ''],
  ['no figures', null, ''],
])('only figures that are known are bounds: %s', (_, side, expected) => {
  expect(asBounds(side, 'lower')).toBe(expected);
  expect(asBounds(side, 'upper')).toBe(expected.replace('a lower', 'an upper').replace('lower', 'upper'));
});
