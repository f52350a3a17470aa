import type { Arguments } from './arguments/arguments.ts';
import { otherHost } from './other-host.ts';
import type { Terminal } from './terminal/terminal.ts';

interface BotProgram {
  runProgram(process: NodeJS.Process, argv: readonly string[]): Promise<number>;
}

/** `plumbline bot`: runs the GitHub App until it is stopped. `--dead` and `--replay` list and repeat the jobs that it gave up on. */
export async function runBotCommand({ flags }: Arguments, _terminal: Terminal): Promise<number> {
  const program = await otherHost<BotProgram>('bot');
  const task = (['replay', 'dead'] as const).filter((name) => flags.isOn(name)).map((name) => `--${name}`);
  return program.runProgram(process, task);
}
