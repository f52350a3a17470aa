import { describe, expect, test } from 'vitest';
import { scenes } from '../../../../test/extent.ts';
import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import { hclParser } from '../../../io/terraform/hcl-parser.ts';
import { validateSchema } from '../../files/schema/validate.ts';
import { applyEdits } from '../../manifest/edit.ts';
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

describe.each(scenes(bad, ({ id, index }) => `${id} ${index}`, 3))(
  'the help of $id, bad example $index',
  ({ example }) => {
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
  },
);

/** What a help says to write, and what is at the place of its finding. */
const advised = ({ help = '' }: Diagnostic): string[] =>
  [...help.matchAll(/\b(?:Write|Set|Use|Replace (?:it )?with|Change it to|Did you mean) `([^`]+)`/g)].map(
    ([, one]) => one!,
  );

const unquoted = (written: string): string => written.trim().replace(/^(["'])(.*)\1$/s, '$2');

/** The line of a place, or the place alone. */
const writtenAt = ({ text }: Example, { span: { start, end } }: Diagnostic): string[] => {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, text.indexOf('\n', end));
  return [text.slice(start, end), line, line.replace(/^\s*- /, '')].map(unquoted);
};

describe.each(bad)('the advice of $id, bad example $index', ({ example }) => {
  test('is not what is written already', () => {
    for (const found of lintExample(example, input))
      for (const advice of advised(found)) expect(writtenAt(example, found)).not.toContain(unquoted(advice));
  });

  test('each fix changes the text and removes its finding', () => {
    for (const { fix, code, message } of lintExample(example, input)) {
      if (fix === undefined) continue;
      const fixed = { ...example, text: applyEdits(example.text, fix.edits) };
      expect(fixed.text).not.toBe(example.text);

      const countIn = (one: Example): number =>
        lintExample(one, input).filter((other) => other.code === code && other.message === message).length;
      expect(countIn(fixed)).toBeLessThan(countIn(example));
    }
  });
});

const classOf = (alias: string, karpenter: string): Example => ({
  text: `apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: a}\nspec:\n  role: r\n  amiSelectorTerms: [{alias: ${alias}}]\n  subnetSelectorTerms: [{id: subnet-1}]\n  securityGroupSelectorTerms: [{id: sg-1}]\n`,
  region: 'us-east-1',
  karpenter,
});

test.each([
  [
    'windows2025@latest',
    '1.8',
    ['Upgrade Karpenter to 1.9 or later with its CRDs, or use `windows2022@latest`.'],
    false,
  ],
  ['windows2025@latest', '1.9', [], false],
  ['botlerocket@latest', '1.8', ['Write `bottlerocket@latest`.'], true],
  ['windows2022@v1', '1.8', ['Write `windows2022@latest`.'], true],
])('the alias %s with Karpenter %s', (alias, karpenter, helps, hasFix) => {
  const example = classOf(alias, karpenter);
  const { manifests } = readExample(example, input).set;
  const found = validateSchema(manifests, facts.crds(karpenter), { crds: facts.crds });
  expect([...new Set(found.map(({ help }) => help))]).toEqual(helps);
  expect(found.some(({ fix }) => fix !== undefined)).toBe(hasFix);
});
