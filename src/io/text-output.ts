import { fstatSync } from 'node:fs';
import { commandText, logLine, logText } from '../engine/text/log-text.ts';

/** What texts are written to in the end. */
export interface ByteStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
  readonly fd?: number;
}

/** Who reads a text: people, a runner that shows findings, or a program. */
export type TextForm = 'text' | 'commands' | 'document';

/** A text as it is written: only documents have formats that escape for themselves. */
export const escapedText = (text: string, form: TextForm): string =>
  form === 'text' ? logText(text) : form === 'commands' ? commandText(text) : text;

/**
 * The only way to standard output and standard error. Whatever is written passes through one escape here, so that no text of a
 * repository, a cluster or git does anything to a terminal or to a runner that reads the log.
 */
export class TextOutput {
  readonly #stream: ByteStream;
  readonly #isJob: boolean;

  /** `isJob`: somebody's runner may read along. */
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

  /** Documents keep their bytes in files and pipes; where a terminal or a runner reads them they are shown as text. */
  write(text: string, form: TextForm = 'text'): void {
    this.#stream.write(escapedText(text, form === 'document' && this.#isLog() ? 'text' : form));
  }

  /** Writes a line in place of the one that the cursor is on; an empty one leaves nothing. */
  rewrite(line: string): void {
    this.#stream.write(`\r\u001b[2K${logLine(line)}`);
  }

  /** Keeps a runner from showing a value. */
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
