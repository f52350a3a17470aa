import { execFile, spawn } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Diagnostic } from '../engine/diagnostic.ts';
import { canMatter } from '../engine/manifest/prefilter.ts';
import { PlumblineError } from '../errors.ts';
import { decode, tooLarge } from './decode.ts';
import { type ReadFolderOptions, readFolder, repositoryTop } from './files.ts';
import { maxFileBytes, mayMatter, type SourceTree, SourceTreeBuilder, shareSources } from './source-tree.ts';

const run = promisify(execFile);

/** Nothing git does here asks a question, takes a lock or fetches what a partial clone lacks. */
const environment = () => ({
  ...process.env,
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LITERAL_PATHSPECS: '1',
  LC_ALL: 'C',
});

/** What git writes to standard output. Fails with git's own error, whose `stderr` says why. */
async function git(folder: string, args: readonly string[]): Promise<Buffer> {
  const { stdout } = await run('git', ['-c', 'core.fsmonitor=false', ...args], {
    cwd: folder,
    encoding: 'buffer',
    maxBuffer: 1024 * 1024 * 1024,
    env: environment(),
  });
  return stdout;
}

const lineOf = (output: Buffer): string => output.toString('utf8').replace(/\r?\n$/, '');
const namesOf = (output: Buffer): string[] => output.toString('utf8').split('\0').filter(Boolean);

function notARepository(folder: string, error: unknown): PlumblineError {
  const { code, stderr } = error as { code?: unknown; stderr?: Buffer };
  if (code === 'ENOENT') {
    return new PlumblineError('usage', `git cannot be run in \`${folder}\``, {
      help: 'Install git, or pass folders instead of refs.',
      cause: error,
    });
  }
  const isForeign = stderr?.includes('dubious ownership') ?? false;
  return new PlumblineError('usage', `\`${folder}\` is not in a git repository${isForeign ? ' of this user' : ''}`, {
    help: isForeign
      ? `Run \`git config --global --add safe.directory ${folder}\`.`
      : 'Run plumbline within the repository, or pass folders instead of refs.',
    cause: error,
  });
}

/** Top folder of the repository that holds a folder; a `usage` error outside of one. */
export async function repositoryRoot(folder: string): Promise<string> {
  try {
    return lineOf(await git(folder, ['rev-parse', '--show-toplevel']));
  } catch (error) {
    throw notARepository(folder, error);
  }
}

/** Whether a clone lacks history, as `actions/checkout` makes it by default. */
export async function isShallow(repository: string): Promise<boolean> {
  return lineOf(await git(repository, ['rev-parse', '--is-shallow-repository'])) === 'true';
}

/** Outside of a repository no ref is known, and that is the error then. */
async function unknownRef(repository: string, ref: string): Promise<PlumblineError> {
  await repositoryRoot(repository);
  const shallow = await isShallow(repository).catch(() => false);
  return new PlumblineError('usage', `\`${ref}\` is neither a folder nor a commit of this repository`, {
    help: shallow
      ? 'The clone is shallow: set `fetch-depth: 0` in actions/checkout, or run `git fetch --unshallow`.'
      : 'Fetch it first, for example `git fetch origin main`, and name it as git does (`origin/main`).',
  });
}

/** The commit that a ref names; a `usage` error if there is none. */
export async function resolveRef(repository: string, ref: string): Promise<string> {
  // A ref that git could take for an option is none.
  if (ref === '' || ref.startsWith('-') || ref.includes('\0')) throw await unknownRef(repository, ref);
  try {
    return lineOf(await git(repository, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]));
  } catch {
    throw await unknownRef(repository, ref);
  }
}

/** Where two refs parted, or undefined if they have nothing in common (or the clone is too shallow to know). */
export async function mergeBase(repository: string, a: string, b: string): Promise<string | undefined> {
  const commits = [await resolveRef(repository, a), await resolveRef(repository, b)];
  try {
    return lineOf(await git(repository, ['merge-base', ...commits]));
  } catch {
    return undefined;
  }
}

/** Paths (from the root of the repository) that differ between two refs, or a ref and the working tree, sorted. */
export async function changedFiles(repository: string, base: string, head?: string): Promise<string[]> {
  const root = await repositoryRoot(repository);
  const commits = [await resolveRef(root, base)];
  if (head !== undefined) commits.push(await resolveRef(root, head));
  const options = ['--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules'];
  const changed = namesOf(await git(root, ['diff', ...options, ...commits, '--']));
  // git's diff does not speak of files that were never added.
  const added =
    head === undefined ? namesOf(await git(root, ['ls-files', '-z', '--others', '--exclude-standard'])) : [];
  return [...new Set([...changed, ...added])].sort();
}

