import type { Arguments } from './arguments.ts';
import type { Terminal } from './main.ts';

/** The entry point of the bot, which is a program of its own: beside the bundle, or of the sources. */
const entry = new URL(import.meta.url.endsWith('.ts') ? '../../bot.ts' : './bot.js', import.meta.url).href;

/** `plumbline bot`: the GitHub App, until it is asked to end; `--dead` and `--replay` look after jobs that were given up. */
export async function runBotCommand({ flags }: Arguments, _terminal: Terminal): Promise<number> {
  const program = (await import(entry)) as typeof import('../../bot.ts');
  const task = (['replay', 'dead'] as const).filter((name) => flags.isOn(name)).map((name) => `--${name}`);
  return program.runProgram(process, task);
}
