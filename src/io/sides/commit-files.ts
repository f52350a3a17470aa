import { groupBy } from '../../engine/text/group-by.ts';
import type { TreeFile } from '../git/listing.ts';
import type { TreeReader } from '../tree/loaded-tree.ts';
import { maxFileBytes, type SourceTree } from '../tree/source-tree.ts';
import type { CommitStore } from './commit-store.ts';
import { opening, type ReadPair } from './read-side.ts';
import { TooMuchToRead } from './too-much-to-read.ts';

/** Two commits with the files that were read. */
interface ReadCommits {
  /** Null if everything is new. */
  readonly base: string | null;
  readonly head: string;
  readonly trees: { readonly base: SourceTree | null; readonly head: SourceTree };
  /** Folders and files relative to the root of the repository. Empty means everything. */
  readonly paths: readonly string[];
}

/** The two sides of a pair of commits. */
export function pairOfCommits(store: CommitStore, { base, head, trees, paths }: ReadCommits): ReadPair {
  const contents = new SharedContents(store);
  return {
    ...trees,
    files: {
      base: base === null ? null : opening(() => contents.reader(base)),
      head: opening(() => contents.reader(head)),
    },
    paths,
    handedOver: store.handedOver,
  };
}

/** The most that rendering reads of a repository through GitHub's API: enough for thousands of charts, and a fraction of an hour's requests. */
const limits = { files: 10_000, bytes: 128 * 1024 * 1024 };

/** Reads files of commits. Without a clone, each content is read once: most files are equal on both sides, and each request to GitHub counts. */
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
      otherIds: await this.#store.otherIds(commit),
      each: async (paths, take) => {
        const files = paths.flatMap((path) => tree.get(path) ?? []).filter(({ size }) => size <= maxFileBytes);
        const pathsOf = groupBy(files, ({ sha }) => sha);

        const takeAll = (sha: string, content: Buffer): void => {
          for (const { path } of pathsOf.get(sha)!) take(path, content);
        };

        const [cached, unknown] = [new Map<string, Buffer>(), new Map<string, TreeFile>()];

        for (const file of files) {
          const content = this.#contents.get(file.sha);
          if (content) cached.set(file.sha, content);
          else unknown.set(file.sha, file);
        }

        for (const [sha, content] of cached) takeAll(sha, content);
        await this.#read([...unknown.values()], takeAll);
      },
    };
  }

  async #read(files: readonly TreeFile[], take: (sha: string, content: Buffer) => void): Promise<void> {
    // Only requests to GitHub are worth the memory: a clone is read again.
    const isKept = this.#store.clone === undefined;
    if (isKept) this.#count(files);

    await this.#store.eachContent(files, (sha, content) => {
      if (typeof content === 'number') return;
      if (isKept) this.#contents.set(sha, content);
      take(sha, content);
    });
  }

  #count(files: readonly TreeFile[]): void {
    this.#bytes += files.reduce((total, { size }) => total + size, 0);
    const count = this.#contents.size + files.length;
    if (count > limits.files || this.#bytes > limits.bytes) throw new TooMuchToRead(count, this.#bytes);
  }
}
