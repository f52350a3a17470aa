import type { FileTree } from '../../engine/sources/repository/file-tree.ts';
import { decode } from './decode.ts';

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
  /** Files that are being read. */
  readonly #reading = new Map<string, Promise<void>>();

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

  /** Reads files, so that they can be asked for; those that somebody else is reading are waited for. */
  async load(paths: Iterable<string>): Promise<void> {
    const missing = [...new Set(paths)].filter((path) => this.files.has(path) && !this.#contents.has(path));
    const unread = missing.filter((path) => !this.#reading.has(path));
    if (unread.length > 0) {
      const reading = this.#read(unread);
      for (const path of unread) this.#reading.set(path, reading);
    }
    await Promise.all(missing.map((path) => this.#reading.get(path)));
  }

  async #read(paths: readonly string[]): Promise<void> {
    const contents = new Map<string, Buffer>();
    await this.#reader.each(paths, (path, content) => void contents.set(path, content));
    for (const path of paths) this.#contents.set(path, contents.get(path));
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
