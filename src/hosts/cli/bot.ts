import type { Arguments } from './arguments/arguments.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The bot is a program of its own, and a host imports no other: it is started by its address, next to the bundle or among the sources. */
const entry = new URL(import.meta.url.endsWith('.ts') ? '../../bot.ts' : './bot.js', import.meta.url).href;

interface BotProgram {
  runProgram(process: NodeJS.Process, argv: readonly string[]): Promise<number>;
}

/** `plumbline bot`: the GitHub App, until it is asked to end; `--dead` and `--replay` look after jobs that were given up. */
export async function runBotCommand({ flags }: Arguments, _terminal: Terminal): Promise<number> {
  const program = (await import(entry)) as BotProgram;
  const task = (['replay', 'dead'] as const).filter((name) => flags.isOn(name)).map((name) => `--${name}`);
  return program.runProgram(process, task);
}
