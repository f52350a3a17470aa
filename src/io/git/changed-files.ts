import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { maxFileBytes } from '../tree/source-tree.ts';
import { blobId, blobIds, largeBlobId, objectFormat } from './blob-id.ts';
import type { Blob } from './blobs.ts';
import { gitNames } from './command.ts';
import type { GitListing } from './listing.ts';

/** How the working tree differs from a commit. */
export interface ChangedFiles {
  /** Files that differ, including files that were never added. */
  readonly files: ReadonlySet<string>;
  /** Those of them that are regular files in the commit, with their blobs there. */
  readonly before: readonly Blob[];
  /** Whether a symbolic link differs. */
  readonly hasLinks: boolean;
}

/** What is known of the working tree. */
interface WorkingTree {
  readonly root: string;
  /** Names of files and links found by walking the tree. */
  readonly found: Iterable<string>;
  /** The ids under which git may store files that were already read. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
}

/**
 * What differs between a commit and the working tree, among the found files and the relevant files of the commit. plumbline compares
 * the bytes itself, because `git diff` would run filters that the repository's files configure.
 */
export async function changedFiles(
  { root, found: foundFiles, ids }: WorkingTree,
  { files, links }: GitListing,
  isWorthwhile: (file: string) => boolean,
): Promise<ChangedFiles> {
  const names = new Set([...foundFiles, ...[...files.keys()].filter(isWorthwhile), ...links.keys()]);
  const changed = new Set<string>();
  const absent: string[] = [];
  for (const name of names) {
    const state = stateOf(name, { root, known: ids.get(name), id: files.get(name) ?? links.get(name) });
    if (state === 'absent') absent.push(name);
    if (state !== 'same') changed.add(name);
  }

  const leftOutFiles = absent.length > 0 ? await leftOut(root) : new Map<string, string>();
  for (const name of absent) if (leftOutFiles.get(name) === (files.get(name) ?? links.get(name))) changed.delete(name);

  const before = [...changed].flatMap((file) => {
    if (files.has(file)) return [{ file, id: files.get(file)! }];
    return [];
  });
  const hasLinks = [...changed].some((name) => links.has(name) || isLink(join(root, name)));

  return { files: changed, before, hasLinks };
}

/** One file: its ids if it was read, and its id in the commit. */
interface Compared {
  readonly root: string;
  readonly known: readonly string[] | undefined;
  readonly id: string | undefined;
}

function stateOf(name: string, { root, known: ids, id }: Compared): 'same' | 'different' | 'absent' {
  if (id === undefined) return 'different';
  if (ids) {
    if (ids.includes(id)) return 'same';
    return 'different';
  }
  try {
    if (idsOnDisk(join(root, name), id).includes(id)) return 'same';
    return 'different';
  } catch (error) {
    if (/^ENO(?:ENT|TDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return 'absent';
    return 'different';
  }
}

function idsOnDisk(path: string, like: string): string[] {
  const format = objectFormat(like);
  const status = lstatSync(path);
  if (status.isSymbolicLink()) return [blobId(readlinkSync(path, { encoding: 'buffer' }), format)];
  if (!status.isFile()) return [];
  if (status.size > maxFileBytes) return [largeBlobId(path, status.size, format)];
  return blobIds(readFileSync(path), format);
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Files that a sparse checkout leaves out, with their blob in the index. They are not deleted. */
async function leftOut(root: string): Promise<Map<string, string>> {
  const entries = await gitNames(root, ['ls-files', '-z', '-t', '--stage']);
  return new Map(
    entries.flatMap((entry): [string, string][] => {
      const [, id, name] = /^S \d{6} ([0-9a-f]+) 0\t([\s\S]+)$/.exec(entry) ?? [];
      if (id === undefined) return [];
      return [[name!, id]];
    }),
  );
}
