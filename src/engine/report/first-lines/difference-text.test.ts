import { expect, test } from 'vitest';
import type { Estimate } from '../../cluster/cost/estimate.ts';
import type { Certainty, Figure } from '../../cluster/cost/knowledge.ts';
import { inUsd } from '../../text/words/money.ts';
import { differenceText } from './difference-text.ts';

const figure = (likely: number | null, certainty: Certainty = 'exact'): Figure => ({
  low: likely,
  likely,
  high: likely,
  certainty: likely === null ? 'unknown' : certainty,
});

/** A side whose amount does not matter. */
const unpriced = { monthlyUsd: figure(null) };

const estimateWith = (nodes: Figure, monthlyUsd: Figure, lacks?: 'workloads'): Estimate =>
  ({ base: unpriced, head: { ...unpriced, lacks }, difference: { nodes, monthlyUsd } }) as unknown as Estimate;

test.each([
  ['fewer nodes', figure(-2), figure(-560), 'Needs 2 nodes less: −$560.00/month'],
  [
    'one node more, and at least that',
    figure(1, 'atLeast'),
    figure(280, 'atLeast'),
    'Needs at least 1 more node: at least +$280.00/month',
  ],
  ['at most two nodes less', figure(-2, 'atLeast'), figure(0), 'Needs at most 2 nodes less'],
  ['only a price', figure(0), figure(74, 'range'), 'Costs about $74.00/month more'],
  [
    'only a saving, of which the other side is a bound',
    figure(0),
    figure(-74, 'atLeast'),
    'Saves at most $74.00/month',
  ],
  ['an unknown cost', figure(3), figure(null), 'Needs 3 more nodes, at unknown cost'],
])('%s', (_, nodes, monthlyUsd, expected) => {
  expect(differenceText(estimateWith(nodes, monthlyUsd), inUsd, null)).toBe(expected);
});

test('names the cluster if there are several', () =>
  expect(differenceText(estimateWith(figure(1), figure(9)), inUsd, 'prod')).toBe(
    'Needs 1 more node in prod: +$9.00/month',
  ));

test.each([
  ['the same nodes at the same price', estimateWith(figure(0), figure(0))],
  ['an unknown number of nodes', estimateWith(figure(null), figure(null))],
  ['a side without figures', estimateWith(figure(2), figure(9), 'workloads')],
  ['no estimate', null],
])('%s: nothing is said', (_, estimate) => expect(differenceText(estimate, inUsd, null)).toBeUndefined());
