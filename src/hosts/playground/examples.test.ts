import { expect, test } from 'vitest';
import { examples } from '../../../playground/examples.ts';
import { figures } from '../../engine/review/figures/figures.ts';
import { apiServer } from '../../io/api-server/api-server.ts';
import { dataFolder } from '../../io/catalog/data-folder.ts';
import { openFacts } from '../../io/catalog/facts.ts';
import { checkTexts, reviewTexts } from '../../review/review-texts.ts';
import { pageAnswer } from './page-answer.ts';

const facts = openFacts(dataFolder);
const file = 'manifests.yaml';

/** What each example of the page shows. */
const expected: Readonly<Record<string, unknown>> = {
  typo: { result: 'block', codes: ['schema/unknown-field'], first: ['schema/unknown-field'] },
  label: { result: 'warn', codes: [], first: [] },
  unschedulable: { result: 'warn', codes: ['provisioning/pod-unschedulable'], first: [] },
  discovery: {
    result: 'block',
    codes: ['lint/discovery-tags', 'lint/discovery-selectors'],
    first: ['lint/discovery-selectors', 'lint/discovery-tags'],
  },
  cost: { result: 'warn', codes: [], first: [] },
};

test.each(examples)('the example $id shows what its title says', async ({ id, before, after }) => {
  const request = { before: [{ file, text: before }], after: [{ file, text: after }], today: '2026-11-01' };
  const report = await reviewTexts(request, { facts, figures, server: apiServer });
  const { result, findings } = pageAnswer(report, new Set([file]));
  const first = checkTexts(request, facts).review.findings.map(({ diagnostic }) => diagnostic.code);
  expect({ result, codes: findings.map(({ code }) => code), first: first.sort() }).toEqual(expected[id]);
});

test('findings name their text, their line and how to fix them', async () => {
  const [{ before, after }] = examples as [(typeof examples)[number]];
  const request = { before: [{ file, text: before }], after: [{ file, text: after }], today: '2026-11-01' };
  const report = await reviewTexts(request, { facts, figures, server: apiServer });
  const [found] = pageAnswer(report, new Set([file])).findings;
  expect(found).toMatchObject({ side: 'after', line: 6, isNew: true, fix: { edits: [{ newText: 'limits' }] } });
  expect(after.slice(found!.start, found!.end)).toBe('limit');
});
