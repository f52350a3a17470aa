import { expect, test } from 'vitest';
import { forPeople, harmless, harmlessInChart, type Judgement } from '../../changes/ledger/judgement.ts';
import { countsOf, type LedgerEntry } from '../../changes/ledger/ledger.ts';
import { withUntoldFiles } from './untold-files.ts';

const file = 'karpenter/values.yaml';
const opaque = [
  {
    kind: 'Opaque' as const,
    file,
    base: null,
    head: null,
    places: [file],
    environments: [],
    reasons: ['`karpenter`: the chart is not in this repository'],
  },
];

const classesAfter = (...judgements: readonly Judgement[]): readonly string[] => {
  const entries = judgements.map((judgement): LedgerEntry => ({ ...judgement, file, before: [], after: [] }));
  const told = { changed: [], isTold: () => false };
  return withUntoldFiles({ entries, counts: countsOf(entries) }, opaque, told).entries.map((entry) => entry.class);
};

const logs = harmlessInChart('logLevel', 'changes what Karpenter logs');

test('values of Karpenter’s chart that do nothing need no rendered chart', () => {
  expect(classesAfter(logs, forPeople(file, 'a comment'))).toStrictEqual(['harmless', 'harmless']);
});

test.each([
  ['values of another chart', [harmless('image.tag', 'the image of a container')]],
  ['both', [logs, harmless('image.tag', 'the image of a container')]],
  ['nothing that was looked at', []],
])('anything else is not understood without its chart: %s', (_, judgements) => {
  expect(classesAfter(...judgements)).toStrictEqual(['not understood']);
});
