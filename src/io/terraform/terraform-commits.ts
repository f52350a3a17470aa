import { groupBy } from '../../engine/group-by.ts';
import { isTerraformOfInterest } from '../../engine/manifest/prefilter.ts';
import type { SourceSet } from '../../engine/review/source-set.ts';
import type { TreeReader } from '../render/loaded-tree.ts';
import type { CommitStore } from '../sides/commit-store.ts';
import { maxFileBytes } from '../tree/source-tree.ts';
import type { TerraformPair } from './terraform.ts';

/** Two commits with what was read of them. */
export interface TerraformCommits {
  readonly base: string | null;
  readonly head: string;
  readonly sets: TerraformPair;
  /** Folders and files from the root of the repository; empty is everything. */
  readonly paths: readonly string[];
}

/** The sets of two commits, with what their Terraform hands to the cluster. Its parser is loaded only where it has to do with it. */
export async function terraformCommits(
  store: CommitStore,
  { base, head, sets, paths }: TerraformCommits,
): Promise<TerraformPair> {
  const isOfInterest = ({ hintSources }: SourceSet): boolean =>
    hintSources.some(({ file, text }) => isTerraformOfInterest(file, text));
  if (!isOfInterest(sets.head) && !(sets.base && isOfInterest(sets.base))) return sets;
  const { withTerraform } = await import('./terraform.ts');
  return withTerraform({
    base: sets.base && base !== null ? { set: sets.base, reader: await storeReader(store, base) } : null,
    head: { set: sets.head, reader: await storeReader(store, head) },
    paths,
  });
}

/** The files of a commit, wherever the store finds them. */
export async function storeReader(store: CommitStore, commit: string): Promise<TreeReader> {
  const tree = await store.tree(commit);
  return {
    files: new Map([...tree].map(([path, { sha }]) => [path, sha])),
    others: new Map(),
    each: async (paths, take) => {
      const files = paths.flatMap((path) => tree.get(path) ?? []).filter(({ size }) => size <= maxFileBytes);
      const bySha = groupBy(files, ({ sha }) => sha);
      await store.eachContent(files, (sha, content) => {
        if (typeof content !== 'number') for (const { path } of bySha.get(sha)!) take(path, content);
      });
    },
  };
}
