import { relative, resolve } from 'node:path';
import { git, gitNames } from './command.ts';
import { repositoryFolder } from './repository-folder.ts';

/** A regular file of a commit. */
export interface TreeFile {
  readonly path: string;
  /** SHA of the blob. Equal SHAs mean equal bytes. */
  readonly sha: string;
  /** 0 if a partial clone does not know the size. */
  readonly size: number;
}

/** The entries of a commit by path: regular files with their blob, links with the blob of their target, and all entries that are not files. */
export interface GitListing {
  readonly files: ReadonlyMap<string, string>;
  readonly links: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, 'link' | 'submodule'>;
  /** What links and submodules lead to: the blob of a target, or a commit. */
  readonly otherIds: ReadonlyMap<string, string>;
}

/** The files, links and submodules of a commit by id: all of them, or those below some paths from the root. */
export async function listCommit(root: string, commit: string, paths: readonly string[] = []): Promise<GitListing> {
  const files = new Map<string, string>();
  const links = new Map<string, string>();
  const others = new Map<string, 'link' | 'submodule'>();
  const otherIds = new Map<string, string>();

  for (const { mode, sha, path } of await entries(root, [commit, '--', ...paths])) {
    if (mode === linkMode) links.set(path, sha);

    if (mode.startsWith('100')) {
      files.set(freePath(files, path), sha);
      continue;
    }

    others.set(path, mode === submoduleMode ? 'submodule' : 'link');
    otherIds.set(path, sha);
  }

  return { files, links, others, otherIds };
}

/** The mode of a symbolic link. */
export const linkMode = '120000';

export const submoduleMode = '160000';

/** Regular files, links and submodules of a commit by path. */
export interface CommitTree {
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly links: ReadonlyMap<string, TreeFile>;
  /** Path → commit. */
  readonly submodules: ReadonlyMap<string, string>;
}

/** Entries of a commit, files and links with their sizes; undefined if the clone lacks the commit. */
export async function commitTree(root: string, commit: string): Promise<CommitTree | undefined> {
  const commitEntries = await entries(root, ['--long', commit]).catch(() => undefined);
  if (commitEntries === undefined) return undefined;

  const files = new Map<string, TreeFile>();
  const links = new Map<string, TreeFile>();
  const submodules = new Map<string, string>();
  for (const { mode, path: written, sha, size } of commitEntries) {
    if (mode === submoduleMode) submodules.set(written, sha);
    if (mode === linkMode) links.set(written, { path: written, sha, size });
    if (!mode.startsWith('100')) continue;

    const path = freePath(files, written);
    files.set(path, { path, sha, size });
  }

  return { files, links, submodules };
}

/**
 * A unique path for a file. Bytes that are not valid UTF-8 are read as the replacement character, so several files may seem to
 * have the same name. Each of them stays a separate file.
 */
export function freePath(taken: ReadonlyMap<string, unknown>, path: string): string {
  let free = path;
  while (free.includes('\ufffd') && taken.has(free)) free = free.replace('\ufffd', '\ufffd\ufffd');
  return free;
}

interface Entry {
  readonly mode: string;
  readonly sha: string;
  readonly size: number;
  readonly path: string;
}

async function entries(root: string, args: readonly string[]): Promise<Entry[]> {
  const output = await git(root, ['ls-tree', '-r', '-z', '--full-tree', ...args]);
  return output.split('\0').filter(Boolean).map(entry);
}

/** Parses `MODE TYPE SHA SIZE`, a tab and the path. For a blob that a partial clone lacks, git gives no size or `BAD`. */
function entry(line: string): Entry {
  const [, mode, sha, size, path] = /^(\d{6}) \w+ ([0-9a-f]+)(?: +(\S+))?\t([\s\S]+)$/.exec(line) ?? [];
  if (path === undefined) throw new Error(`git ls-tree answered ${line}`);
  return { mode: mode!, sha: sha!, size: Number(size) || 0, path };
}

/** Names of the files that git tracks below a folder; undefined if git cannot be asked. */
export const listTracked = (folder: string): Promise<string[] | undefined> => namesBelow(folder, ['--cached']);

/** Names of the files of a working tree that git tracks or would add; undefined outside a repository. */
export const listWorkingTree = (folder: string): Promise<string[] | undefined> =>
  namesBelow(folder, ['--cached', '--others', '--exclude-standard']);

/** Files that `git ls-files` lists below a folder, relative to it; undefined outside a repository, or if git cannot be asked. */
async function namesBelow(folder: string, options: readonly string[]): Promise<string[] | undefined> {
  const top = repositoryFolder(resolve(folder));
  if (top === undefined) return undefined;

  const subfolder = relative(top, resolve(folder)).replaceAll('\\', '/');
  const paths = subfolder === '' ? [] : ['--', `${subfolder}/`];

  try {
    const names = await gitNames(top, ['ls-files', '-z', ...options, ...paths]);
    return [
      ...new Set(
        names.map((name) => {
          if (subfolder === '') return name;
          return name.slice(subfolder.length + 1);
        }),
      ),
    ];
  } catch {
    return undefined;
  }
}
