import {
  type Excess,
  maxSideLength,
  maxTerraformLength,
  type RepositoryFiles,
} from '../../engine/manifest/terraform/modules/terraform-files.ts';
import { excerptOf } from '../../engine/manifest/terraform/syntax/excerpt.ts';
import { decode } from '../tree/decode.ts';
import type { TreeReader } from '../tree/loaded-tree.ts';

/** The files of one side as the evaluation of Terraform needs them. Each is read once, and files beyond the limits are not kept. */
export class TerraformTree implements RepositoryFiles {
  readonly files: ReadonlyMap<string, string>;
  readonly #reader: TreeReader;
  readonly #texts = new Map<string, string | undefined>();
  readonly #excess = new Map<string, Excess>();
  readonly #wanted = new Set<string>();
  #length = 0;

  constructor(reader: TreeReader) {
    this.#reader = reader;
    this.files = reader.files;
  }

  text(path: string): string | undefined {
    if (!this.#texts.has(path) && this.files.has(path)) this.#wanted.add(path);
    return this.#texts.get(path);
  }

  excess(path: string): Excess | undefined {
    return this.#excess.get(path);
  }

  /** Repeats work that needs texts until all texts that it asks for have been read. */
  async settle<T>(work: () => T): Promise<T> {
    for (;;) {
      this.#wanted.clear();
      const result = work();
      if (this.#wanted.size === 0) return result;

      // In the order of the paths, because that decides which files are left out if there are too many.
      const paths = [...this.#wanted].sort();
      for (const path of paths) this.#texts.set(path, undefined);
      await this.#reader.each(paths, (path, content) => this.#take(path, content));
    }
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
