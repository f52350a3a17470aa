import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import { hclParser } from '../../../io/terraform/hcl-parser.ts';
import { validateSchema } from '../../files/schema/validate.ts';
import type { Example } from '../../rules/lint/example.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { correctedExamples, lintExample, readExample } from '../lint-example.ts';
import { rules } from './rules.ts';

const facts = openFacts(dataFolder);
const input = { facts, parseHcl: await hclParser() };

const bad = rules.flatMap((rule) => rule.examples().bad.map((example, index) => ({ id: rule.id, index, example })));

/** Findings of the parser and the schema. Many examples show only a part of an object, so that the schema misses required fields. */
function otherFindings(example: Example): string[] {
  const { files, manifests } = readExample(example, input).set;
  const parsed = files.flatMap(({ diagnostics }) => diagnostics);
  return [...parsed, ...validateSchema(manifests, facts.crds(example.karpenter), { crds: facts.crds })].map(text);
}

const text = ({ code, message }: Diagnostic): string => `${code}: ${message}`;

describe.each(bad)('the help of $id, bad example $index', ({ example }) => {
  const corrected = correctedExamples(example, input);

  test('can be followed in the files', () => expect(corrected).not.toEqual([]));

  test.each(corrected.map((one) => [one]))('%#: leaves no finding of any rule', (one) => {
    expect(one.text).not.toBe(example.text);
    expect(lintExample(one, input).map(text), one.text).toEqual([]);
  });

  test.each(corrected.map((one) => [one]))('%#: gives a manifest that is as valid as before', (one) => {
    const before = otherFindings(example);
    expect(otherFindings(one).filter((finding) => !before.includes(finding))).toEqual([]);
  });
});
