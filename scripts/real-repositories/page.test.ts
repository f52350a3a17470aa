import { expect, test } from 'vitest';
import { type JudgedRepository, type ListedRepository, readJudgements, readList } from './list.ts';
import { realRepositoriesPage, tallyOf } from './page.ts';

const listed: ListedRepository = { commit: 'abc', set: 'opened', changes: ['def'], expected: { pools: 2, classes: 1 } };
const figure = { nodes: 1, monthlyUsd: 20 };
const outcome = { verdict: 'warn', pools: 5, classes: 0, findings: {}, notes: {}, notRendered: 0, figure, changes: {} };
const judged: JudgedRepository = {
  counted: { pools: 9, classes: 9 },
  review: {
    isJudged: true,
    outcome: { ...outcome, findings: { 'lint/a -': 3, 'lint/b -': 2, 'lint/c -': 1 } },
    falseFindings: ['lint/b -'],
    debatableFindings: ['lint/c -'],
    missed: ['a subnet without the tag'],
  },
  changes: {
    def: {
      isJudged: true,
      outcome: { ...outcome, changes: { 'NodePool/a': 'none', 'NodePool/b': 'delete' } },
      wrongEffects: ['NodePool/a'],
      wrongVerdict: 'too mild',
    },
  },
};

test('what was judged is added up, and objects are found at most as often as expected', () => {
  expect(tallyOf(judged, listed)).toEqual({
    found: 2,
    expected: 3,
    trueFindings: 3,
    falseFindings: 2,
    debatableFindings: 1,
    effects: 2,
    wrongEffects: 1,
    verdicts: 1,
    wrongVerdicts: 1,
    missed: 1,
  });
});

test('a change that nobody judged does not count', () => {
  const unjudged = { ...judged, changes: { def: { outcome, isJudged: false } } };
  expect(tallyOf(unjudged, listed)).toMatchObject({ verdicts: 0, effects: 0, wrongVerdicts: 0 });
});

test('the page has a row for each judged repository', () => {
  const page = realRepositoriesPage({ 'a/b': listed, 'c/d': listed }, { 'a/b': judged }, []);
  expect(page).toContain('| [a/b](https://github.com/a/b/tree/abc) | 2 of 3 | 3 / 2 / 1 | 1 of 2 | 0 of 1 | useful |');
  expect(page).not.toContain('c/d');
  expect(page).toContain('| Effects right | ≥ 99% | none | none | none | 1 of 2 (50.0%) |');
});

test('the page has the share of places that are not understood, if an outcome contains it', () => {
  expect(realRepositoriesPage({ 'a/b': listed }, { 'a/b': judged }, [])).not.toContain('not understood');
  const change = { isJudged: true, outcome: { ...outcome, places: { all: 40, notUnderstood: 3 } } };
  const measured = { ...judged, changes: { def: change, ghi: { ...change, isJudged: false } } };
  expect(realRepositoriesPage({ 'a/b': listed }, { 'a/b': measured }, [])).toContain(
    '| Changed places not understood | ≤ 15% | none | none | none | 6 of 80 (7.5%) |',
  );
});

test('the page counts findings about operations, except those of opened repositories', () => {
  const findings = {
    'lint/blocking-pdb PodDisruptionBudget/a': 2,
    'lint/frozen-nodes NodePool/a': 1,
    'lint/other -': 5,
  };
  const review = {
    isJudged: true,
    outcome: { ...outcome, findings },
    falseFindings: ['lint/frozen-nodes NodePool/a'],
  };
  const own = { counted: judged.counted, review, changes: {} };
  const page = realRepositoriesPage(
    { 'a/b': { ...listed, set: 'unseen' }, 'c/d': listed },
    { 'a/b': own, 'c/d': own },
    [],
  );
  expect(page).toContain(
    '| `lint/blocking-pdb` | 2 | 0 | 0 |\n| `lint/frozen-nodes` | 0 | 1 | 0 |\n| All | 2 | 1 | 0 |',
  );
});

test('everything that is judged is listed', () => {
  const [list, judgements] = [readList(), readJudgements()];
  for (const [name, { changes }] of Object.entries(judgements)) {
    expect(Object.keys(list)).toContain(name);
    expect(list[name]?.changes).toEqual(expect.arrayContaining(Object.keys(changes)));
  }
});

test('a judgement names only findings and effects of its outcome', () => {
  for (const { review, changes } of Object.values(readJudgements())) {
    for (const { outcome: found, falseFindings = [], debatableFindings = [], wrongEffects = [] } of [
      review,
      ...Object.values(changes),
    ]) {
      expect(Object.keys(found.findings)).toEqual(expect.arrayContaining([...falseFindings, ...debatableFindings]));
      expect(Object.keys(found.changes)).toEqual(expect.arrayContaining([...wrongEffects]));
    }
  }
});
