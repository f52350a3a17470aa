import { canMatter } from '../../engine/manifest/prefilter.ts';
import { tooLarge, usefulText } from '../decode.ts';
import { isSkipped, type SourceTree, SourceTreeBuilder, type TreePurpose } from '../source-tree.ts';
import { type Blob, readBlobs } from './blobs.ts';
import { listCommit } from './listing.ts';
import type { Repository } from './repository.ts';

/** What reading one ref has brought, so that what the next one shares with it is not read again. */
export interface KnownBlobs {
  /** Texts by blob. */
  readonly texts: Map<string, string>;
  /** `blob file` of texts that cannot matter under that name: kept, they would only fill memory. */
  readonly idle: Set<string>;
}

export const nothingKnown = (): KnownBlobs => ({ texts: new Map(), idle: new Set() });

/** The files of a commit below some paths. */
interface Listing {
  readonly paths: readonly string[];
  /** The paths from the root. */
  readonly wanted: readonly string[];
  /** Regular files with their blob. Links and submodules hold no text of ours. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads the files of a ref that can matter to a review, straight from git's objects: nothing is checked out. Paths are
 * relative to the repository's folder; names of files count from its root.
 */
export async function readRef(
  repository: Repository,
  ref: string,
  paths: readonly string[],
  purpose: TreePurpose = {},
): Promise<SourceTree> {
  return readListing(repository, await listRef(repository, ref, paths), { purpose, known: nothingKnown() });
}

/** Reads two refs in the same way; what they share is read once. */
export async function readRefs(
  repository: Repository,
  refs: { readonly base: string; readonly head: string },
  paths: readonly string[],
): Promise<{ readonly base: SourceTree; readonly head: SourceTree }> {
  const base = await listRef(repository, refs.base, paths);
  const head = await listRef(repository, refs.head, paths);
  const purpose: TreePurpose = { mayDiffer: (file) => base.files.get(file) !== head.files.get(file) };
  const known = nothingKnown();
  return {
    base: await readListing(repository, base, { purpose, known }),
    head: await readListing(repository, head, { purpose, known }),
  };
}

async function listRef(repository: Repository, ref: string, paths: readonly string[]): Promise<Listing> {
  const commit = await repository.commit(ref);
  const wanted = await repository.pathsWithin(paths);
  const { files } = await listCommit(await repository.root(), commit, isWhole(wanted) ? [] : wanted);
  return { paths, wanted, files };
}

async function readListing(
  repository: Repository,
  { paths, wanted, files }: Listing,
  { purpose, known }: { readonly purpose: TreePurpose; readonly known: KnownBlobs },
): Promise<SourceTree> {
  const tree = new SourceTreeBuilder(purpose);
  const blobs = [...files].map(([file, id]): Blob => ({ file, id }));
  tree.missingPaths.push(...paths.filter((_, i) => !blobs.some(({ file }) => isBelow(file, wanted[i]!))));
  await addBlobs(tree, blobs, { root: await repository.root(), wanted, known });
  return tree.build();
}

/** Paths from the root that take in all of a repository. */
export const isWhole = (paths: readonly string[]): boolean => paths.length === 0 || paths.includes('.');

export const isBelow = (file: string, path: string): boolean =>
  path === '.' || file === path || file.startsWith(`${path}/`);

/** Where blobs are read from, which files were named, and what is known already. */
interface BlobReading {
  readonly root: string;
  readonly wanted: readonly string[];
  readonly known: KnownBlobs;
}

/** Reads those of the files that can matter into a tree. */
export async function addBlobs(
  tree: SourceTreeBuilder,
  blobs: readonly Blob[],
  { root, wanted, known }: BlobReading,
): Promise<void> {
  const isNamed = (file: string): boolean => wanted.includes(file);
  const isIdle = ({ id, file }: Blob) => !canMatter(file) || isSkipped(file) || known.idle.has(`${id} ${file}`);
  const filesOf = new Map<string, string[]>();
  for (const blob of blobs) {
    tree.note(blob.file);
    if (!isNamed(blob.file) && isIdle(blob)) continue;
    filesOf.set(blob.id, [...(filesOf.get(blob.id) ?? []), blob.file]);
  }
  for (const [id, files] of filesOf) {
    const text = known.texts.get(id);
    if (text !== undefined) for (const file of files) tree.add({ file, text }, isNamed(file));
  }
  const unread = [...filesOf.keys()].filter((id) => !known.texts.has(id));
  await readBlobs(root, unread, (id, bytes) => {
    for (const file of filesOf.get(id)!) {
      const named = isNamed(file);
      const text =
        typeof bytes === 'number' ? tooLarge(file, bytes) : usefulText(tree, { file, bytes, isNamed: named });
      if (text === null) known.idle.add(`${id} ${file}`);
      else if (typeof text !== 'string') tree.report(text);
      else {
        known.texts.set(id, text);
        tree.add({ file, text }, named);
      }
    }
  });
}
