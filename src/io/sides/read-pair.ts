import { realpath, stat } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { isKustomizationPath } from '../../engine/manifest/model/kustomization-names.ts';
import { canMatter } from '../../engine/manifest/prefilter.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import { textIf } from '../../engine/text/words/text-if.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { type FindFilesOptions, type FoundFiles, findFiles, readFiles, repositoryTop } from '../files/files.ts';
import { isPathWithin } from '../files/is-within.ts';
import { blobIds, objectFormat } from '../git/blob-id.ts';
import { type ChangedFiles, changedFiles } from '../git/changed-files.ts';
import { type GitListing, listCommit } from '../git/listing.ts';
import { addBlobs, isBelow, isWholeRepository, nothingKnown, readRef, readRefs, textsOf } from '../git/read-ref.ts';
import type { Repository } from '../git/repository.ts';
import { kustomizedFiles, templateFiles } from '../tree/kustomized-files.ts';
import {
  compareTrees,
  emptyTree,
  filesOf,
  type SourceTree,
  SourceTreeBuilder,
  type TreePurpose,
} from '../tree/source-tree.ts';
import { type OpenFiles, opening, type ReadPair } from './read-side.ts';
import { commitReader, folderReader } from './tree-readers.ts';

/** Both sides of a review. */
export interface SourcePair extends ReadPair {
  /** Folder that the names of head's files are relative to. */
  readonly headRoot: string;
  /** The commit of the base; null for a folder, and without a base. */
  readonly baseCommit: string | null;
}

/** What to compare: folders or refs. Without a base, everything is new. Without a head, the working tree is used. */
interface SourcePairRequest {
  /** Refs and paths are relative to its folder. */
  readonly repository: Repository;
  readonly base: string | undefined;
  readonly head: string | undefined;
  readonly paths: readonly string[];
  readonly stdin?: FindFilesOptions['stdin'];
  /** Called with each manifest of a folder while others are still being read. */
  readonly onSource?: TreePurpose['onSource'];
}

/** A folder, with the folder that paths are relative to, or a ref. */
type Side = FolderSide | { readonly ref: string };

interface FolderSide {
  readonly folder: string;
  readonly from: string;
  /** If no path is named, only files below `from` are read. */
  readonly isPart?: boolean;
}

/**
 * Reads base and head, each a folder or a ref. Files that are equal on both sides are the same Source object, so that they are
 * parsed once. A path must exist on at least one side.
 */
export async function readPair(request: SourcePairRequest): Promise<SourcePair> {
  const named = await sideOf(request, request.base);
  const other = await sideOf(request, request.head);
  const baseSide = named && (await forkPoint(request, named, other));
  const side = other ?? (await defaultHead(request, named));
  const { base, head } = await readSides(request, baseSide, side);
  const nowhere = head.missingPaths.find((path) => !baseSide || base.missingPaths.includes(path));

  if (nowhere !== undefined) {
    const isRef =
      baseSide === undefined &&
      (await request.repository.commit(nowhere).then(
        () => true,
        () => false,
      ));

    if (isRef)
      throw new PlumblineError('usage', `\`${nowhere}\` is a git ref, not a file or folder`, {
        help: `To compare with it, write \`--base ${nowhere}\`.`,
      });

    throw new PlumblineError('usage', `File or folder not found: \`${nowhere}\``, {
      help: `Check the path. It is relative to ${request.repository.folder}${textIf(baseSide, ', and does not exist before or after the change')}.`,
    });
  }

  if (isSecondFolder(request, baseSide, base.missingPaths))
    throw new PlumblineError('usage', `\`${request.base}\` has no \`${request.paths[0]}\``, {
      help: `To compare the two, write \`--base ${request.base} --head ${request.paths[0]}\`.`,
    });

  const headRoot = 'ref' in side ? await request.repository.root() : side.folder;
  const files = { base: baseSide ? filesOfSide(request, baseSide) : null, head: filesOfSide(request, side) };
  const trees = baseSide === undefined ? { base: null, head } : compareTrees(base, head);
  const baseCommit = baseSide && 'ref' in baseSide ? await request.repository.commit(baseSide.ref) : null;

  return { ...trees, headRoot, baseCommit, files, paths: await wantedFrom(request, side) };
}

