import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { markdown } from '../engine/report/comment/markdown.ts';
import { json } from '../engine/report/documents/json.ts';
import { figures } from '../engine/review/figures/figures.ts';
import type { Source } from '../engine/text/source.ts';
import { apiServer } from '../io/api-server/api-server.ts';
import { dataFolder } from '../io/catalog/data-folder.ts';
import { openFacts } from '../io/catalog/facts.ts';
import { reviewTexts, type TextRequest } from './review-texts.ts';

const engine = { facts: openFacts(dataFolder), figures, server: apiServer };

/** The files of a folder, named from `from`. */
const filesIn = (folder: string, from = folder): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ file: relative(from, path), text: readFileSync(path, 'utf8') }));

/** What the command line compares in a case. Without a base, it names files from the root of the repository. */
const sidesOf = (folder: string): Pick<TextRequest, 'before' | 'after'> =>
  existsSync(`${folder}/base`)
    ? { before: filesIn(`${folder}/base`), after: filesIn(`${folder}/head`) }
    : { before: null, after: filesIn(`${folder}/head`, '.') };

const reviewed = (request: Partial<TextRequest>) =>
  reviewTexts({ before: null, after: [], today: new Date().toISOString().slice(0, 10), ...request }, engine);

/** Cases that need no configuration, nothing to render and no Terraform. */
const examples = [
  'a-node-pool-is-renamed',
  'a-pod-that-no-node-can-run',
  'an-autoscaler-gives-a-range',
  'lists-documents-json-crlf-and-a-byte-order-mark',
  'an-existing-suppression-applies',
];

test.each(examples)('%s: the same bytes as from the command line', async (name) => {
  const folder = `test/cases/${name}`;
  const report = await reviewed(sidesOf(folder));
  expect(json.render(report, {})).toBe(readFileSync(`${folder}/expected/review.json`, 'utf8'));
  expect(markdown.render(report, {})).toBe(readFileSync(`${folder}/expected/comment.md`, 'utf8'));
});

test('a text that is not UTF-8 is unknown, as a file would be', async () => {
  const text = 'kind: NodePool\napiVersion: karpenter.sh/v1\n\0';
  const { review, verdict } = await reviewed({ after: [{ file: 'manifests.yaml', text }] });
  expect(review.findings.map(({ diagnostic }) => diagnostic.code)).toEqual(['io/encoding']);
  expect(verdict.result).toBe('block');
});
