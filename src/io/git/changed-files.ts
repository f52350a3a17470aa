import type { Blob } from './blobs.ts';
import { gitNames } from './command.ts';
import { isWhole } from './read-ref.ts';

/** How the working tree differs from a commit. */
export interface ChangedFiles {
  /** Files that differ, those included that were never added. */
  readonly files: ReadonlySet<string>;
  /** The regular ones among them that the commit has, as it has them. */
  readonly before: readonly Blob[];
  /** Whether a symbolic link is among what differs. */
  readonly hasLinks: boolean;
}

/** What differs between a commit and the working tree at `root`, below some paths from there. git has started when this returns. */
export async function changedFiles(root: string, commit: string, wanted: readonly string[]): Promise<ChangedFiles> {
  const below = isWhole(wanted) ? [] : wanted;
  const options = ['--raw', '--no-abbrev', '-z', '--no-renames', '--no-ext-diff', '--no-textconv'];
  const [differing, added] = await Promise.all([
    gitNames(root, ['diff', ...options, '--ignore-submodules', commit, '--', ...below]),
    // git's diff does not speak of files that were never added. The rules are those that the walk of the tree goes by.
    gitNames(root, ['ls-files', '-z', '--others', '--exclude-per-directory=.gitignore', '--', ...below]),
  ]);
  // Each difference is `:MODE MODE BLOB BLOB STATUS`, then the name.
  const names = differing.filter((_, i) => i % 2 === 1);
  const before = names.flatMap((file, i) => {
    const [, id] = /^:100(?:644|755) \d+ ([0-9a-f]+) /.exec(differing[i * 2]!) ?? [];
    return id === undefined ? [] : [{ file, id }];
  });
  const hasLinks = differing.some((line, i) => i % 2 === 0 && /^:(?:120000|\d+ 120000) /.test(line));
  return { files: new Set([...names, ...added]), before, hasLinks };
}
