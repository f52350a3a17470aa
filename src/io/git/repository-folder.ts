import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The nearest folder upwards that holds a `.git`. plumbline looks for it by itself, because git would also take a folder that only
 * looks like a bare repository, and git lets a commit hold such a folder: the configuration in there would be the pull request's. No
 * commit can hold a `.git`.
 */
export function repositoryFolder(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isGitEntry(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** A folder with a HEAD, or the file that worktrees and submodules have. */
function isGitEntry(path: string): boolean {
  const status = statusOf(path, statSync);
  // HEAD may be a link to a branch that has no commit yet.
  return (
    status?.isFile() === true ||
    (status?.isDirectory() === true && statusOf(join(path, 'HEAD'), lstatSync) !== undefined)
  );
}

/** Whether a folder looks like a repository without a working tree. */
export const looksBare = (folder: string): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => statusOf(join(folder, name), statSync) !== undefined);

function statusOf(path: string, look: (path: string) => Stats): Stats | undefined {
  try {
    return look(path);
  } catch {
    return undefined;
  }
}
