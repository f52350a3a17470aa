import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PlumblineError } from '../../shared/errors.ts';
import { listTracked } from '../git/listing.ts';
import { repositoryFolder } from '../git/repository-folder.ts';
import { addFile, fileTooLarge } from '../tree/decode.ts';
import { type SourceTree, SourceTreeBuilder, type TreePurpose } from '../tree/source-tree.ts';
import { contentAt } from './file-content.ts';
import { FolderWalk, type FoundFile, notAFile, refusal, unreadable } from './folder-walk.ts';
import { isIgnored, rulesAbove } from './ignore-rules.ts';

/** How to find files. */
export interface FindFilesOptions {
  /** Reads all of standard input, for the path `-`. Returns the number of bytes if it is too large. */
  readonly stdin?: () => Promise<Buffer | number>;
  /** A path that does not exist is listed in `missingPaths` instead of being an error. */
  readonly allowMissing?: boolean;
  /** Folder that paths are relative to, if not the root. */
  readonly from?: string;
}

/** The files to read. */
export interface FoundFiles extends Pick<SourceTree, 'diagnostics' | 'missingPaths'> {
  readonly files: readonly FoundFile[];
  /** Whether a link or a kustomization makes a file a manifest, whatever its name. */
  readonly leadsToMore?: boolean;
  /** All of standard input, if it was asked for. */
  readonly stdin: Buffer | number | undefined;
}

/**
 * Finds the files that can matter to a review, by their names. Folders are read as git sees them, and named files always. No path
 * means the root, and `-` is standard input. Names of files are relative to the root. Throws PlumblineError('usage') for a path
 * that does not exist.
 */
export async function findFiles(
  root: string,
  paths: readonly string[],
  options: FindFilesOptions = {},
): Promise<FoundFiles> {
  const top = resolve(root);
  const from = resolve(options.from ?? root);
  const named = paths.filter((path) => path !== '-').map((path) => ({ path, at: resolve(from, path) }));
  const wanted = paths.length === 0 ? [{ path: '.', at: top }] : named;

  const walk = new FolderWalk(
    top,
    wanted.map(({ at }) => at),
  );

  const missingPaths: string[] = [];
  for (const { path, at } of wanted) if (!(await enter(walk, at))) missingPaths.push(path);
  if (missingPaths[0] !== undefined && !options.allowMissing) throw missing(missingPaths[0], from);

  walk.enterKustomizations();
  const stdin = paths.includes('-') ? await readStdin(options) : undefined;
  const { diagnostics, leadsToMore } = walk;

  return { files: [...walk.files.values()], diagnostics, leadsToMore, missingPaths, stdin };
}

/** Adds a path to the walk. False if it does not exist. */
async function enter(walk: FolderWalk, path: string): Promise<boolean> {
  const status = await stat(path).catch(() => undefined);
  if (status?.isDirectory()) await enterFolder(walk, path);
  else if (status) walk.file(path);
  return status !== undefined;
}

/** Outside a repository, nothing is ignored. Inside one, tracked files are read even if a rule ignores them. */
async function enterFolder(walk: FolderWalk, path: string): Promise<void> {
  const top = repositoryFolder(path);
  if (top === undefined) return walk.folder(path, undefined);

  const above = rulesAbove(path, top);
  // A folder that the user named is read even if a rule ignores it.
  walk.folder(path, isIgnored(above, path, true) ? [] : above);
  if (!walk.hasLeftOut) return;

  const tracked = await listTracked(path);
  if (tracked === undefined) walk.folder(path, undefined);
  else for (const name of tracked) walk.tracked(join(path, name));
}

const missing = (path: string, from: string): PlumblineError =>
  new PlumblineError('usage', `File or folder not found: \`${path}\``, {
    help: `Check the path, which is relative to ${from}.`,
  });

async function readStdin({ stdin }: FindFilesOptions): Promise<Buffer | number> {
  if (!stdin)
    throw new PlumblineError('usage', 'Standard input (`-`) cannot be used here', { help: 'Name a file or folder.' });
  return stdin();
}

/** What the files are read for. */
interface ReadPurpose extends TreePurpose {
  /** Called with the bytes of each file, which are valid until it returns. */
  readonly onBytes?: (file: string, bytes: Buffer) => void;
}

/** Reads the found files. Files with Karpenter in their name come first, because other work can start as soon as they are read. */
export function readFiles(foundFiles: FoundFiles, purpose: ReadPurpose = {}): SourceTree {
  const linked = new Set(
    foundFiles.files.flatMap(({ file, isLinked }) => {
      if (isLinked) return [file];
      return [];
    }),
  );
  const tree = new SourceTreeBuilder({ ...purpose, linked });
  tree.missingPaths.push(...foundFiles.missingPaths);
  for (const diagnostic of foundFiles.diagnostics) tree.report(diagnostic);
  if (typeof foundFiles.stdin === 'number') tree.report(fileTooLarge('<stdin>', foundFiles.stdin));
  else if (foundFiles.stdin) addFile(tree, { file: '<stdin>', bytes: foundFiles.stdin, isNamed: true });

  const isFirst = ({ file }: FoundFile): boolean => file.includes('karpenter');
  for (const file of foundFiles.files) if (isFirst(file)) addFound(tree, file, purpose);
  for (const file of foundFiles.files) if (!isFirst(file)) addFound(tree, file, purpose);

  return tree.build();
}

function addFound(tree: SourceTreeBuilder, { path, file, isNamed }: FoundFile, { onBytes }: ReadPurpose): void {
  tree.note(file);
  try {
    const content = contentAt(path, !isNamed);
    if (content === 'no file') tree.report(notAFile(file));
    else if ('size' in content) tree.report(fileTooLarge(file, content.size));
    else {
      onBytes?.(file, content);
      addFile(tree, { file, bytes: content, isNamed });
    }
  } catch (error) {
    // A file that the user named must be reviewed, so a failure is an error and not a finding.
    if (isNamed) throw refusal(file, error);
    tree.report(unreadable(file, error));
  }
}

/** Finds files and reads them. */
export const readFolder = async (
  root: string,
  paths: readonly string[],
  options: FindFilesOptions & TreePurpose = {},
): Promise<SourceTree> => readFiles(await findFiles(root, paths, options), options);

/** The top folder of the git repository around a folder, or the folder itself. */
export const repositoryTop = (folder: string): string => repositoryFolder(folder) ?? folder;
