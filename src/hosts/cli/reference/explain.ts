import { type Explanation, explain, nearestCode, suppressionExample } from '../../../engine/codes/explanations.ts';
import { didYouMean } from '../../../engine/nearest.ts';
import { exitCode, PlumblineError } from '../../../errors.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { pullNumber } from '../arguments/pull-number.ts';
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
  const explanation = explain(code);
  if (!explanation) {
    const candidate = nearestCode(code);
    throw new PlumblineError('usage', `\`${code}\` is not the code of a finding`, {
      help: candidate ? didYouMean(candidate) : 'Run `plumbline rules` to list the lint rules.',
    });
  }
  stdout.write(page(explanation));
  return exitCode.ok;
}

function page({ code, summary, why, help, url, rule }: Explanation): string {
  const examples = rule
    ? [
        ...rule
          .examples()
          .bad.slice(0, 1)
          .flatMap(({ text }) => ['', 'Bad:', indented(text)]),
        ...rule
          .examples()
          .good.slice(0, 1)
          .flatMap(({ text }) => ['', 'Good:', indented(text)]),
        '',
        'To suppress it in one place, add this comment to the line above:',
        `  ${suppressionExample(code)}`,
      ]
    : [];
  const severity = rule ? ` (${rule.severity})` : '';
  const more = url ? ['', `More: ${url}`] : [];
  return `${[`${code}${severity}`, '', summary, '', why, '', `What to do: ${help}`, ...examples, ...more].join('\n')}\n`;
}

const indented = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '  ');
