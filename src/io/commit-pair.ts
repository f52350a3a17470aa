import { canMatter } from '../engine/manifest/prefilter.ts';
import { PlumblineError } from '../errors.ts';
import { decode, tooLarge } from './decode.ts';
import { readGitObjects, readGitTree, type TreeFile } from './git-objects.ts';
import type { GitHub, RepositoryName } from './github.ts';
import { readBlobs } from './github-blobs.ts';
import { readTree } from './github-tree.ts';
import { maxFileBytes, type SourceTree, SourceTreeBuilder, shareSources } from './source-tree.ts';

/** Where commits are read: from a clone as far as it goes, from GitHub's API beyond. Nothing is checked out. */
export interface CommitStore {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  /** Folder of the clone; undefined where nothing is taken from disk. */
  readonly clone: string | undefined;
}

/** Two commits, and which of their files to read. */
export interface PairRequest {
  /** Null: everything is new. */
  readonly base: string | null;
  readonly head: string;
  /** Folders and files, relative to the root of the repository; empty is everything. */
  readonly paths: readonly string[];
}

/** Both sides of a change; a file that is the same on both is the same Source. */
export interface CommitPair {
  readonly base: SourceTree | null;
  readonly head: SourceTree;
  /** Some file that can matter differs: when not, there is nothing to say. */
  readonly isDifferent: boolean;
}

/** What is read over the network at most, so that no pull request can exhaust the job or the token. */
const limits = { files: 20_000, bytes: 256 * 1024 * 1024 };

/** Reads the files of two commits that can matter, as data. Each blob is read once. */
export async function readCommitPair(store: CommitStore, { base, head, paths }: PairRequest): Promise<CommitPair> {
  const select = async (commit: string): Promise<TreeFile[]> =>
    [...(await treeOf(store, commit)).values()].filter(({ path }) => canMatter(path) && isWithin(path, paths));
  const headFiles = await select(head);
  const baseFiles = base === null ? null : await select(base);
  const readable = [...headFiles, ...(baseFiles ?? [])].filter(({ size }) => size <= maxFileBytes);
  const contents = await contentsOf(store, readable);
  const baseTree = baseFiles && sourceTree(baseFiles, contents);
  const headTree = sourceTree(headFiles, contents);
  return {
    base: baseTree,
    head: baseTree ? shareSources(baseTree, headTree) : headTree,
    isDifferent: baseFiles === null || !isSame(baseFiles, headFiles),
  };
}

/** Text of the first of some files that a commit has, or undefined. */
export async function readCommitFile(
  store: CommitStore,
  { commit, paths }: { commit: string; paths: readonly string[] },
): Promise<{ file: string; text: string } | undefined> {
  const tree = await treeOf(store, commit);
  const file = paths.map((path) => tree.get(path)).find((found) => found !== undefined);
  return file && { file: file.path, text: (await contentsOf(store, [file])).get(file.sha)!.toString('utf8') };
}

async function treeOf(
  { github, repository, clone }: CommitStore,
  commit: string,
): Promise<ReadonlyMap<string, TreeFile>> {
  return (clone === undefined ? undefined : readGitTree(clone, commit)) ?? (await readTree(github, repository, commit));
}

/** Contents by blob SHA. A shallow clone still has most blobs of a commit that it lacks. */
async function contentsOf(
  { github, repository, clone }: CommitStore,
  files: readonly TreeFile[],
): Promise<ReadonlyMap<string, Buffer>> {
  const unique = [...new Map(files.map((file) => [file.sha, file])).values()];
  const shas = unique.map(({ sha }) => sha);
  const objects = clone === undefined ? [] : [...readGitObjects(clone, shas)];
  const contents = new Map(objects.map(([sha, { content }]) => [sha, content]));
  const missing = unique.filter(({ sha }) => !contents.has(sha));
  refuseTooMuch(missing);
  for (const [sha, content] of await readBlobs(github, repository, missing)) contents.set(sha, content);
  return contents;
}

function refuseTooMuch(files: readonly TreeFile[]): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length <= limits.files && bytes <= limits.bytes) return;
  const what = `${files.length} files of ${Math.round(bytes / 1024 / 1024)} MB are too much to read through the API`;
  throw new PlumblineError('github', what, {
    help: 'name the folders to review in the input `paths`, or check out with `fetch-depth: 0`',
  });
}

function sourceTree(files: readonly TreeFile[], contents: ReadonlyMap<string, Buffer>): SourceTree {
  const tree = new SourceTreeBuilder();
  for (const { path, sha, size } of files) {
    const content = contents.get(sha);
    const text = content ? decode(path, content) : tooLarge(path, size);
    if (typeof text === 'string') tree.add({ file: path, text });
    else tree.report(text);
  }
  return tree.build();
}

const isWithin = (path: string, paths: readonly string[]): boolean =>
  paths.length === 0 || paths.some((wanted) => wanted === '' || path === wanted || path.startsWith(`${wanted}/`));

function isSame(base: readonly TreeFile[], head: readonly TreeFile[]): boolean {
  const shas = new Map(base.map(({ path, sha }) => [path, sha]));
  return base.length === head.length && head.every(({ path, sha }) => shas.get(path) === sha);
}
