import { rules } from '../../../engine/codes/rules.ts';
import { themes } from '../../../engine/lint/themes.ts';
import { exitCode } from '../../../errors.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** `plumbline rules`: every lint rule by theme, with its severity and what it finds. */
export async function runRules(_: Arguments, { stdout }: Terminal): Promise<number> {
  const width = Math.max(...rules.map(({ id }) => id.length));
  for (const theme of themes) {
    stdout.write(`${theme}\n`);
    for (const { id, severity, docs } of rules.filter((rule) => rule.theme === theme))
      stdout.write(`  ${id.padEnd(width)}  ${severity.padEnd(7)}  ${docs.summary}\n`);
    stdout.write('\n');
  }
  stdout.write('Run `plumbline explain RULE` to see why a rule matters and what to do.\n');
  return exitCode.ok;
}
