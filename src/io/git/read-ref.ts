import { canMatter } from '../../engine/manifest/prefilter.ts';
import { decode, tooLarge } from '../decode.ts';
import { isSkipped, mayMatter, type SourceTree, SourceTreeBuilder } from '../source-tree.ts';
import { type Blob, readBlobs } from './blobs.ts';
import { gitNames } from './command.ts';
import type { Repository } from './repository.ts';

/** What reading one side of a comparison has brought, so that what the other shares with it is not read again. */
export interface KnownBlobs {
  /** Texts by blob. */
  readonly texts: Map<string, string>;
  /** `blob file` of texts that cannot matter under that name: kept, they would only fill memory. */
  readonly idle: Set<string>;
}

export const nothingKnown = (): KnownBlobs => ({ texts: new Map(), idle: new Set() });

/**
 * Reads the files of a ref that can matter to a review, straight from git's objects: nothing is checked out. Paths are
 * relative to the repository's folder; names of files count from its root. With `known` it is one side of a comparison.
 */
export async function readRef(
  repository: Repository,
  ref: string,
  paths: readonly string[],
  known?: KnownBlobs,
): Promise<SourceTree> {
  const commit = await repository.commit(ref);
  const wanted = await repository.pathsWithin(paths);
  const listed = await listBlobs(await repository.root(), commit, wanted);
  const tree = new SourceTreeBuilder({ isCompared: known !== undefined });
  tree.missingPaths.push(...paths.filter((_, i) => !listed.some(({ file }) => isBelow(file, wanted[i]!))));
  await addBlobs(tree, listed, { root: await repository.root(), wanted, known: known ?? nothingKnown() });
  return tree.build();
}

/** Regular files of a commit below some paths. Links and submodules hold no text of ours. */
async function listBlobs(root: string, commit: string, paths: readonly string[]): Promise<Blob[]> {
  const below = isWhole(paths) ? [] : paths;
  const listed = await gitNames(root, ['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...below]);
  return listed.flatMap((line) => {
    const [, id, file] = /^100(?:644|755) blob ([0-9a-f]+)\t([\s\S]*)$/.exec(line) ?? [];
    return id === undefined || file === undefined ? [] : [{ file, id }];
  });
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
  const addAll = (files: readonly string[], text: string): void => {
    for (const file of files) tree.add({ file, text }, isNamed(file));
  };
  for (const [id, files] of filesOf) {
    const text = known.texts.get(id);
    if (text !== undefined) addAll(files, text);
  }
  const unread = [...filesOf.keys()].filter((id) => !known.texts.has(id));
  await readBlobs(root, unread, (id, bytes) => {
    const files = filesOf.get(id)!;
    const content = typeof bytes === 'number' ? tooLarge('', bytes) : decode('', bytes);
    if (typeof content === 'string') {
      remember(known, { id, content, files, isNamed });
      addAll(files, content);
    } else for (const file of files) tree.report({ ...content, span: { ...content.span, file } });
  });
}

interface ReadBlob {
  readonly id: string;
  readonly content: string;
  readonly files: readonly string[];
  isNamed(file: string): boolean;
}

function remember(known: KnownBlobs, { id, content, files, isNamed }: ReadBlob): void {
  const wanted = files.filter((file) => isNamed(file) || mayMatter(file, content));
  if (wanted.length > 0) known.texts.set(id, content);
  else for (const file of files) known.idle.add(`${id} ${file}`);
}
