import { gitNames } from './command.ts';

/** All that a commit holds by path: regular files with their blob, and what is none. */
export interface GitListing {
  readonly files: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, 'link' | 'submodule'>;
}

/** The files, links and submodules of a commit, given by its id: all of them, or those below some paths from the root. */
export async function listCommit(root: string, commit: string, paths: readonly string[] = []): Promise<GitListing> {
  const files = new Map<string, string>();
  const others = new Map<string, 'link' | 'submodule'>();
  for (const line of await gitNames(root, ['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...paths])) {
    const [, mode, id, path] = /^(\d{6}) (?:blob|commit) ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
    if (path === undefined) continue;
    if (mode!.startsWith('100')) files.set(path, id!);
    else others.set(path, mode === '160000' ? 'submodule' : 'link');
  }
  return { files, others };
}

/** Names of the files of a working tree that git knows or would add, or undefined outside of a repository. */
export async function listWorkingTree(folder: string): Promise<string[] | undefined> {
  const names = gitNames(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return names.then(
    (found) => [...new Set(found)],
    () => undefined,
  );
}
