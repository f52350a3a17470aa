import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { escapedText, type TextForm } from '../../../io/text-output.ts';
import { PlumblineError } from '../../../shared/errors.ts';
import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from './terminal.ts';

type Place = Pick<Terminal, 'stdout' | 'cwd'>;

const forms: Readonly<Record<string, TextForm>> = { text: 'text', github: 'commands' };

/** The kind of reader of each format. */
const formOf = (format: string): TextForm => forms[format] ?? 'document';

/** The format of a command that writes once. */
const formatOf = (flags: Flags): string => flags.text('format') ?? 'text';

/** Writes a result to the `--output` file or to standard output. Throws PlumblineError('usage'). */
export const writeOutput = (text: string, flags: Flags, place: Place, form: TextForm = formOf(formatOf(flags))): void =>
  write(text, { file: flags.text('output'), form }, place);

/** Writes a result once for each `--output`, or to standard output. Throws PlumblineError('usage'). */
export function writeOutputs(textIn: (format: string) => string, flags: Flags, place: Place): void {
  for (const { format, file } of outputsOf(flags)) write(textIn(format), { file, form: formOf(format) }, place);
}

export const outputFormats = (flags: Flags): readonly string[] => outputsOf(flags).map(({ format }) => format);

/** Each `--output` of a command that can write several; one for standard output if there is none. */
function outputsOf(flags: Flags): readonly { readonly format: string; readonly file: string | undefined }[] {
  const outputs = flags.texts('output');
  if (outputs.length === 0) return [{ format: formatOf(flags), file: undefined }];
  return outputs.map((output) => {
    const at = output.indexOf('=');
    return { format: output.slice(0, at), file: output.slice(at + 1) };
  });
}

function write(
  text: string,
  { file, form }: { readonly file: string | undefined; readonly form: TextForm },
  { stdout, cwd }: Place,
): void {
  if (file === undefined) {
    stdout.write(text, form);
    return;
  }

  writeFile(resolve(cwd, file), file, escapedText(text, form));
}

/** Writes a file that the user named. Throws PlumblineError('usage'). */
export function writeFile(
  path: string,
  name: string,
  text: string,
  help = 'Name a file in a folder that exists.',
): void {
  try {
    writeFileSync(path, text);
  } catch (cause) {
    throw new PlumblineError('usage', `\`${name}\` cannot be written`, { cause, help });
  }
}
