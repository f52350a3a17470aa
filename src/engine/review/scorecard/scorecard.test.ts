import { expect, test } from 'vitest';
import type { OutcomeRecord, PredictionRecord } from './record.ts';
import { limits, readRecords, recordLine, withRecords } from './record-lines.ts';
import { scorecardOf, trackRecordOf } from './scorecard.ts';

const commit = (digit: number): string => String(digit % 10).repeat(40);
const prediction = (i: number, nodes: number, more: Partial<PredictionRecord> = {}): PredictionRecord => ({
  kind: 'prediction',
  environment: 'prod',
  commit: commit(i),
  at: `2026-11-0${(i % 9) + 1}T10:00:00Z`,
  figures: { nodes, hourlyUsd: nodes * 0.1, types: { 'm6i.large': nodes } },
  nodes: { low: nodes, high: nodes },
  replicas: { 'Deployment/shop/web': 4 },
  running: { 'Deployment/shop/web': 4 },
  restarted: { 'Deployment/shop/web': 4 },
  ...more,
});
const outcome = (i: number, nodes: number, more: Partial<OutcomeRecord> = {}): OutcomeRecord => ({
  kind: 'outcome',
  environment: 'prod',
  commit: commit(i),
  at: `2026-11-0${(i % 9) + 1}T11:00:00Z`,
  figures: { nodes, hourlyUsd: nodes * 0.1, types: { 'm6i.large': nodes } },
  restarted: { 'Deployment/shop/web': 4 },
  reasons: [],
  ...more,
});

test('records survive being written and read', () => {
  const records = [prediction(1, 4), outcome(1, 5, { reasons: ['load-moved'] })];
  expect(readRecords(withRecords('', records))).toEqual({ records, unreadable: 0 });
});

test.each([
  ['text', 'not JSON'],
  ['a list', '[]'],
  ['null', 'null'],
  ['another kind', '{"kind":"boast"}'],
  ['a commit that is not one', recordLine(prediction(1, 4, { commit: '../../etc' }))],
  ['an environment with control characters', recordLine(prediction(1, 4, { environment: 'a\u001b[31m' }))],
  ['a negative number of nodes', recordLine(prediction(1, -4))],
  ['half a node', recordLine(prediction(1, 0.5))],
  ['a number as text', recordLine(prediction(1, 4)).replace('"nodes":4', '"nodes":"4"')],
  ['an impossible cost', recordLine(prediction(1, 4)).replace('"hourlyUsd":0.4', '"hourlyUsd":1e300')],
  ['a date that is not one', recordLine(prediction(1, 4, { at: 'yesterday' }))],
  ['too many types', recordLine(prediction(1, 4, { figures: { nodes: 4, hourlyUsd: 1, types: manyNames() } }))],
  ['a very long line', recordLine(prediction(1, 4)).replace('{', `{${' '.repeat(limits.lineLength)}`)],
])('%s is not a record', (_, line) => {
  expect(readRecords(`${line.trimEnd()}\n${recordLine(outcome(2, 3))}`)).toEqual({
    records: [outcome(2, 3)],
    unreadable: 1,
  });
});

function manyNames(): Record<string, number> {
  return Object.fromEntries(Array.from({ length: limits.names + 1 }, (_, i) => [`type-${i}`, 1]));
}

test('names of objects in a record cannot be those of a prototype', () => {
  const line = recordLine(prediction(1, 4)).replace('"m6i.large":4', '"__proto__":4');
  const [read] = readRecords(line).records;
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(read!.figures.types)).toBe(Object.prototype);
});

test('unknown fields and unknown reasons are dropped', () => {
  const line = JSON.stringify({ ...outcome(1, 4), reasons: ['load-moved', '<script>'], extra: '@everyone' });
  expect(readRecords(line).records).toEqual([outcome(1, 4, { reasons: ['load-moved'] })]);
});

test('a file that only grows loses its oldest lines', () => {
  const text = withRecords(recordLine(prediction(1, 4)).repeat(limits.records), [outcome(2, 3)]);
  expect(text.split('\n')).toHaveLength(limits.records + 1);
  expect(readRecords(text).records.at(-1)).toEqual(outcome(2, 3));
});

test('a prediction is compared with its outcome', () => {
  const { scored, open } = scorecardOf([prediction(1, 4), outcome(1, 5)]);
  expect(open).toEqual([]);
  expect(scored).toMatchObject([{ nodes: 1, isInRange: false, restarts: true }]);
  expect(scored[0]!.cost).toBeCloseTo(0.2);
});

test('a figure that is unknown is not a difference of 0', () => {
  const unknown = { nodes: 4, hourlyUsd: null, types: {} };
  const { scored } = scorecardOf([prediction(1, 4), outcome(1, 4, { figures: unknown, restarted: null })]);
  expect(scored).toMatchObject([{ cost: null, restarts: null }]);
});

test('a prediction that a later change overtook is never compared', () => {
  const { open } = scorecardOf([prediction(1, 4), prediction(2, 5), prediction(3, 1, { environment: 'dev' })]);
  expect(open.map(({ prediction: { commit: of }, isSuperseded }) => [of[0], isSuperseded])).toEqual([
    ['3', false],
    ['2', false],
    ['1', true],
  ]);
});

test('a commit that is applied again is predicted again', () => {
  const { scored, open } = scorecardOf([prediction(1, 4), outcome(1, 9), prediction(1, 5)]);
  expect(scored).toEqual([]);
  expect(open).toMatchObject([{ isSuperseded: false, prediction: { figures: { nodes: 5 } } }]);
});

test('one environment has a scorecard of its own', () => {
  const records = [prediction(1, 4), outcome(1, 4), prediction(2, 4, { environment: 'dev' })];
  expect(scorecardOf(records, 'dev')).toMatchObject({ scored: [], open: [{}] });
});

test('the track record counts the last twelve comparisons', () => {
  expect(trackRecordOf(scorecardOf([prediction(1, 4)]))).toBeUndefined();
  const records = Array.from({ length: 14 }, (_, i) => {
    const own = { commit: String.fromCharCode(97 + (i % 6)).repeat(39) + (i % 10) };
    const seen = i < 2 ? 100 : i === 5 ? 7 : 4;
    return [prediction(i, 4, own), outcome(i, seen, own)];
  }).flat();
  expect(trackRecordOf(scorecardOf(records))).toEqual({ predictions: 12, withinOneNode: 11, medianCost: 0 });
});
