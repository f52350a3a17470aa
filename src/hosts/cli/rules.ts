import { rules } from '../../engine/lint/rules/index.ts';
import { exitCode } from '../../errors.ts';
import type { Arguments } from './arguments.ts';
import type { Terminal } from './main.ts';

/** `plumbline rules`: every lint rule with its severity and what it finds. */
export async function runRules(_: Arguments, { stdout }: Terminal): Promise<number> {
  const width = Math.max(...rules.map(({ id }) => id.length));
  for (const { id, severity, docs } of rules)
    stdout.write(`${id.padEnd(width)}  ${severity.padEnd(7)}  ${docs.summary}\n`);
  stdout.write('\n`plumbline explain RULE` says why each of them matters.\n');
  return exitCode.ok;
}
