import { relative, resolve } from 'node:path';
import { git, gitNames } from './command.ts';
import { repositoryFolder } from './repository-folder.ts';

/** A regular file of a commit. */
export interface TreeFile {
  readonly path: string;
  /** Of the blob: equal SHAs are equal bytes. */
  readonly sha: string;
  /** 0 where a partial clone does not know. */
  readonly size: number;
}

/** All that a commit holds by path: regular files with their blob, links with the blob that says where they lead, and what is neither. */
export interface GitListing {
  readonly files: ReadonlyMap<string, string>;
  readonly links: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, 'link' | 'submodule'>;
}

/** The files, links and submodules of a commit, given by its id: all of them, or those below some paths from the root. */
export async function listCommit(root: string, commit: string, paths: readonly string[] = []): Promise<GitListing> {
  const files = new Map<string, string>();
  const links = new Map<string, string>();
  const others = new Map<string, 'link' | 'submodule'>();
  for (const { mode, sha, path } of await entries(root, [commit, '--', ...paths])) {
    if (mode.startsWith('100')) files.set(freePath(files, path), sha);
    else others.set(path, mode === '160000' ? 'submodule' : 'link');
    if (mode === linkMode) links.set(path, sha);
  }
  return { files, links, others };
}

/** The mode of a symbolic link. */
export const linkMode = '120000';

/** Regular files and links of a commit by path. */
export interface CommitTree {
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly links: ReadonlyMap<string, TreeFile>;
}

/** Regular files and links of a commit with their sizes, or undefined where the clone lacks it. */
export async function commitTree(root: string, commit: string): Promise<CommitTree | undefined> {
  const found = await entries(root, ['--long', commit]).catch(() => undefined);
  if (found === undefined) return undefined;
  const files = new Map<string, TreeFile>();
  const links = new Map<string, TreeFile>();
  for (const { mode, path: written, sha, size } of found) {
    if (mode === linkMode) links.set(written, { path: written, sha, size });
    if (!mode.startsWith('100')) continue;
    const path = freePath(files, written);
    files.set(path, { path, sha, size });
  }
  return { files, links };
}

/**
 * The path under which a file is known. Bytes that are no UTF-8 are read as the replacement character, so that names of several files
 * may read alike: each is a file of its own all the same.
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

/** `MODE TYPE SHA SIZE`, a tab and the path. Of a blob that a partial clone lacks, git says no size, or `BAD`. */
function entry(line: string): Entry {
  const [, mode, sha, size, path] = /^(\d{6}) \w+ ([0-9a-f]+)(?: +(\S+))?\t([\s\S]+)$/.exec(line) ?? [];
  if (path === undefined) throw new Error(`git ls-tree answered ${line}`);
  return { mode: mode!, sha: sha!, size: Number(size) || 0, path };
}

/** Names of the files that git tracks below a folder, or undefined where nobody can ask git. */
export const listTracked = (folder: string): Promise<string[] | undefined> => namesBelow(folder, ['--cached']);

/** Names of the files of a working tree that git knows or would add, or undefined outside of a repository. */
export const listWorkingTree = (folder: string): Promise<string[] | undefined> =>
  namesBelow(folder, ['--cached', '--others', '--exclude-standard']);

/** What `git ls-files` names below a folder, from there; undefined outside of a repository, or where nobody can ask git. */
async function namesBelow(folder: string, options: readonly string[]): Promise<string[] | undefined> {
  const top = repositoryFolder(resolve(folder));
  if (top === undefined) return undefined;
  const subfolder = relative(top, resolve(folder)).replaceAll('\\', '/');
  const paths = subfolder === '' ? [] : ['--', `${subfolder}/`];
  try {
    const names = await gitNames(top, ['ls-files', '-z', ...options, ...paths]);
    return [...new Set(names.map((name) => (subfolder === '' ? name : name.slice(subfolder.length + 1))))];
  } catch {
    return undefined;
  }
}
