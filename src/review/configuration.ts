import type { Source } from '../engine/text/source.ts';
import type { SharedFiles } from '../io/config/extended-config.ts';
import { sharedFile } from '../io/config/shared-file.ts';
import { readCommitFile, readCommitFiles } from '../io/sides/commit-pair.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import type { ReadFiles } from './read-files.ts';

/** Where a review finds the configuration that applies, and the files that it names. */
export interface Configuration {
  /** The configuration that applies: at the base, or on disk if there is no base. Throws PlumblineError('config') if it cannot be read. */
  readonly current: () => Promise<Source | undefined>;
  /** The configuration of the change, which applies only once it is merged. Absent if there is no change. */
  readonly proposed?: () => Promise<Source | undefined>;
  /** Those of these files that exist in the same commit or folder as `current`, by their paths from the root of the repository. */
  readonly files: ReadFiles;
  /** The same in the change; absent if there is no change. */
  readonly proposedFiles?: ReadFiles;
  /** Reads a file of another repository. Throws PlumblineError. Absent if no other repository can be read. */
  readonly shared?: SharedFiles['shared'];
  /** The path that the user named for the configuration. */
  readonly named?: string | undefined;
  /** The commit or ref of the base, for messages. */
  readonly at?: string | undefined;
}

/** Commits to read a configuration from. */
interface ConfiguredCommits {
  /** The commit whose configuration applies. */
  readonly current: string;
  /** The commit of the change; null if there is none. */
  readonly proposed: string | null;
  /** Paths where it may be, nearest first. */
  readonly paths: readonly string[];
  readonly named?: string | undefined;
}

/** The settings of a commit, and those that it would have with the proposed commit: a change is judged by what is there before it. */
export function configurationOfCommit(
  store: CommitStore,
  { current, proposed, paths, named }: ConfiguredCommits,
): Configuration {
  const read = (commit: string, candidates: readonly string[]) => readCommitFile(store, { commit, paths: candidates });
  const files =
    (commit: string): ReadFiles =>
    (all) =>
      readCommitFiles(store, { commit, paths: all });

  return {
    current: () => read(current, paths),
    ...(proposed !== null && { proposed: () => read(proposed, paths) }),
    files: files(current),
    ...(proposed !== null && { proposedFiles: files(proposed) }),
    shared: (reference) => sharedFile(store.github, reference),
    named,
    at: current,
  };
}