/** Whether the only path was meant as the head: base is a folder inside the head, and does not have the path. */
const isSecondFolder = (
  { repository, head, paths }: SourcePairRequest,
  base: Side | undefined,
  missing: readonly string[],
): boolean =>
  head === undefined &&
  base !== undefined &&
  'folder' in base &&
  isPathWithin(repository.folder, base.folder) &&
  paths.length === 1 &&
  missing.includes(paths[0]!);

const filesOfSide = ({ repository }: SourcePairRequest, side: Side): OpenFiles =>
  opening(async () => {
    if ('folder' in side) return folderReader(side.folder);
    return commitReader(await repository.root(), await repository.commit(side.ref));
  });

/** Paths relative to the root of a side. Files outside the root were named one by one and belong to no root. */
async function wantedFrom({ repository, paths }: SourcePairRequest, side: Side): Promise<string[]> {
  if ('ref' in side) {
    const wanted = await repository.pathsWithin(paths);
    if (wanted.includes('.')) return [];
    return wanted;
  }

  const { folder, from, isPart } = side;
  const named = isPart && paths.length === 0 ? ['.'] : paths;
  const wanted = named.map((path) => relative(folder, resolve(from, path)).replaceAll('\\', '/'));

  if (wanted.includes('')) return [];
  return wanted;
}

async function sideOf({ repository }: SourcePairRequest, name: string | undefined): Promise<Side | undefined> {
  if (name === undefined) return undefined;
  const folder = await repository.folderNamed(name);
  if (folder === undefined) return { ref: name };
  return { folder, from: folder };
}

async function defaultHead(request: SourcePairRequest, base: Side | undefined): Promise<Side> {
  const { folder } = request.repository;
  if (base === undefined) return workingFolder(folder, request.paths);
  if ('ref' in base) return workingTree(request);
  return { folder, from: folder };
}

/** The working tree. Its files are named as in a ref, relative to the repository's root. */
async function workingTree({ repository, paths }: SourcePairRequest): Promise<Side> {
  await repository.pathsWithin(paths);
  return { folder: await repository.root(), from: await realpath(repository.folder) };
}

/** The current repository or folder, or another one if all paths are in it. In a repository, files are named as in a ref. */
async function workingFolder(folder: string, paths: readonly string[]): Promise<Side> {
  const here = repositoryTop(folder);
  const files = paths.filter((path) => path !== '-').map((path) => resolve(folder, path));
  if (files.length === 0 || files.some((file) => isPathWithin(here, file)))
    return { folder: here, from: folder, isPart: true };

  const there = repositoryTop(
    (await stat(files[0]!).catch(() => undefined))?.isFile() ? dirname(files[0]!) : files[0]!,
  );
  return { folder: files.every((file) => isPathWithin(there, file)) ? there : here, from: folder, isPart: true };
}

/**
 * The merge base with head, as for a pull request, because changes that others merged since then are not part of this change. The
 * ref itself if head is not a commit of the repository, or if the clone is too shallow.
 */
async function forkPoint({ repository }: SourcePairRequest, base: Side, head: Side | undefined): Promise<Side> {
  const isOutside = head !== undefined && !('ref' in head);
  if (!('ref' in base) || isOutside) return base;
  return { ref: (await repository.mergeBase(base.ref, head?.ref ?? 'HEAD')) ?? base.ref };
}

interface Sides {
  readonly base: SourceTree;
  readonly head: SourceTree;
}

async function readSides(request: SourcePairRequest, baseSide: Side | undefined, side: Side): Promise<Sides> {
  if (baseSide === undefined) return { base: emptyTree, head: await readSide(request, side) };
  if ('ref' in baseSide && 'ref' in side)
    return readRefs(request.repository, { base: baseSide.ref, head: side.ref }, request.paths);
  if (request.head === undefined && 'ref' in baseSide && !('ref' in side))
    return readWorkingTree(request, baseSide.ref, side);

  const mayDiffer = () => true;
  const base = await readSide(request, baseSide, mayDiffer);

  return { base, head: await readSide(request, side, mayDiffer) };
}

async function readSide(
  request: SourcePairRequest,
  side: Side,
  mayDiffer?: NonNullable<TreePurpose['mayDiffer']>,
): Promise<SourceTree> {
  const purpose = mayDiffer ? { mayDiffer } : {};
  if ('ref' in side) return readRef(request.repository, side.ref, request.paths, purpose);
  return readFiles(await findIn(request, side), { ...purpose, onSource: request.onSource });
}

