import type { CustomRule, NamedExpression } from '../../karpenter/api/custom-rule.ts';
import type { Value } from '../../manifest/model/manifest.ts';

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
  /** Values of the fix, for its operations with an expression. Null if one of them has no result. */
  readonly values: readonly Value[] | null;
  /** The unknown values that it needs. */
  readonly unknown: readonly string[];
  /** In the API server's units. */
  readonly cost: number;
}

/** What one expression may cost for one object. kubeval-wasm/go/rule.go enforces it. */
const costOfExpression = 100_000;

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
type RuleExpressions = Pick<CustomRule, 'variables' | 'matchConditions' | 'expression' | 'messageExpression' | 'fix'>;

/**
 * In a ValidatingAdmissionPolicy, variables have the types of their expressions. Here they are dynamic, so
 * `variables.a` alone would not be a boolean.
 */
const asBool = (expression: string): string => `(${expression}\n) ? true : false`;

/** An error of a rule, and what to do about it. */
export interface RuleError {
  readonly message: string;
  readonly help: string;
}

/**
 * A compiler's or an expression's error on one line: `expression: line 1, column 21: Syntax error: mismatched input '<EOF>'`. The list
 * of everything that the compiler expected, and its drawing of the place, are left out.
 */
export function ruleError(text: string, { variables }: Pick<CustomRule, 'variables'> = { variables: [] }): RuleError {
  // With variables, expressions are in parentheses, which their authors did not write.
  const shift = variables.length > 0 && !/^(?:variables\.|value )/.test(text) ? 1 : 0;
  const message = text
    .replaceAll(/ERROR: <input>:(\d+):(\d+): /g, (_, line: string, column: string) => {
      const offset = line === '1' ? shift : 0;
      return `line ${line}, column ${Number(column) - offset}: `;
    })
    .replaceAll(/ expecting \{.*\}$/gm, '')
    .replaceAll(/^ *\|.*$/gm, '')
    .replaceAll(" (in container '')", '')
    .replace(
      'operation cancelled: actual cost limit exceeded',
      `the expression costs more than ${costOfExpression.toLocaleString('en-US')} for this object`,
    )
    .replaceAll(/\s+/g, ' ')
    .trim();

  return { message, help: helpFor(message) };
}

/** What people usually mean, by the error that it gives. */
const helps: readonly (readonly [RegExp, string])[] = [
  [
    /no such key: (?:spec|metadata)$/,
    'If the rule reads `oldObject`, check `oldObject != null` first. It is null if the object is new.',
  ],
  [
    /no such key: (\S+)/,
    'Check the spelling of `$1`. If the field is optional, check `has(….$1)` first, or write `….?$1.orValue(…)`.',
  ],
  [
    /no such overload/,
    'Use two values of the same type: `20.0` next to an amount, `20` next to a count. `int()`, `double()`, `string()` and `quantity()` convert.',
  ],
  [/must evaluate to bool/, 'End the expression with a comparison, such as `== true`.'],
  [/must evaluate to string/, 'Convert the value with `string()`, or use `format()`.'],
  [
    /undeclared reference to/,
    'Use the variables `object`, `oldObject`, `environment`, `review` and `variables`, and functions of Kubernetes.',
  ],
  [/Syntax error/, 'CEL compares with `==` and combines with `&&`, `||` and `!`. Texts are in quotes.'],
  [/division by zero/, 'Check the divisor first, as in `b == 0.0 || a / b < 0.2`.'],
  [/invalid matches argument/, 'Write a regular expression of RE2, which has no lookahead and no backreferences.'],
  [/costs more than|too expensive/, 'Use fewer loops, and none inside of another one.'],
];

function helpFor(message: string): string {
  for (const [pattern, help] of helps) {
    const match = pattern.exec(message);
    if (match) return help.replaceAll('$1', match[1] ?? '');
  }
  return 'Correct the rule, and run `plumbline rules test`.';
}
