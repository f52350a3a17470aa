import { fstatSync } from 'node:fs';
import { commandText, logLine, logText } from '../engine/text/words/log-text.ts';

/** The stream that texts are written to. */
export interface ByteStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
  readonly fd?: number;
}

/** Who reads a text: people, a runner that shows findings, or a program. */
export type TextForm = 'text' | 'commands' | 'document';

/** The text to write. Only documents are written unescaped, because their formats escape by themselves. */
export const escapedText = (text: string, form: TextForm): string => {
  if (form === 'text') return logText(text);
  if (form === 'commands') return commandText(text);
  return text;
};

/**
 * The only way to standard output and standard error. Everything is escaped here, so that no text of a repository, a cluster or
 * git can control a terminal or a runner that reads the log.
 */
export class TextOutput {
  readonly #stream: ByteStream;
  readonly #isJob: boolean;

  /** `isJob`: whether a runner may read the output. */
  constructor(stream: ByteStream, { isJob }: { readonly isJob: boolean }) {
    this.#stream = stream;
    this.#isJob = isJob;
  }

  get isTTY(): boolean {
    return this.#stream.isTTY === true;
  }

  get columns(): number | undefined {
    return this.#stream.columns;
  }

  /** Documents keep their bytes in files and pipes. For a terminal or a runner, they are escaped like other texts. */
  write(text: string, form: TextForm = 'text'): void {
    this.#stream.write(escapedText(text, form === 'document' && this.#isLog() ? 'text' : form));
  }

  /** Replaces the current line. An empty text clears it. */
  rewrite(line: string): void {
    this.#stream.write(`\r\u001b[2K${logLine(line)}`);
  }

  /** Masks a value in the log of a runner. */
  mask(secret: string): void {
    const data = secret.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
    this.#stream.write(`::add-mask::${data}\n`);
  }

  #isLog(): boolean {
    return this.isTTY || (this.#isJob && !isFile(this.#stream.fd));
  }
}

function isFile(descriptor: number | undefined): boolean {
  try {
    return descriptor !== undefined && fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
