import type { Arguments } from './arguments/arguments.ts';
import type { Terminal } from './terminal/terminal.ts';

/** A host imports no other host, so the bot is loaded by its URL, next to the bundle or in the sources. */
const entry = new URL(import.meta.url.endsWith('.ts') ? '../../bot.ts' : './bot.js', import.meta.url).href;

interface BotProgram {
  runProgram(process: NodeJS.Process, argv: readonly string[]): Promise<number>;
}

/** `plumbline bot`: runs the GitHub App until it is stopped. `--dead` and `--replay` list and repeat the jobs that it gave up on. */
export async function runBotCommand({ flags }: Arguments, _terminal: Terminal): Promise<number> {
  const program = (await import(entry)) as BotProgram;
  const task = (['replay', 'dead'] as const).filter((name) => flags.isOn(name)).map((name) => `--${name}`);
  return program.runProgram(process, task);
}
