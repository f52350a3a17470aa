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
    expect(stdout).toMatch(/\n {2}ok {4}bad 1\n\n(\d+) of \1 tests pass\n$/);
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
  [
    '{op: replace, path: /spec/height, value: 10}',
    'FAIL  bad 1: `replace /spec/height` of the fix finds nothing at this path',
  ],
  ['{op: add, path: /spec/weight, valueExpression: object.spec.height}', 'FAIL  bad 1: a `valueExpression` of the fix'],
  ['{op: add, path: /spec/list/-, value: 1}, {op: replace, path: /spec/weight, value: 10}', 'ok    bad 1'],
])('the fix %s is tested: %s', async (fix, line) => {
  const { stdout } = await tested(rule(`    fix: [${fix}]\n    tests: {bad: [{object: ${pool('{weight: 1}')}}]}\n`));
  expect(stdout).toContain(line);
});

test.each([
  [
    'object.spec.weight >',
    "the rule does not compile: expression: line 1, column 21: Syntax error: mismatched input '<EOF>'. CEL compares with `==`",
  ],
  ['object.spec.wieght > 1', 'an expression has an error: no such key: wieght. Check the spelling of `wieght`'],
  ['has(oldObject.spec.weight)', 'no such key: spec. If the rule reads `oldObject`, check `oldObject != null` first'],
  ["object.spec.weight > '1'", 'no such overload. Use two values of the same type'],
  ['10 / (object.spec.weight - 1) > 1', 'division by zero. Check the divisor first'],
  ["object.metadata.name.matches('^(?!a)')", 'invalid matches argument. Write a regular expression of RE2'],
  ['obj.spec.weight > 1', "line 1, column 1: undeclared reference to 'obj'. Use the variables"],
  [
    "true && [1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5,6,7,8,9].all(b, [1,2,3,4,5,6,7,8,9].all(c, [1,2,3,4,5,6,7,8,9].all(d, [1,2,3,4,5,6,7,8,9].all(e, 'a' + 'b' != '')))))",
    'the expression costs more than 100,000 for this object. Use fewer loops',
  ],
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

test('with variables, a column is that of the expression as written', async () => {
  const { stdout } = await tested(
    rule(`    variables: [{name: a, expression: '1'}]\n`).replace('object.spec.?weight', 'obj.spec.?weight'),
  );
  expect(stdout).toContain("line 1, column 1: undeclared reference to 'obj'");
});

test('a `messageExpression` has to work for bad examples', async () => {
  const text = rule(
    `    messageExpression: "'weight %d'.format([object.spec.weight])"\n    tests: {bad: [{object: ${pool('{}')}}, {object: ${pool('{weight: 1}')}}]}\n`,
  );
  expect((await tested(text)).stdout).toContain(
    '  FAIL  bad 1: `messageExpression` has an error or gives no text, so the finding would have the text of `message`\n  ok    bad 2\n',
  );
});

test('says which rules have no tests', async () =>
  expect(await tested(rule(''))).toMatchObject({
    code: 0,
    stdout: 'custom/weight (plumbline.yaml)\n\nno tests\nno bad example shows what custom/weight finds\n',
  }));

test('a rule without tests has to compile', async () => {
  const { code, stdout } = await tested(rule('').replace('object.spec.?weight.orValue(0) >= 10', 'object.spec.weight'));
  expect(stdout).toContain(
    'custom/weight (plumbline.yaml)\n  FAIL  the rule does not compile: expression: must evaluate to bool but got dyn. End the expression with a comparison, such as `== true`.\n',
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
  writeFileSync(
    file,
    rule(
      `    matchConditions: [{name: prod, expression: environment.name == 'prod'}]\n    variables: [{name: a, expression: '1'}]\n`,
    ),
  );
  expect((await run(['explain', 'weight', '--config', file])).stdout).toContain(
    "\n  if prod: environment.name == 'prod'\n  variables.a: 1\n  object.spec.?weight.orValue(0) >= 10\n",
  );
  expect(await run(['explain', 'custom/wieght', '--config', file])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('custom/weight'),
  });
});
