import type { FileTree } from '../../engine/files/sources/repository/file-tree.ts';
import { decode } from './decode.ts';

/** The files of one side: their names, what identifies the content of each, and a way to read some of them. */
export interface TreeReader {
  readonly files: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, 'link' | 'submodule'>;
  /** What links and submodules lead to; absent for a folder, which does not tell. */
  readonly otherIds?: ReadonlyMap<string, string>;
  /** Passes on one content after the other, and keeps none. Files that cannot be read or are too large are left out. */
  each(paths: readonly string[], take: TakeFile): Promise<void>;
}

/** Receives the content of a file. */
export type TakeFile = (path: string, content: Buffer) => void;

/** A tree that remembers requested files that were not read yet. */
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

  /** Reads files, so that their texts are available. Waits for files that are already being read. */
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

  /** Repeats work that needs texts until all texts that it asks for have been read. */
  async settle<T>(work: () => T): Promise<T> {
    for (;;) {
      this.#wanted.clear();
      const result = work();
      if (this.#wanted.size === 0) return result;
      await this.load(this.#wanted);
    }
  }
}
