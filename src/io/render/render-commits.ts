import type { CommitStore } from '../sides/commit-store.ts';
import { storeReader } from '../terraform/terraform-commits.ts';
import type { SourceTree } from '../tree/source-tree.ts';
import type { TreeReader } from './loaded-tree.ts';
import { type RenderedPair, renderPair } from './render-pair.ts';
import type { PlaceOptions } from './render-places.ts';
import { commitReader } from './tree-readers.ts';

/** Two commits with what was read of them. */
export interface RenderCommits extends PlaceOptions {
  readonly base: string | null;
  readonly head: string;
  readonly trees: { readonly base: SourceTree | null; readonly head: SourceTree };
  /** Folders and files from the root of the repository; empty is everything. */
  readonly paths: readonly string[];
}

/** Renders what two commits hold. */
export async function renderCommits(
  store: CommitStore,
  { base, head, trees, paths, path, settings }: RenderCommits,
): Promise<RenderedPair> {
  return renderPair({
    base: trees.base && base !== null ? { tree: trees.base, reader: await readerOf(store, base) } : null,
    head: { tree: trees.head, reader: await readerOf(store, head) },
    paths,
    path,
    settings,
  });
}

/** The clone names links and submodules too; what it lacks the store reads elsewhere. */
async function readerOf(store: CommitStore, commit: string): Promise<TreeReader> {
  const reader = await storeReader(store, commit);
  if (store.clone === undefined) return reader;
  const local = await commitReader(store.clone, commit).catch(() => undefined);
  return local ? { ...reader, others: local.others } : reader;
}
