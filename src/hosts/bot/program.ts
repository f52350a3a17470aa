import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runBot } from './main.ts';

type Process = Pick<NodeJS.Process, 'env' | 'stdout' | 'once'>;

/** Whether a module is what Node was started with. */
export function isProgram(moduleUrl: string): boolean {
  const started = process.argv[1];
  try {
    return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(moduleUrl));
  } catch {
    return false;
  }
}

/** The bot as a program: its environment, its log on standard output, SIGTERM and SIGINT to end. Gives the exit code. */
export function runProgram({ env, stdout, once }: Process, argv: readonly string[]): Promise<number> {
  const task = argv.includes('--replay') ? 'replay' : argv.includes('--dead') ? 'dead' : 'serve';
  return runBot(task, {
    env,
    write: (line) => void stdout.write(line),
    untilEnd: () =>
      new Promise((resolve) => {
        for (const signal of ['SIGTERM', 'SIGINT'] as const) once.call(process, signal, () => resolve(signal));
      }),
  });
}
