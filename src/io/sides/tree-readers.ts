import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inFolder } from '../../engine/files/sources/repository/file-tree.ts';
import { groupBy } from '../../engine/text/group-by.ts';
import { blobId } from '../git/blob-id.ts';
import { takeBlobs } from '../git/blobs.ts';
import { listCommit, listWorkingTree } from '../git/listing.ts';
import type { TakeFile, TreeReader } from '../tree/loaded-tree.ts';
import { maxFileBytes } from '../tree/source-tree.ts';

/** Reads the files of a commit in batches, each content once, however many paths have it. */
export async function commitReader(clone: string, commit: string): Promise<TreeReader> {
  const { files, others, otherIds } = await listCommit(clone, commit);
  return {
    files,
    others,
    otherIds,
    each: async (paths, take) => {
      const pathsOf = groupBy(paths, (path) => files.get(path)!);
      await takeBlobs(clone, [...pathsOf.keys()], (sha, content) => {
        if (typeof content !== 'number') for (const path of pathsOf.get(sha)!) take(path, content);
      });
    },
  };
}

/** A folder as git sees it, without ignored files. Contents are identified like in git. */
export async function folderReader(folder: string): Promise<TreeReader> {
  const tracked = await listWorkingTree(folder);
  // The user named this folder, although git ignores it completely.
  const names = tracked === undefined || tracked.length === 0 ? await namesBelow(folder) : tracked;
  const files = new Map<string, string>();
  const others = new Map<string, 'link' | 'submodule'>();
  const otherIds = new Map<string, string>();
  for (const name of names) {
    const status = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (status?.isFile()) files.set(name, '');
    else if (status?.isSymbolicLink()) {
      others.set(name, 'link');
      otherIds.set(name, linkId(join(folder, name)));
    } else if (status?.isDirectory()) others.set(name.replace(/\/$/, ''), 'submodule');
  }

  const each = async (paths: readonly string[], take: TakeFile): Promise<void> => read(folder, paths, take);
  return { files: new HashedFiles(folder, files), others, otherIds, each };
}

function read(folder: string, paths: readonly string[], take: TakeFile): void {
  for (const path of paths) {
    const content = contentOf(join(folder, path));
    if (content) take(path, content);
  }
}

function contentOf(path: string): Buffer | undefined {
  try {
    const status = lstatSync(path);
    if (status.isFile() && status.size <= maxFileBytes) return readFileSync(path);
    return undefined;
  } catch {
    return undefined;
  }
}

/** Files of a folder whose content is read only when it is compared. */
class HashedFiles extends Map<string, string> {
  readonly #folder: string;

  constructor(folder: string, files: ReadonlyMap<string, string>) {
    super(files);
    this.#folder = folder;
  }

  override get(path: string): string | undefined {
    const cached = super.get(path);
    if (cached !== '') return cached;
    const id = idOf(join(this.#folder, path));
    this.set(path, id);
    return id;
  }
}

/** git stores the target of a link as its content. */
function linkId(path: string): string {
  try {
    return blobId(Buffer.from(readlinkSync(path)));
  } catch {
    return 'unreadable';
  }
}

function idOf(path: string): string {
  try {
    return blobId(readFileSync(path));
  } catch {
    return 'unreadable';
  }
}

/** More files than a folder of manifests outside a repository usually has. */
const maxNames = 200_000;

/** Names below a folder outside a repository. Links are listed and not followed. */
async function namesBelow(folder: string): Promise<string[]> {
  const names: string[] = [];
  const folders = [''];

  for (let at = folders.pop(); at !== undefined && names.length < maxNames; at = folders.pop()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = inFolder(at, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== '.git') folders.push(name);
      } else names.push(name);
    }
  }

  return names;
}
