import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PlumblineError } from '../../../errors.ts';
import { type Form, written } from '../../../io/text-output.ts';
import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from './terminal.ts';

const forms: Readonly<Record<string, Form>> = { text: 'text', github: 'commands' };

/** Who reads what `--format` asks for. */
export const formOf = (flags: Flags): Form => forms[flags.text('format') ?? 'text'] ?? 'document';

/** Writes a result to the file of `--output`, else to standard output. Throws PlumblineError('usage'). */
export function writeOutput(
  text: string,
  flags: Flags,
  { stdout, cwd }: Pick<Terminal, 'stdout' | 'cwd'>,
  form: Form = formOf(flags),
): void {
  const file = flags.text('output');
  if (file === undefined) {
    stdout.write(text, form);
    return;
  }
  try {
    writeFileSync(resolve(cwd, file), written(text, form));
  } catch (cause) {
    throw new PlumblineError('usage', `\`${file}\` cannot be written`, {
      cause,
      help: 'Name a file in a folder that exists.',
    });
  }
}
