import { customCode } from '../../../engine/karpenter/api/custom-rule.ts';
import { rules } from '../../../engine/review/codes/rules.ts';
import { themes } from '../../../engine/rules/lint/themes.ts';
import { didYouMean } from '../../../engine/text/nearest.ts';
import { visible } from '../../../engine/text/words/escape.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { configuredRules } from '../input/configured-rules.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** `plumbline rules`: every lint rule by theme, with its severity and what it finds. `rules test` tests those of the configuration. */
export async function runRules(input: Arguments, terminal: Terminal): Promise<number> {
  const [action] = input.positionals;
  if (action === 'test') return (await import('./rules-test.ts')).runRulesTest(input, terminal);

  if (action !== undefined)
    throw new PlumblineError('usage', `\`${action}\` is not an action of \`rules\``, {
      help: didYouMean('rules test'),
    });

  const { stdout } = terminal;
  const width = Math.max(...rules.map(({ id }) => id.length));

  for (const theme of themes) {
    stdout.write(`${theme}\n`);
    for (const { id, severity, docs } of rules.filter((rule) => rule.theme === theme))
      stdout.write(`  ${id.padEnd(width)}  ${severity.padEnd(7)}  ${docs.summary}\n`);
    stdout.write('\n');
  }

  const customRules = await configuredRules(input.flags, terminal);
  if (customRules.length > 0) stdout.write('Your own rules\n');
  for (const rule of customRules)
    stdout.write(`  ${customCode(rule).padEnd(width)}  ${rule.severity.padEnd(7)}  ${visible(rule.message)}\n`);
  if (customRules.length > 0) stdout.write('\n');
  stdout.write('Run `plumbline explain RULE` to see why a rule matters and what to do.\n');

  return exitCode.ok;
}
