import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { definitionKinds } from '../../manifest/model/definition-kinds.ts';
import { errorWithCost, fixtures, manyFindings } from '../fixtures.test-support.ts';
import { report, review } from '../test-support.ts';
import { json, reviewDocument } from './json.ts';

const schema = JSON.parse(readFileSync('docs/review.schema.json', 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);

describe('docs/review.schema.json', () => {
  const documents = [
    ...fixtures,
    ['many-findings', () => manyFindings()] as const,
    ['empty', () => review()] as const,
    ['unchecked', () => review({ isUnchecked: true })] as const,
    ['unsimulated', () => review({ isUnsimulated: true })] as const,
  ];
  test.each(documents)('describes %s', (_, fixture) => {
    expect(validate(JSON.parse(json.render(report(fixture()), {}))) ? [] : validate.errors).toEqual([]);
  });

  test('lists every tool that renders manifests', () => {
    expect(schema.$defs.diagnostic.properties.foundIn.properties.tool.enum).toEqual(
      expect.arrayContaining(Object.values(definitionKinds).map(({ tool }) => tool)),
    );
  });

  const good = (): Record<string, unknown> => JSON.parse(json.render(report(errorWithCost()), {}));
  test.each<[string, (document: Record<string, unknown>) => void]>([
    ['another version', (document) => (document.schemaVersion = 2)],
    ['an unknown key', (document) => (document.extra = true)],
    ['a missing key', (document) => delete document.verdict],
    ['an unknown verdict', (document) => (document.verdict = { result: 'maybe', reasons: [] })],
    ['a line 0', (document) => ((document.diagnostics as { start: { line: number } }[])[0]!.start.line = 0)],
  ])('refuses %s', (_, spoil) => {
    const document = good();
    spoil(document);
    expect(validate(document)).toBe(false);
  });
});

test('lines and columns count from 1, edits are offsets', () => {
  const [diagnostic] = reviewDocument(report(errorWithCost())).diagnostics;
  const text = errorWithCost().texts.get('karpenter/pools.yaml')!;
  const start = text.indexOf('limit');
  expect(diagnostic).toMatchObject({
    start: { line: 7, column: 3 },
    end: { line: 7, column: 8 },
    fix: { edits: [{ file: 'karpenter/pools.yaml', start, end: start + 5, newText: 'limits' }] },
  });
});

test('without a base every finding is new', () => {
  const from = errorWithCost();
  const older = { ...from, findings: from.findings.map((entry) => ({ ...entry, isNew: false })) };
  expect(reviewDocument(report(older)).diagnostics[0]!.isNew).toBe(false);
  expect(reviewDocument(report({ ...older, hasBase: false })).diagnostics[0]!.isNew).toBe(true);
});

test('says that no rules ran', () => {
  expect(reviewDocument(report(review({ isUnchecked: true }))).checked).toBe(false);
  expect(reviewDocument(report(review()))).not.toHaveProperty('checked');
});

test('says that nodes and cost were left out', () => {
  expect(reviewDocument(report(review({ isUnsimulated: true }))).simulated).toBe(false);
  expect(reviewDocument(report(review()))).not.toHaveProperty('simulated');
});

test('the same review gives the same bytes', () => {
  expect(json.render(report(errorWithCost()), {})).toBe(json.render(report(errorWithCost()), {}));
});