function findIn({ paths, stdin }: SourcePairRequest, { folder, from, isPart }: FolderSide): Promise<FoundFiles> {
  const wanted = isPart && paths.length === 0 ? ['.'] : paths;
  return findFiles(folder, wanted, { allowMissing: true, from, ...(stdin && { stdin }) });
}

/** If a ref is compared with the working tree of its repository, only files that differ are read from the ref. */
async function readWorkingTree(request: SourcePairRequest, ref: string, side: FolderSide): Promise<Sides> {
  const { repository } = request;
  const wanted = await repository.pathsWithin(request.paths);
  const root = await repository.root();
  const commit = await repository.commit(ref);
  // git lists the files of the commit while the working tree is read.
  const listing = listCommit(root, commit, isWholeRepository(wanted) ? [] : wanted);

  listing.catch(() => {});
  const foundFiles = await findIn(request, side);
  const ids = new Map<string, readonly string[]>();
  const onBytes = (file: string, bytes: Buffer) => void ids.set(file, blobIds(bytes, objectFormat(commit)));
  const read = readFiles(foundFiles, { onSource: request.onSource, onBytes });
  const tried = [...foundFiles.files.map(({ file }) => file), ...foundFiles.diagnostics.map(({ span }) => span.file)];
  const isWorthwhile = (file: string) => wanted.includes(file) || canMatter(file);
  const changed = await changedFiles({ root, found: tried, ids }, await listing, isWorthwhile);
  // Targets of links and kustomizations may be read on only one side, whether or not they differ.
  if (changed.hasLinks || foundFiles.leadsToMore || (await ledToMore(root, changed, await listing)))
    return readApart(request, ref, side);

  const mayDiffer = (file: string): boolean => changed.files.has(file);
  const { builtins = [], unseen = [] } = changedTexts(foundFiles, changed);
  const unchanged = (read.unseen ?? []).filter(({ file }) => !changed.files.has(file));

  const head = {
    ...read,
    builtins,
    unseen: [...unchanged, ...unseen].sort((a, b) => compareNames(a.file, b.file)),
    mayDiffer,
  };

  const tree = new SourceTreeBuilder({ mayDiffer });

  addUnchanged(tree, head, { changed, isNamed: (file) => wanted.includes(file) });
  await addBlobs(tree, changed.before, { root, wanted, known: nothingKnown() });
  // Base also has the files that head did not change.
  const isGone = (_: string, i: number) => !changed.before.some(({ file }) => isBelow(file, wanted[i]!));
  tree.missingPaths.push(...request.paths.filter((path, i) => head.missingPaths.includes(path) && isGone(path, i)));

  return { base: tree.build(), head };
}

/** Whether a changed kustomization or a chart refers to files whose names are not names of manifests. */
async function ledToMore(root: string, { before }: ChangedFiles, { files }: GitListing): Promise<boolean> {
  const changed = before.filter(({ file }) => isKustomizationPath(file)).map(({ file, id }) => [file, id] as const);
  const kustomizations = await textsOf(root, changed);
  const loaded = kustomizedFiles({ files: files.keys(), links: new Map(), kustomizations });
  return loaded.files.size > 0 || templateFiles(new Set(files.keys()), () => true).files.size > 0;
}

async function readApart(request: SourcePairRequest, ref: string, side: FolderSide): Promise<Sides> {
  const mayDiffer = () => true;
  const base = await readRef(request.repository, ref, request.paths, { mayDiffer });
  return { base, head: await readSide({ ...request, onSource: undefined }, side, mayDiffer) };
}

/** Changed files are known only after all files are read. The few of them that were not kept are read again. */
function changedTexts(foundFiles: FoundFiles, changed: ChangedFiles): Pick<SourceTree, 'builtins' | 'unseen'> {
  const files = foundFiles.files.filter(({ file }) => changed.files.has(file));
  const { builtins = [], unseen = [] } = readFiles(
    { ...foundFiles, files, stdin: undefined },
    { mayDiffer: () => true },
  );
  return { builtins, unseen };
}

interface Unchanged {
  readonly changed: ChangedFiles;
  isNamed(file: string): boolean;
}

/** Copies unchanged files from the working tree: the same Sources and the same findings. */
function addUnchanged(tree: SourceTreeBuilder, head: SourceTree, { changed, isNamed }: Unchanged): void {
  for (const source of new Set(filesOf(head)))
    if (!changed.files.has(source.file)) tree.add(source, isNamed(source.file));
  for (const diagnostic of head.diagnostics) if (!changed.files.has(diagnostic.span.file)) tree.report(diagnostic);
}
