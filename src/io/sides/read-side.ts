import type { SourceSet } from '../../engine/review/source-set.ts';
import type { TreeReader } from '../tree/loaded-tree.ts';
import type { SourceTree } from '../tree/source-tree.ts';

/** Opens all files of a side, most of which nobody reads: once, however often it is called. */
export type OpenFiles = () => Promise<TreeReader>;

/** Both sides of a review as they were read, from wherever they come. */
export interface ReadPair {
  /** Null: there is nothing to compare with, everything is new. */
  readonly base: SourceTree | null;
  readonly head: SourceTree;
  /** Where the files are that were not read; null where there is no base. */
  readonly files: { readonly base: OpenFiles | null; readonly head: OpenFiles };
  /** Folders and files that were asked for, from the root; empty is everything. */
  readonly paths: readonly string[];
}

/** Both sides as they are reviewed, with what was made of their files. */
export interface SetPair {
  readonly base: SourceSet | null;
  readonly head: SourceSet;
}

/** Opens files when they are first asked for. */
export function opening(open: OpenFiles): OpenFiles {
  let opened: Promise<TreeReader> | undefined;
  return () => {
    opened ??= open();
    return opened;
  };
}
