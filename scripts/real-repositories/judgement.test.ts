import { expect, test } from 'vitest';
import { type Difference, differences, type Judgement, stillJudged } from './judgement.ts';
import type { Outcome } from './outcome.ts';

const outcome: Outcome = {
  verdict: 'warn',
  pools: 2,
  classes: 1,
  findings: { 'lint/a NodePool/web': 1, 'lint/b NodePool/web': 2 },
  notes: {},
  notRendered: 0,
  figure: { nodes: 3, monthlyUsd: 100 },
  changes: { 'NodePool/web': 'all-nodes' },
};

const compared = (now: Partial<Outcome>, judged: Partial<Judgement> = {}): Difference[] =>
  differences({ outcome, isJudged: true, ...judged }, { ...outcome, ...now });

test('the same outcome does not differ, whatever was judged', () => {
  expect(compared({})).toEqual([]);
  expect(
    compared({}, { falseFindings: ['lint/a NodePool/web'], wrongVerdict: 'too mild', wrongEffects: ['NodePool/web'] }),
  ).toEqual([]);
});

test('a true finding that is gone is worse, and a false one is better', () => {
  const now = { findings: { 'lint/b NodePool/web': 2 } };
  const text = 'no longer found: lint/a NodePool/web';
  expect(compared(now)).toEqual([{ kind: 'worse', text }]);
  expect(compared(now, { falseFindings: ['lint/a NodePool/web'] })).toEqual([{ kind: 'better', text }]);
});

test('new findings and further places of a finding have to be judged', () => {
  const now = { findings: { ...outcome.findings, 'lint/b NodePool/web': 3, 'lint/c NodePool/db': 1 } };
  expect(compared(now)).toEqual([
    { kind: 'unjudged', text: 'lint/b NodePool/web: 2 → 3' },
    { kind: 'unjudged', text: 'new finding lint/c NodePool/db' },
  ]);
});

test('a verdict or effect that was right must not change, and a wrong one is judged again', () => {
  const now = { verdict: 'pass', changes: {} };
  const texts = ['verdict: warn → pass', 'effect of NodePool/web: all-nodes → absent'];
  expect(compared(now)).toEqual(texts.map((text) => ({ kind: 'worse', text })));
  const wrong = { wrongVerdict: 'too hard', wrongEffects: ['NodePool/web'] };
  expect(compared(now, wrong)).toEqual(texts.map((text) => ({ kind: 'unjudged', text })));
});

test('objects that are no longer read are worse', () => {
  expect(compared({ pools: 1, classes: 2 })).toEqual([
    { kind: 'worse', text: 'NodePools: 2 → 1' },
    { kind: 'unjudged', text: 'node classes: 1 → 2' },
  ]);
});

test('a useful figure may move, but not become unknown', () => {
  const moved = { nodes: 4, monthlyUsd: 120 };
  const text = 'figure: 3 nodes, $100 → 4 nodes, $120';
  expect(compared({ figure: moved })).toEqual([{ kind: 'moved', text }]);
  expect(compared({ figure: moved }, { uselessFigure: 'too low' })).toEqual([{ kind: 'unjudged', text }]);
  expect(compared({ figure: null })).toEqual([{ kind: 'worse', text: 'figure: 3 nodes, $100 → none' }]);
});

test('what was judged of values that changed no longer holds', () => {
  const judged: Judgement = {
    outcome,
    isJudged: true,
    falseFindings: ['lint/a NodePool/web', 'lint/b NodePool/web'],
    missed: ['a zone without subnets'],
    wrongVerdict: 'too mild',
    wrongEffects: ['NodePool/web'],
    uselessFigure: 'too low',
  };
  expect(stillJudged(judged, outcome)).toEqual(judged);
  const now = {
    ...outcome,
    findings: { 'lint/b NodePool/web': 2 },
    verdict: 'block',
    changes: { 'NodePool/web': 'none' },
    figure: null,
  };
  expect(stillJudged(judged, now)).toEqual({
    outcome: now,
    isJudged: false,
    falseFindings: ['lint/b NodePool/web'],
    missed: ['a zone without subnets'],
  });
});
