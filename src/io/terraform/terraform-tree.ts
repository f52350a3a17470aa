import { isTerraformPath } from '../../engine/manifest/prefilter.ts';
import {
  type Excess,
  maxSideLength,
  maxTerraformLength,
  type RepositoryFiles,
} from '../../engine/manifest/terraform/modules/terraform-files.ts';
import { excerptOf } from '../../engine/manifest/terraform/syntax/excerpt.ts';
import { decode } from '../tree/decode.ts';
import type { TreeReader } from '../tree/loaded-tree.ts';
import { NamedFiles } from './named-files.ts';

/** The files of one side as the evaluation of Terraform needs them. Each is read once, and files beyond the limits are not kept. */
export class TerraformTree implements RepositoryFiles {
  readonly files: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, unknown>;
  readonly #reader: TreeReader;
  readonly #texts = new Map<string, string | undefined>();
  readonly #excess = new Map<string, Excess>();
  readonly #wanted = new Set<string>();
  #length = 0;
  /** Whether files may be read before the work asks for them. */
  #readsAhead = true;
  readonly #named: NamedFiles;

  constructor(reader: TreeReader) {
    this.#reader = reader;
    this.files = reader.files;
    this.others = reader.others;
    this.#named = new NamedFiles(reader.files);
  }

  text(path: string): string | undefined {
    if (!this.#texts.has(path) && this.files.has(path)) this.#wanted.add(path);
    return this.#texts.get(path);
  }

  excess(path: string): Excess | undefined {
    return this.#excess.get(path);
  }

  /** The files that were read so far. */
  get read(): Iterable<string> {
    return this.#texts.keys();
  }

  /**
   * Repeats work that needs texts until all texts that it asks for have been read. Each repetition evaluates everything again, so all code, the
   * files that it names, and files that are expected for another reason are read ahead.
   */
  async settle<T>(work: () => T, expected: Iterable<string> = []): Promise<T> {
    const code = [...this.files.keys()].filter(isTerraformPath);
    await this.#readAhead([...code, ...expected]);

    for (;;) {
      this.#wanted.clear();
      const result = work();
      if (this.#wanted.size === 0) return result;

      await this.#read([...this.#wanted]);
      await this.#readAhead(this.#wanted);
    }
  }

  /** Reads files, and those that they name. */
  async #readAhead(paths: Iterable<string>): Promise<void> {
    if (!this.#readsAhead) return;

    const unread = (path: string): boolean => this.files.has(path) && !this.#texts.has(path);
    await this.#read([...paths].filter(unread));
    await this.#read([...paths].flatMap((path) => this.#namedBy(path)).filter(unread));

    // At the limit, it matters which files are read first, so only what the work asks for is read then.
    if (this.#length <= maxSideLength) return;
    this.#readsAhead = false;
    this.#length = 0;
    this.#texts.clear();
    this.#excess.clear();
  }

  #namedBy(path: string): readonly string[] {
    const text = this.#texts.get(path);
    if (text === undefined || !/\.(?:tf|hcl)$/.test(path)) return [];
    return this.#named.in(path, text);
  }

  async #read(unsorted: readonly string[]): Promise<void> {
    // In the order of the paths, because that decides which files are left out if there are too many.
    const paths = [...new Set(unsorted)].sort();
    if (paths.length === 0) return;
    for (const path of paths) this.#texts.set(path, undefined);
    await this.#reader.each(paths, (path, content) => this.#take(path, content));
  }

  #take(path: string, content: Buffer): void {
    const text = decode(path, content);
    if (typeof text !== 'string') return;

    const isTooLong = text.length > maxTerraformLength;
    if (!isTooLong) this.#length += text.length;
    if (isTooLong || this.#length > maxSideLength)
      this.#excess.set(path, { of: isTooLong ? 'file' : 'side', excerpt: excerptOf(text) });
    else this.#texts.set(path, text);
  }
}
