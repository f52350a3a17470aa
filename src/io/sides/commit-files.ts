import { groupBy } from '../../engine/group-by.ts';
import { listCommit } from '../git/listing.ts';
import type { TreeReader } from '../tree/loaded-tree.ts';
import { maxFileBytes, type SourceTree } from '../tree/source-tree.ts';
import type { CommitStore } from './commit-store.ts';
import { opening, type ReadPair } from './read-side.ts';

/** Two commits with the files that were read. */
export interface ReadCommits {
  /** Null if everything is new. */
  readonly base: string | null;
  readonly head: string;
  readonly trees: { readonly base: SourceTree | null; readonly head: SourceTree };
  /** Folders and files relative to the root of the repository. Empty means everything. */
  readonly paths: readonly string[];
}

/** The two sides of a pair of commits. */
export const pairOfCommits = (store: CommitStore, { base, head, trees, paths }: ReadCommits): ReadPair => ({
  ...trees,
  files: {
    base: base === null ? null : opening(() => filesOfCommit(store, base)),
    head: opening(() => filesOfCommit(store, head)),
  },
  paths,
});

/** The files of a commit. With a clone, links and submodules are listed as well. Content that the clone lacks comes from GitHub's API. */
async function filesOfCommit(store: CommitStore, commit: string): Promise<TreeReader> {
  const reader = await storeReader(store, commit);
  if (store.clone === undefined) return reader;
  const local = await listCommit(store.clone, commit).catch(() => undefined);
  return local ? { ...reader, others: local.others } : reader;
}

async function storeReader(store: CommitStore, commit: string): Promise<TreeReader> {
  const tree = await store.tree(commit);
  return {
    files: new Map([...tree].map(([path, { sha }]) => [path, sha])),
    others: new Map(),
    each: async (paths, take) => {
      const files = paths.flatMap((path) => tree.get(path) ?? []).filter(({ size }) => size <= maxFileBytes);
      const filesOf = groupBy(files, ({ sha }) => sha);
      await store.eachContent(files, (sha, content) => {
        if (typeof content !== 'number') for (const { path } of filesOf.get(sha)!) take(path, content);
      });
    },
  };
}
