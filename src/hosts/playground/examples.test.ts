import { expect, test } from 'vitest';
import { type Example, examples } from '../../../playground/examples.ts';
import { pastedFile, type Texts } from '../../../playground/text-files.ts';
import { figures } from '../../engine/review/figures/figures.ts';
import { apiServer } from '../../io/api-server/api-server.ts';
import { dataFolder } from '../../io/catalog/data-folder.ts';
import { openFacts } from '../../io/catalog/facts.ts';
import { hclParser } from '../../io/terraform/hcl-parser.ts';
import { checkTexts, reviewTexts, type TextRequest } from '../../review/review-texts.ts';
import { pageAnswer } from './page-answer.ts';
import { pageSettings } from './page-settings.ts';

const facts = openFacts(dataFolder);

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
  terraform: { result: 'warn', codes: ['lint/discovery-tags'], first: [] },
};

const requestOf = ({ before, after }: Pick<Example, 'before' | 'after'>): TextRequest => ({
  before: sourcesOf(before),
  after: sourcesOf(after),
  today: '2026-11-01',
});

const sourcesOf = (texts: Texts) => Object.entries(texts).map(([path, text]) => ({ file: path, text }));

test.each(examples)('the example $id shows what its title says', async ({ id, before, after }) => {
  const request = requestOf({ before, after });
  const report = await reviewTexts(request, { facts, figures, server: apiServer, hcl: hclParser });
  const { result, findings } = pageAnswer(report, new Set(Object.keys(after)));
  const first = checkTexts(request, facts).review.findings.map(({ diagnostic }) => diagnostic.code);
  expect({ result, codes: findings.map(({ code }) => code), first: first.sort() }).toEqual(expected[id]);
});

test('findings name their text, their line and how to fix them', async () => {
  const [{ before, after }] = examples as [(typeof examples)[number]];
  const report = await reviewTexts(requestOf({ before, after }), { facts, figures, server: apiServer });
  const [found] = pageAnswer(report, new Set([pastedFile])).findings;
  expect(found).toMatchObject({
    side: 'after',
    file: pastedFile,
    line: 6,
    isNew: true,
    fix: { edits: [{ newText: 'limits' }] },
  });
  expect(after[pastedFile]!.slice(found!.start, found!.end)).toBe('limit');
});

test('the plumbline.yaml before a change applies, and a note says that the one after it applies later', async () => {
  const { before, after } = examples[0]!;
  const strict = 'failOn: warning\n';
  const request = requestOf({
    before: { ...before, 'plumbline.yaml': strict },
    after: { ...after, 'plumbline.yaml': 'failOn: never\n' },
  });
  const { settings, notes } = await pageSettings(request);
  expect(notes).toEqual(["Configuration: the change's own `plumbline.yaml` takes effect once it is merged."]);
  expect(settings.failOn).toBe('warning');
});
