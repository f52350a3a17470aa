import type { Source } from '../engine/source.ts';
import { readCommitFile } from '../io/sides/commit-pair.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';

/** Where a review finds the configuration that holds, and the files that it names. */
export interface Configuration {
  /** The one that holds: at the base, or on disk where there is no base. Throws PlumblineError('config') for one that cannot be read. */
  readonly holding: () => Promise<Source | undefined>;
  /** The one that the change brings, which does not hold yet; absent where nothing can bring one. */
  readonly coming?: () => Promise<Source | undefined>;
  /** A file by its path from the root of the repository, as it stands beside the configuration that holds. */
  readonly file: (path: string) => Promise<Source | undefined>;
  /** The path that somebody named for it. */
  readonly named?: string | undefined;
  /** The commit or ref of the base, for messages. */
  readonly at?: string | undefined;
}

/** Commits to read a configuration from. */
export interface ConfiguredCommits {
  /** Whose configuration holds. */
  readonly holding: string;
  /** That of the change; null where nothing can bring one. */
  readonly coming: string | null;
  /** Where it may stand, the nearest first. */
  readonly paths: readonly string[];
  readonly named?: string | undefined;
}

/** The configuration of a commit. */
export function configurationOfCommit(
  store: CommitStore,
  { holding, coming, paths, named }: ConfiguredCommits,
): Configuration {
  const read = (commit: string, candidates: readonly string[]) => readCommitFile(store, { commit, paths: candidates });
  return {
    holding: () => read(holding, paths),
    ...(coming !== null && { coming: () => read(coming, paths) }),
    file: (path) => read(holding, [path]),
    named,
    at: holding,
  };
}
