import type { CustomRule } from '../../../engine/karpenter/api/custom-rule.ts';
import { customCode } from '../../../engine/karpenter/api/custom-rule.ts';
import {
  type Explanation,
  explain,
  nearestCode,
  suppressionExample,
} from '../../../engine/review/codes/explanations.ts';
import { didYouMean } from '../../../engine/text/nearest.ts';
import { visible } from '../../../engine/text/words/escape.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { pullNumber } from '../arguments/pull-number.ts';
import { configuredRules } from '../input/configured-rules.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** `plumbline explain CODE`: what a finding means, why it matters, what to do. `explain #12`: who approved a pull request. */
export async function runExplain(input: Arguments, terminal: Terminal): Promise<number> {
  const { stdout } = terminal;
  const [code] = input.positionals;

  if (code === undefined)
    throw new PlumblineError('usage', '`explain` needs a code or a pull request', {
      help: `Run for example \`plumbline explain schema/unknown-field\`.`,
    });

  const number = pullNumber(code);
  if (number !== undefined) return (await import('./explain-pull.ts')).runExplainPull(number, input, terminal);

  const explained = explain(code);
  const customRules = explained ? [] : await configuredRules(input.flags, terminal);
  const explanation = explained ?? explain(code, customRules);
  if (!explanation) {
    const candidate = nearestCode(code, customRules.map(customCode));
    throw new PlumblineError('usage', `\`${code}\` is not the code of a finding`, {
      help: candidate
        ? didYouMean(candidate)
        : 'Run `plumbline rules` to list the lint rules. A review prints the code of each finding at the end of its line.',
    });
  }

  stdout.write(page(explanation));

  return exitCode.ok;
}

function page({ code, summary, why, help, url, rule, custom }: Explanation): string {
  const examplesOf = () => {
    if (rule)
      return [
        ...rule
          .examples()
          .bad.slice(0, 1)
          .flatMap(({ text }) => ['', 'Bad:', indented(text)]),
        ...rule
          .examples()
          .good.slice(0, 1)
          .flatMap(({ text }) => ['', 'Good:', indented(text)]),
        ...suppressionLines(code),
      ];
    if (custom) return ['', `Rule of ${custom.origin}:`, ...expressionLines(custom), ...suppressionLines(code)];
    return [];
  };

  const examples = examplesOf();

  const level = (rule ?? custom)?.severity;
  const severity = textIf(level, ` (${level})`);
  const more = url ? ['', `More: ${url}`] : [];

  const shown = () => {
    if (custom) return (text: string) => text.split('\n').map(visible).join('\n');
    return (text: string) => text;
  };

  return `${[`${code}${severity}`, '', summary, '', why, '', `What to do: ${help}`, ...examples, ...more].map(shown()).join('\n')}\n`;
}

const expressionLines = ({ matchConditions, variables, expression }: CustomRule): string[] => [
  ...matchConditions.map((condition) => indented(`if ${condition.name}: ${condition.expression}`)),
  ...variables.map((variable) => indented(`variables.${variable.name}: ${variable.expression}`)),
  indented(expression),
];

const suppressionLines = (code: string): string[] => [
  '',
  'To suppress it in one place, add this comment to the line above:',
  `  ${suppressionExample(code)}`,
];

const indented = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '  ');
