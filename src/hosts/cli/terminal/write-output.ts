import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PlumblineError } from '../../../errors.ts';
import { escapedText, type TextForm } from '../../../io/text-output.ts';
import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from './terminal.ts';

const forms: Readonly<Record<string, TextForm>> = { text: 'text', github: 'commands' };

/** The kind of reader of each format. */
export const formOf = (flags: Flags): TextForm => forms[flags.text('format') ?? 'text'] ?? 'document';

/** Writes a result to the `--output` file or to standard output. Throws PlumblineError('usage'). */
export function writeOutput(
  text: string,
  flags: Flags,
  { stdout, cwd }: Pick<Terminal, 'stdout' | 'cwd'>,
  form: TextForm = formOf(flags),
): void {
  const file = flags.text('output');
  if (file === undefined) {
    stdout.write(text, form);
    return;
  }
  try {
    writeFileSync(resolve(cwd, file), escapedText(text, form));
  } catch (cause) {
    throw new PlumblineError('usage', `\`${file}\` cannot be written`, {
      cause,
      help: 'Name a file in a folder that exists.',
    });
  }
}
