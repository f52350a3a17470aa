import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The nearest folder upwards that contains a `.git`. plumbline looks for it itself, because git would also accept a folder that looks
 * like a bare repository. A commit can contain such a folder, and its configuration would come from the pull request. No commit can
 * contain a `.git`.
 */
export function repositoryFolder(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isGitEntry(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Whether it is a folder with a HEAD, or the file that worktrees and submodules have. */
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
