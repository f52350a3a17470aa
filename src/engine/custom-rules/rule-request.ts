import type { CustomRule, NamedExpression } from '../api/custom-rule.ts';
import type { Value } from '../manifest/manifest.ts';

/** The expressions of a rule, as the API server's code compiles them. */
export interface RuleProgram {
  readonly variables: readonly NamedExpression[];
  readonly matchConditions: readonly NamedExpression[];
  readonly expression: string;
  readonly messageExpression: string;
  /** Expressions of values in the fix. */
  readonly values: readonly string[];
}

/** One rule and one object, whose values are JSON texts. */
export interface RuleRequest {
  readonly program: RuleProgram;
  readonly object: string;
  /** `null` if the object is new. */
  readonly oldObject: string;
  readonly environment: string;
  readonly review: string;
  /** Paths of unknown values, each beginning with a variable, such as `["object","spec","limits"]`. */
  readonly unknown: string;
}

/**
 * What a rule says about an object. `skipped`: a match condition is false. `unknown`: it needs an unknown value. `failed`: an expression
 * has an error at this object, or is too expensive. `invalid`: an expression does not compile.
 */
export interface RuleAnswer {
  readonly outcome: 'holds' | 'broken' | 'skipped' | 'unknown' | 'failed' | 'invalid';
  /** The result of `messageExpression`, or the error. */
  readonly message: string;
  /** Values of the fix, for its operations with an expression. */
  readonly values: readonly Value[];
  /** The unknown values that it needs. */
  readonly unknown: readonly string[];
  /** In the API server's units. */
  readonly cost: number;
}

/** The limit on the cost of all rules of a review. It takes some seconds. */
export const costOfRules = 3_000_000;

/** The expressions of a rule. */
export function programOf({
  variables,
  matchConditions,
  expression,
  messageExpression = '',
  fix,
}: RuleExpressions): RuleProgram {
  const values = fix.flatMap(({ valueExpression }) => valueExpression ?? []);
  if (variables.length === 0) return { variables, matchConditions, expression, messageExpression, values };
  return {
    variables,
    matchConditions: matchConditions.map(({ name, expression: condition }) => ({
      name,
      expression: asBool(condition),
    })),
    expression: asBool(expression),
    messageExpression: messageExpression && `(${messageExpression}\n) + ''`,
    values,
  };
}

/** The parts of a rule that are expressions. */
export type RuleExpressions = Pick<
  CustomRule,
  'variables' | 'matchConditions' | 'expression' | 'messageExpression' | 'fix'
>;

/** In a ValidatingAdmissionPolicy, variables have the types of their expressions. Here they are dynamic, so `variables.a` alone would not be a boolean. */
const asBool = (expression: string): string => `(${expression}\n) ? true : false`;

/**
 * A compiler's or an expression's error on one line: `expression: line 1, column 21: Syntax error: mismatched input '<EOF>'`. The list
 * of everything that the compiler expected, and its drawing of the place, are left out.
 */
export const ruleError = (text: string): string =>
  text
    .replaceAll(/ERROR: <input>:(\d+):(\d+): /g, 'line $1, column $2: ')
    .replaceAll(/ expecting \{.*\}$/gm, '')
    .replaceAll(/^ *\|.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
