import type { TreeFile } from '../git/listing.ts';
import type { TreeReader } from '../tree/loaded-tree.ts';
import { maxFileBytes, type SourceTree } from '../tree/source-tree.ts';
import type { CommitStore } from './commit-store.ts';
import { opening, type ReadPair } from './read-side.ts';
import { TooMuchToRead } from './too-much-to-read.ts';

/** Two commits with the files that were read. */
export interface ReadCommits {
  /** Null if everything is new. */
  readonly base: string | null;
  readonly head: string;
  readonly trees: { readonly base: SourceTree | null; readonly head: SourceTree };
  /** Folders and files relative to the root of the repository. Empty means everything. */
  readonly paths: readonly string[];
}

/** The two sides of a pair of commits. Both share the contents that were read. */
export function pairOfCommits(store: CommitStore, { base, head, trees, paths }: ReadCommits): ReadPair {
  const contents = new SharedContents(store);
  return {
    ...trees,
    files: {
      base: base === null ? null : opening(() => contents.reader(base)),
      head: opening(() => contents.reader(head)),
    },
    paths,
  };
}

/** The most that rendering reads of a repository through GitHub's API: enough for thousands of charts, and a fraction of an hour's requests. */
const limits = { files: 10_000, bytes: 128 * 1024 * 1024 };

/** Reads files of commits, and each content once. Most files are equal on both sides, and each request to GitHub counts. */
class SharedContents {
  readonly #store: CommitStore;
  readonly #contents = new Map<string, Buffer>();
  #bytes = 0;

  constructor(store: CommitStore) {
    this.#store = store;
  }

  /** The files of a commit. Content that a clone lacks comes from GitHub's API. */
  async reader(commit: string): Promise<TreeReader> {
    const tree = await this.#store.tree(commit);
    return {
      files: new Map([...tree].map(([path, { sha }]) => [path, sha])),
      others: await this.#store.others(commit),
      each: async (paths, take) => {
        const files = paths.flatMap((path) => tree.get(path) ?? []).filter(({ size }) => size <= maxFileBytes);
        await this.#load(files.filter(({ sha }) => !this.#contents.has(sha)));
        for (const { path, sha } of files) {
          const content = this.#contents.get(sha);
          if (content) take(path, content);
        }
      },
    };
  }

  async #load(files: readonly TreeFile[]): Promise<void> {
    const unique = [...new Map(files.map((file) => [file.sha, file])).values()];
    this.#bytes += unique.reduce((total, { size }) => total + size, 0);
    const count = this.#contents.size + unique.length;
    if (this.#store.clone === undefined && (count > limits.files || this.#bytes > limits.bytes))
      throw new TooMuchToRead(count, this.#bytes);
    await this.#store.eachContent(unique, (sha, content) => {
      if (typeof content !== 'number') this.#contents.set(sha, content);
    });
  }
}
