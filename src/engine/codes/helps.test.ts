import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../io/catalog/data-folder.ts';
import { openFacts } from '../../io/catalog/facts.ts';
import { hclParser } from '../../io/terraform/hcl-parser.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Example } from '../lint/example.ts';
import { correctedExamples, lintExample, readExample } from '../review/lint-example.ts';
import { validateSchema } from '../schema/validate.ts';
import { rules } from './rules.ts';

const facts = openFacts(dataFolder);
const input = { facts, parseHcl: await hclParser() };

const bad = rules.flatMap((rule) => rule.examples().bad.map((example, index) => ({ id: rule.id, index, example })));

/** Bad examples that do not show yet what their help leads to. Remove the line of an example that you correct. */
const open = new Set<string>([
  'blocking-pdb 0',
  'blocking-pdb 1',
  'budget-gaps 0',
  'budget-rounding 0',
  'budget-schedule 0',
  'budget-schedule 1',
  'budget-schedule 2',
  'chart-crds 0',
  'chart-crds 1',
  'consolidate-after-load 0',
  'consolidate-after-load 1',
  'controller-permissions 0',
  'controller-permissions 1',
  'controller-placement 0',
  'controller-placement 1',
  'expiry-blocked 0',
  'frozen-nodes 0',
  'full-reservations 0',
  'gpu-taint 0',
  'limit-fit 0',
  'limits-below-one-node 0',
  'limits-below-one-node 1',
  'min-values 0',
  'node-class-exists 1',
  'overlapping-pools 0',
  'pod-grace-period 0',
  'pod-requests 0',
  'price-gap 0',
  'require-limits 0',
  'require-limits 2',
  'satisfiable-requirements 0',
  'satisfiable-requirements 1',
  'spot-flexibility 0',
  'spot-flexibility 1',
  'startup-taints 0',
  'taint-pairs 0',
  'taint-tolerations 0',
  'taint-tolerations 1',
  'taint-tolerations 2',
  'taint-tolerations 3',
  'unknown-label 1',
  'unknown-zone 0',
  'unknown-zone 1',
  'unreachable-pool 0',
]);

/** Findings of the parser and the schema. Many examples show only a part of an object, so that the schema misses required fields. */
function otherFindings(example: Example): string[] {
  const { files, manifests } = readExample(example, input).set;
  const parsed = files.flatMap(({ diagnostics }) => diagnostics);
  return [...parsed, ...validateSchema(manifests, facts.crds(example.karpenter), { crds: facts.crds })].map(text);
}

const text = ({ code, message }: Diagnostic): string => `${code}: ${message}`;

const done = bad.filter(({ id, index }) => !open.has(`${id} ${index}`));

describe.each(done)('the help of $id, bad example $index', ({ example }) => {
  const corrected = correctedExamples(example, input);

  test('says what to do', () => {
    if (example.outside !== undefined) expect(corrected).toEqual([]);
    else expect(corrected).not.toEqual([]);
  });

  test.each(corrected.map((one) => [one]))('%#: leaves no finding of any rule', (one) => {
    expect(one.text).not.toBe(example.text);
    expect(lintExample(one, input).map(text), one.text).toEqual([]);
  });

  test.each(corrected.map((one) => [one]))('%#: gives a manifest that is as valid as before', (one) => {
    const before = otherFindings(example);
    expect(otherFindings(one).filter((finding) => !before.includes(finding))).toEqual([]);
  });
});

test('few helps ask for what is not in the files', () =>
  expect(bad.filter(({ example }) => example.outside !== undefined).map(({ id }) => id)).toEqual([]));
