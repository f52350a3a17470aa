import { type CustomRule, customCode } from '../../../engine/karpenter/api/custom-rule.ts';
import {
  compileFailure,
  compileRequest,
  fixedTest,
  fixFailure,
  type RuleTest,
  ruleTests,
  testFailure,
  untested,
} from '../../../engine/rules/custom-rules/rule-tests.ts';
import { listIf } from '../../../engine/text/list-if.ts';
import { visible } from '../../../engine/text/words/escape.ts';
import { byCount, plural } from '../../../engine/text/words/plural.ts';
import { apiServer } from '../../../io/api-server/api-server.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { configuredRules } from '../input/configured-rules.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** `plumbline rules test`: runs the examples of the configuration's own rules. */
export async function runRulesTest(input: Arguments, terminal: Terminal): Promise<number> {
  const rules = await configuredRules(input.flags, terminal);
  if (rules.length === 0)
    throw new PlumblineError('usage', 'The configuration has no rules of its own to test', {
      help: 'Add `customRules` to plumbline.yaml, or pass `--config FILE`.',
    });

  const tests = ruleTests(rules);
  const failures = await failuresOf(tests);
  const uncompiled = await compileFailures(rules.filter((rule) => tests.every((test) => test.rule !== rule)));

  const lines = rules.flatMap((rule) => {
    const ofRule = tests.filter((test) => test.rule === rule).map((test) => lineOf(test, failures.get(test)));
    const failure = uncompiled.get(rule);
    return [`${customCode(rule)} (${rule.origin})`, ...ofRule, ...listIf(failure !== undefined, `  FAIL  ${failure}`)];
  });

  const without = untested(rules);

  const summary = [
    tests.length === 0
      ? 'no tests'
      : `${tests.length - failures.size} of ${plural(tests.length, 'test')} ${byCount(tests.length, 'passes', 'pass')}`,
    ...listIf(
      without.length > 0,
      `no bad example shows what ${without.join(', ')} ${byCount(without.length, 'finds', 'find')}`,
    ),
  ];

  terminal.stdout.write(`${[...lines, '', ...summary].map(visible).join('\n')}\n`);

  if (failures.size + uncompiled.size > 0) return exitCode.findings;
  return exitCode.ok;
}

const lineOf = ({ wanted, number }: RuleTest, failure: string | undefined): string => {
  if (failure === undefined) return `  ok    ${wanted} ${number}`;
  return `  FAIL  ${wanted} ${number}: ${failure.replace(/\s+/g, ' ')}`;
};

/** Why rules without examples do not compile. */
async function compileFailures(rules: readonly CustomRule[]): Promise<ReadonlyMap<CustomRule, string>> {
  const answers = await apiServer.evaluate(rules.map(compileRequest));
  return new Map(
    rules.flatMap((rule, i): [CustomRule, string][] => {
      const failure = compileFailure(rule, answers[i]!);
      if (failure === undefined) return [];
      return [[rule, failure]];
    }),
  );
}

/** Why tests fail. Bad examples are tested again after the fix of their rule. */
async function failuresOf(tests: readonly RuleTest[]): Promise<ReadonlyMap<RuleTest, string>> {
  const failures = new Map<RuleTest, string>();
  const answers = await apiServer.evaluate(tests.map(({ request }) => request));
  const fixed: { readonly test: RuleTest; readonly request: RuleTest['request'] }[] = [];
  tests.forEach((test, i) => {
    const failure = testFailure(test, answers[i]!);
    const after = fixedTest(test, answers[i]!);
    if (failure !== undefined) failures.set(test, failure);
    else if (after && 'why' in after) failures.set(test, after.why);
    else if (after) fixed.push({ test, request: after.request });
  });

  const again = await apiServer.evaluate(fixed.map(({ request }) => request));

  fixed.forEach(({ test }, i) => {
    const failure = fixFailure(again[i]!);
    if (failure !== undefined) failures.set(test, failure);
  });

  return failures;
}
