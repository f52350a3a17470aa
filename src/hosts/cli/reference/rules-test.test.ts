import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../terminal/terminal.test-support.ts';

/** Runs `rules test` with a configuration. */
function tested(text: string): ReturnType<typeof run> {
  const file = join(mkdtempSync(join(tmpdir(), 'plumbline-rules-')), 'plumbline.yaml');
  writeFileSync(file, text);
  return run(['rules', 'test', '--config', file]);
}

const pool = (spec: string): string =>
  `{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: web}, spec: ${spec}}`;
const rule = (more: string): string =>
  `customRules:\n  - id: weight\n    on: [NodePool]\n    expression: object.spec.?weight.orValue(0) >= 10\n    message: The weight is too low\n${more}`;

const examples = [...readFileSync('docs/custom-rules.md', 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(
  ([, body]) => body!,
);

test('every rule in docs/custom-rules.md passes its tests, and has a bad and a good one', async () => {
  const withRules = examples.filter((text) => text.startsWith('customRules:'));
  expect(withRules.length).toBeGreaterThan(2);
  for (const text of withRules) {
    const { code, stdout } = await tested(text);
    expect(stdout).toMatch(/\n {2}ok {4}good 1\n/);
    expect(stdout).toMatch(/\n {2}ok {4}bad 1\n\n2 of 2 tests pass\n$/);
    expect(code).toBe(0);
  }
});

test('passes and fails, with the reason', async () => {
  const { code, stdout } = await tested(
    rule(`    tests:
      bad:
        - object: ${pool('{weight: 1}')}
        - object: ${pool('{weight: 20}')}
        - object: {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}
      good:
        - object: ${pool('{weight: 10}')}
        - object: ${pool('{}')}
`),
  );
  expect(stdout).toBe(`custom/weight (plumbline.yaml)
  ok    good 1
  FAIL  good 2: the rule has a finding: The weight is too low
  ok    bad 1
  FAIL  bad 2: the expression is true, so the rule has no finding
  FAIL  bad 3: the rule does not judge objects of kind \`Deployment\`

2 of 5 tests pass
`);
  expect(code).toBe(1);
});

test.each([
  ['{op: add, path: /spec/weight, value: 10}', 'ok    bad 1'],
  ['{op: add, path: /spec/weight, valueExpression: object.spec.weight + 9}', 'ok    bad 1'],
  ['{op: add, path: /spec/weight, value: 9}', 'FAIL  bad 1: after the fix, the rule still has a finding'],
  ['{op: replace, path: /spec/height, value: 10}', 'FAIL  bad 1: the fix cannot be written into the object'],
])('the fix %s is tested: %s', async (fix, line) => {
  const { stdout } = await tested(rule(`    fix: [${fix}]\n    tests: {bad: [{object: ${pool('{weight: 1}')}}]}\n`));
  expect(stdout).toContain(line);
});

test.each([
  [
    'object.spec.weight >',
    "the rule does not compile: expression: line 1, column 21: Syntax error: mismatched input '<EOF>'\n",
  ],
  ['object.spec.wieght > 1', 'an expression has an error: no such key: wieght'],
  ['review.difference.nodes.likely > 1', 'the rule needs `review`, which the example does not give'],
])('%s: %s', async (expression, line) => {
  const text = rule(`    tests: {bad: [{object: ${pool('{weight: 1}')}}]}\n`).replace(
    'object.spec.?weight.orValue(0) >= 10',
    expression,
  );
  const { code, stdout } = await tested(text);
  expect(stdout).toContain(line);
  expect(code).toBe(1);
});

test('says which rules have no tests', async () =>
  expect(await tested(rule(''))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('no bad example shows what custom/weight finds'),
  }));

test('a rule without tests has to compile', async () => {
  const { code, stdout } = await tested(rule('').replace('object.spec.?weight.orValue(0) >= 10', 'object.spec.weight'));
  expect(stdout).toContain(
    'custom/weight (plumbline.yaml)\n  FAIL  the rule does not compile: expression: must evaluate to bool but got dyn\n',
  );
  expect(code).toBe(1);
});

test('without rules, there is nothing to test', async () =>
  expect(await tested('region: us-east-1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no rules of its own'),
  }));

test('`rules` lists them, and `explain` explains them', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'plumbline-rules-')), 'plumbline.yaml');
  writeFileSync(file, rule('    help: Set a weight.\n    url: https://wiki.example.com/weight\n'));
  expect((await run(['rules', '--config', file])).stdout).toContain('Your own rules\n  custom/weight ');
  const { stdout } = await run(['explain', 'custom/weight', '--config', file]);
  expect(stdout).toBe((await run(['explain', 'weight', '--config', file])).stdout);
  expect(stdout).toContain('custom/weight (warning)\n\nThe weight is too low\n');
  expect(stdout).toContain('What to do: Set a weight.');
  expect(await run(['explain', 'custom/wieght', '--config', file])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('custom/weight'),
  });
});