interface Blob {
  readonly file: string;
  readonly id: string;
}

/** What reading one ref has brought, so that what the next one shares with it is not read again. */
export interface KnownBlobs {
  /** Texts by blob. */
  readonly texts: Map<string, string>;
  /** `blob file` of texts that cannot matter under that name: kept, they would only fill memory. */
  readonly idle: Set<string>;
}

const nothingKnown = (): KnownBlobs => ({ texts: new Map(), idle: new Set() });

/** Regular files of a commit below some paths. Links and submodules hold no text of ours. */
async function listBlobs(root: string, commit: string, paths: readonly string[]): Promise<Blob[]> {
  const listed = await git(root, ['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...paths]);
  return namesOf(listed).flatMap((line) => {
    const [, id, file] = /^100(?:644|755) blob ([0-9a-f]+)\t([\s\S]*)$/.exec(line) ?? [];
    return id === undefined || file === undefined ? [] : [{ file, id }];
  });
}

/** Asks one git process for many objects. */
async function catFile(
  root: string,
  option: string,
  ids: readonly string[],
  push: (chunk: Buffer) => void,
): Promise<void> {
  if (ids.length === 0) return;
  const process = spawn('git', ['cat-file', option, '--buffer'], { cwd: root, env: environment() });
  process.stderr.resume();
  // git may end early; the answers that are missing tell.
  process.stdin.on('error', () => {});
  process.stdin.end(`${ids.join('\n')}\n`);
  for await (const chunk of process.stdout) push(chunk as Buffer);
}

/** Bytes of each blob; a `usage` error when the clone lacks one, for then nobody knows what base or head holds. */
async function blobSizes(root: string, ids: readonly string[]): Promise<Map<string, number>> {
  const chunks: Buffer[] = [];
  await catFile(root, '--batch-check', ids, (chunk) => chunks.push(chunk));
  const lines = Buffer.concat(chunks)
    .toString('latin1')
    .matchAll(/^([0-9a-f]+) blob (\d+)$/gm);
  const sizes = new Map([...lines].map(([, id, size]) => [id!, Number(size)] as const));
  const lacking = ids.filter((id) => !sizes.has(id)).length;
  if (lacking === 0) return sizes;
  throw new PlumblineError('usage', `This clone lacks the content of ${lacking} files`, {
    help: 'Clone without `--filter`, or run `git fetch --refetch --no-filter`.',
  });
}

/** Reads `ID blob SIZE`, the bytes and a line break for each blob, from chunks cut anywhere. */
class BatchReader {
  readonly #ids: readonly string[];
  readonly #take: (id: string, bytes: Buffer) => void;
  #chunks: Buffer[] = [];
  #length = 0;
  #next = 0;
  /** Bytes that must be there before it is worth looking again. */
  #needed = 1;

  constructor(ids: readonly string[], take: (id: string, bytes: Buffer) => void) {
    this.#ids = ids;
    this.#take = take;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    let buffer = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    for (let taken = this.#one(buffer); taken > 0; taken = this.#one(buffer)) buffer = buffer.subarray(taken);
    this.#chunks = [buffer];
    this.#length = buffer.length;
  }

  /** Takes one answer off the front and says how long it was: 0 if it is not all there yet. */
  #one(buffer: Buffer): number {
    const lineEnd = buffer.indexOf(10);
    if (lineEnd === -1) {
      this.#needed = buffer.length + 1;
      return 0;
    }
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(buffer.toString('latin1', 0, lineEnd))?.[1];
    if (size === undefined) throw new Error(`git cat-file answered ${buffer.toString('latin1', 0, lineEnd)}`);
    const end = lineEnd + 1 + Number(size);
    if (buffer.length < end + 1) {
      this.#needed = end + 1;
      return 0;
    }
    this.#take(this.#ids[this.#next++]!, buffer.subarray(lineEnd + 1, end));
    return end + 1;
  }
}

/** Folders that nobody means to review, although somebody committed them. */
const skipped = /(?:^|\/)(?:node_modules|\.terraform)\//;

const isBelow = (file: string, path: string): boolean => path === '.' || file === path || file.startsWith(`${path}/`);

/** Paths as git's trees have them: from the root, with slashes; what lies outside of the repository is a `usage` error. */
async function pathsInRepository(repository: string, root: string, paths: readonly string[]): Promise<string[]> {
  const from = await realpath(repository);
  return paths.map((path) => {
    const inside = relative(root, resolve(from, path)).replaceAll('\\', '/');
    if (inside === '..' || inside.startsWith('../') || isAbsolute(inside)) {
      throw new PlumblineError('usage', `\`${path}\` lies outside of the repository`, { help: `Its root is ${root}.` });
    }
    return inside === '' ? '.' : inside;
  });
}

/** What the working tree shares with a ref: files that did not change need not be read again. */
export interface SharedFiles {
  readonly tree: SourceTree;
  readonly changed: ReadonlySet<string>;
}

/** `known` carries what was read over to the next ref, `shared` what the working tree has of it. */
export interface ReadRefOptions {
  readonly known?: KnownBlobs;
  readonly shared?: SharedFiles;
}

/**
 * Reads the files of a ref that can matter to a review, straight from git's objects: nothing is checked out. Paths are
 * relative to the folder `repository`; names of files count from the repository's root.
 */
export async function readRef(
  repository: string,
  ref: string,
  paths: readonly string[],
  { known = nothingKnown(), shared }: ReadRefOptions = {},
): Promise<SourceTree> {
  const commit = await resolveRef(repository, ref);
  const root = await repositoryRoot(repository);
  const wanted = await pathsInRepository(repository, root, paths);
  const isWhole = wanted.length === 0 || wanted.includes('.');
  const listed = await listBlobs(root, commit, isWhole ? [] : wanted);
  const tree = new SourceTreeBuilder();
  const isNamed = (file: string) => wanted.includes(file);
  const isIdle = ({ id, file }: Blob) => !canMatter(file) || skipped.test(file) || known.idle.has(`${id} ${file}`);
  const files = listed.filter((blob) => (isNamed(blob.file) || !isIdle(blob)) && !isShared(blob.file, shared));
  tree.missingPaths.push(...paths.filter((_, i) => !listed.some(({ file }) => isBelow(file, wanted[i]!))));

  if (shared) addShared(tree, shared, { files: new Set(listed.map(({ file }) => file)), isNamed });

  const filesOf = new Map<string, string[]>();
  for (const { id, file } of files) filesOf.set(id, [...(filesOf.get(id) ?? []), file]);
  const add = (id: string, content: string | Diagnostic) => {
    for (const file of filesOf.get(id) ?? []) {
      if (typeof content === 'string') tree.add({ file, text: content }, isNamed(file));
      else tree.report({ ...content, span: { ...content.span, file } });
    }
  };
  for (const id of filesOf.keys()) if (known.texts.has(id)) add(id, known.texts.get(id)!);
  const sizes = await blobSizes(
    root,
    [...filesOf.keys()].filter((id) => !known.texts.has(id)),
  );
  for (const [id, size] of sizes) if (size > maxFileBytes) add(id, tooLarge('', size));
  const unread = [...sizes.keys()].filter((id) => sizes.get(id)! <= maxFileBytes);
  const batch = new BatchReader(unread, (id, bytes) => {
    const content = decode('', bytes);
    if (typeof content === 'string') remember(known, { id, content, files: filesOf.get(id)!, isNamed });
    add(id, content);
  });
  await catFile(root, '--batch', unread, (chunk) => batch.push(chunk));
  return tree.build();
}

const isShared = (file: string, shared: SharedFiles | undefined): boolean =>
  shared !== undefined && !shared.changed.has(file);

/** Takes over what the working tree holds of files that did not change: the same Sources, and the same findings. */
function addShared(
  tree: SourceTreeBuilder,
  shared: SharedFiles,
  { files, isNamed }: { files: ReadonlySet<string>; isNamed: (file: string) => boolean },
): void {
  const isBoth = (file: string): boolean => files.has(file) && isShared(file, shared);
  const { sources, hintSources, diagnostics } = shared.tree;
  for (const source of new Set([...sources, ...hintSources]))
    if (isBoth(source.file)) tree.add(source, isNamed(source.file));
  for (const diagnostic of diagnostics) if (isBoth(diagnostic.span.file)) tree.report(diagnostic);
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

/** Both sides of a review. */
export interface SourcePair {
  readonly base: SourceTree;
  readonly head: SourceTree;
  /** Folder that names of head's files count from. */
  readonly headRoot: string;
}

/** What to compare: folders or refs. Without a base everything is new; without a head it is the working tree. */
export interface PairRequest {
  /** Folder within the repository, usually the current one; refs and paths are looked up from here. */
  readonly repository: string;
  readonly base: string | undefined;
  readonly head: string | undefined;
  readonly paths: readonly string[];
  readonly stdin?: ReadFolderOptions['stdin'];
}

const empty: SourceTree = { sources: [], hintSources: [], diagnostics: [], missingPaths: [] };

/** A folder of that name, which wins over a ref of the same name. */
export async function asFolder(repository: string, name: string): Promise<string | undefined> {
  const folder = resolve(repository, name);
  const isFolder = await stat(folder).then(
    (status) => status.isDirectory(),
    () => false,
  );
  return isFolder ? folder : undefined;
}

/** `from` is the folder that paths are looked up from. */
type Side = { readonly folder: string; readonly from: string; readonly isPart?: boolean } | { readonly ref: string };

/** What one stands in, with names as a ref has them where there is a repository. */
async function standpoint({ repository }: PairRequest): Promise<Side> {
  return { folder: await repositoryTop(repository), from: repository, isPart: true };
}

/** The working tree names its files as a ref does: from the repository's root. */
async function workingTree({ repository, paths }: PairRequest): Promise<Side> {
  const root = await repositoryRoot(repository);
  await pathsInRepository(repository, root, paths);
  return { folder: root, from: await realpath(repository) };
}

async function sideOf({ repository }: PairRequest, name: string): Promise<Side> {
  const folder = await asFolder(repository, name);
  return folder === undefined ? { ref: name } : { folder, from: folder };
}

async function headSide(request: PairRequest, isBaseRef: boolean): Promise<Side> {
  if (request.head !== undefined) return sideOf(request, request.head);
  if (isBaseRef) return workingTree(request);
  return request.base === undefined ? standpoint(request) : { folder: request.repository, from: request.repository };
}

async function readSide(request: PairRequest, side: Side, known: KnownBlobs): Promise<SourceTree> {
  const { repository, paths, stdin } = request;
  if ('ref' in side) return readRef(repository, side.ref, paths, { known });
  const wanted = side.isPart && paths.length === 0 ? ['.'] : paths;
  return readFolder(side.folder, wanted, { allowMissing: true, from: side.from, ...(stdin && { stdin }) });
}

/**
 * The commit that head grew from, as a pull request's base is taken: what others merged since is not this change's doing. The ref
 * itself where head is no commit of the repository, or where the clone is too shallow to know.
 */
async function forkPoint(request: PairRequest, base: Side, head: Side): Promise<Side> {
  const isOutside = request.head !== undefined && !('ref' in head);
  if (!('ref' in base) || isOutside) return base;
  return { ref: (await mergeBase(request.repository, base.ref, 'ref' in head ? head.ref : 'HEAD')) ?? base.ref };
}

/** A ref beside the working tree of its own repository is read only where they differ. */
async function readSides(
  request: PairRequest,
  baseSide: Side | undefined,
  side: Side,
): Promise<Omit<SourcePair, 'headRoot'>> {
  const known = nothingKnown();
  if (baseSide === undefined) return { base: empty, head: await readSide(request, side, known) };
  const isWorkingTree = request.head === undefined && 'ref' in baseSide && !('ref' in side);
  if (!isWorkingTree) {
    const base = await readSide(request, baseSide, known);
    return { base, head: await readSide(request, side, known) };
  }
  const { repository, paths } = request;
  const changed = new Set(await changedFiles(repository, baseSide.ref));
  const head = await readSide(request, side, known);
  return { base: await readRef(repository, baseSide.ref, paths, { shared: { tree: head, changed } }), head };
}

/**
 * Reads base and head, each a folder or a ref. Files that are the same on both sides are the same Source object, so that they
 * are parsed once. A path must exist on one side at least.
 */
export async function readPair(request: PairRequest): Promise<SourcePair> {
  const named = request.base === undefined ? undefined : await sideOf(request, request.base);
  const side = await headSide(request, named !== undefined && 'ref' in named);
  const baseSide = named && (await forkPoint(request, named, side));
  const { base, head } = await readSides(request, baseSide, side);
  const nowhere = head.missingPaths.find((path) => !baseSide || base.missingPaths.includes(path));
  if (nowhere !== undefined) {
    throw new PlumblineError('usage', `There is no file or folder \`${nowhere}\``, {
      help: `${baseSide ? 'It is on neither side. ' : ''}Paths are looked up from ${request.repository}.`,
    });
  }
  const headRoot = 'ref' in side ? await repositoryRoot(request.repository) : side.folder;
  return { base, head: shareSources(base, head), headRoot };
}
