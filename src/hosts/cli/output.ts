import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PlumblineError } from '../../errors.ts';
import type { Flags } from './arguments.ts';
import type { Terminal } from './main.ts';

/** Writes a result to the file of `--output`, else to standard output. Throws PlumblineError('usage'). */
export function writeOutput(text: string, flags: Flags, { stdout, cwd }: Pick<Terminal, 'stdout' | 'cwd'>): void {
  const file = flags.text('output');
  if (file === undefined) {
    stdout.write(text);
    return;
  }
  try {
    writeFileSync(resolve(cwd, file), text);
  } catch (cause) {
    throw new PlumblineError('usage', `\`${file}\` cannot be written`, {
      cause,
      help: 'Name a file in a folder that exists.',
    });
  }
}
