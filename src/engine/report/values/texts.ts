import { LineIndex, type Span } from '../../text/source.ts';
import { plainName } from '../../text/words/escape.ts';

/** Texts by file, with their lines found once. */
export class Texts {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #indexes = new Map<string, LineIndex>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  /** The lines of a file; of an empty text when the file is not known. */
  index(file: string): LineIndex {
    const index = this.#indexes.get(file) ?? new LineIndex(this.#texts.get(file) ?? '');
    this.#indexes.set(file, index);
    return index;
  }

  /** `karpenter/pools.yaml:7:3`. */
  place(span: Span): string {
    const { line, column } = this.index(span.file).position(span.start);
    return `${plainName(span.file, 200)}:${line}:${column}`;
  }
}
