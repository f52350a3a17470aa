import type { FileTree } from '../../engine/sources/repository/file-tree.ts';
import { decode } from '../tree/decode.ts';

/** Where the files of one side are: their names with what identifies each content, and a way to read some of them. */
export interface TreeReader {
  readonly files: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, 'link' | 'submodule'>;
  /** Hands over one content after the other, and keeps none; what cannot be read, or is too large, is left out. */
  each(paths: readonly string[], take: TakeFile): Promise<void>;
}

/** What becomes of the content of a file. */
export type TakeFile = (path: string, content: Buffer) => void;

/** A tree that remembers what somebody asked for and was not read yet. */
export class LoadedTree implements FileTree {
  readonly files: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, 'link' | 'submodule'>;
  readonly #reader: TreeReader;
  readonly #contents = new Map<string, Buffer | undefined>();
  readonly #texts = new Map<string, string | undefined>();
  readonly #wanted = new Set<string>();

  constructor(reader: TreeReader) {
    this.#reader = reader;
    this.files = reader.files;
    this.others = reader.others;
  }

  text(path: string): string | undefined {
    if (this.#texts.has(path)) return this.#texts.get(path);
    const bytes = this.bytes(path);
    if (bytes === undefined) return undefined;
    const text = decode(path, bytes);
    this.#texts.set(path, typeof text === 'string' ? text : undefined);
    return this.#texts.get(path);
  }

  bytes(path: string): Buffer | undefined {
    if (!this.#contents.has(path) && this.files.has(path)) this.#wanted.add(path);
    return this.#contents.get(path);
  }

  /** Reads files, so that they can be asked for. */
  async load(paths: Iterable<string>): Promise<void> {
    const wanted = [...new Set(paths)].filter((path) => this.files.has(path) && !this.#contents.has(path));
    if (wanted.length === 0) return;
    for (const path of wanted) this.#contents.set(path, undefined);
    await this.#reader.each(wanted, (path, content) => void this.#contents.set(path, content));
  }

  /** Does work that asks for texts, again and again until all that it asks for has been read. */
  async settle<T>(work: () => T): Promise<T> {
    for (;;) {
      this.#wanted.clear();
      const result = work();
      if (this.#wanted.size === 0) return result;
      await this.load(this.#wanted);
    }
  }
}
