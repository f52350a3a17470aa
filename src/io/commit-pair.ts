import { canMatter } from '../engine/manifest/prefilter.ts';
import type { CommitStore } from './commit-store.ts';
import { tooLarge, usefulText } from './decode.ts';
import type { TreeFile } from './git/objects.ts';
import {
  compareTrees,
  isRootName,
  isSkipped,
  maxFileBytes,
  type SourceTree,
  SourceTreeBuilder,
  type TreePurpose,
} from './source-tree.ts';

/** Two commits, and which of their files to read. */
export interface PairRequest {
  /** Null: everything is new. */
  readonly base: string | null;
  readonly head: string;
  /** Folders and files, relative to the root of the repository; empty is everything. */
  readonly paths: readonly string[];
  /** Hears that files differ, and are read now. */
  readonly onDifference?: () => void;
  /** Hears of manifests while there is more to look at. */
  readonly onSource?: TreePurpose['onSource'];
}

/** What two commits hold. */
export interface CommitPair {
  /** Both sides, where a file that is the same is the same Source; null when no file differs that could matter. */
  readonly trees: { readonly base: SourceTree | null; readonly head: SourceTree } | null;
  /** Paths asked for that neither commit has. */
  readonly missingPaths: readonly string[];
}

/** Reads the files of two commits that can matter, as data. Each blob is read once, and none where nothing differs. */
export async function readCommitPair(store: CommitStore, request: PairRequest): Promise<CommitPair> {
  const { base, head, paths } = request;
  const isWanted = ({ path }: TreeFile): boolean =>
    paths.includes(path) || (canMatter(path) && !isSkipped(path) && isWithin(path, paths));
  const all = async (commit: string): Promise<TreeFile[]> => [...(await store.tree(commit)).values()];
  const [headFiles, baseFiles] = await Promise.all([all(head), base === null ? null : all(base)]);
  const files = { head: headFiles.filter(isWanted), base: baseFiles?.filter(isWanted) ?? null };
  // Any file may be part of what is rendered: a helper of templates, a file that a generator reads.
  const mayRender = headFiles.some(({ path }) => isRootName(path));
  const isDifferent =
    files.base === null ||
    !isSame(files.base, files.head) ||
    (mayRender && baseFiles !== null && !isSame(baseFiles, headFiles));
  if (isDifferent) request.onDifference?.();
  return {
    trees: isDifferent ? await readTrees(store, files, request) : null,
    missingPaths: await missingPaths(store, { base, head, paths }),
  };
}

interface PairFiles {
  readonly base: readonly TreeFile[] | null;
  readonly head: readonly TreeFile[];
}

async function readTrees(
  store: CommitStore,
  { base, head }: PairFiles,
  { paths: named, onSource }: PairRequest,
): Promise<NonNullable<CommitPair['trees']>> {
  const readable = [...head, ...(base ?? [])].filter(({ size }) => size <= maxFileBytes);
  const contents = await store.contents(readable);
  const common = { named, useless: new Set<string>(), onSource };
  if (base === null) return { base, head: sourceTree(head, contents, common) };
  const [before, after] = [digestsOf(base), digestsOf(head)];
  const mayDiffer = (path: string): boolean => before.get(path) !== after.get(path);
  const treeOf = (files: readonly TreeFile[]): SourceTree => sourceTree(files, contents, { ...common, mayDiffer });
  return compareTrees(treeOf(base), treeOf(head));
}

async function missingPaths(store: CommitStore, { base, head, paths }: PairRequest): Promise<string[]> {
  if (paths.length === 0) return [];
  const commits = base === null ? [head] : [base, head];
  const trees = await Promise.all(commits.map((commit) => store.tree(commit)));
  const files = trees.flatMap((tree) => [...tree.keys()]);
  return paths.filter((wanted) => !files.some((file) => isWithin(file, [wanted])));
}

/** Text of the first of some files that a commit has, or undefined. */
export async function readCommitFile(
  store: CommitStore,
  { commit, paths }: { commit: string; paths: readonly string[] },
): Promise<{ file: string; text: string } | undefined> {
  const tree = await store.tree(commit);
  const file = paths.map((path) => tree.get(path)).find((found) => found !== undefined);
  return file && { file: file.path, text: (await store.contents([file])).get(file.sha)!.toString('utf8') };
}

interface TreeReading extends TreePurpose {
  readonly named: readonly string[];
  /** Files that are of no use, `SHA PATH`: the other side need not look at them again. */
  readonly useless: Set<string>;
}

function sourceTree(
  files: readonly TreeFile[],
  contents: ReadonlyMap<string, Buffer>,
  { named, useless, ...purpose }: TreeReading,
): SourceTree {
  const tree = new SourceTreeBuilder(purpose);
  for (const { path, sha, size } of files) {
    tree.note(path);
    if (useless.has(`${sha} ${path}`)) continue;
    const [bytes, isNamed] = [contents.get(sha), named.includes(path)];
    const text = bytes ? usefulText(tree, { file: path, bytes, isNamed }) : tooLarge(path, size);
    if (text === null) useless.add(`${sha} ${path}`);
    else if (typeof text === 'string') tree.add({ file: path, text }, isNamed);
    else tree.report(text);
  }
  return tree.build();
}

const digestsOf = (files: readonly TreeFile[]): ReadonlyMap<string, string> =>
  new Map(files.map(({ path, sha }) => [path, sha]));

const isWithin = (path: string, paths: readonly string[]): boolean =>
  paths.length === 0 || paths.some((wanted) => wanted === '' || path === wanted || path.startsWith(`${wanted}/`));

function isSame(base: readonly TreeFile[], head: readonly TreeFile[]): boolean {
  const shas = digestsOf(base);
  return base.length === head.length && head.every(({ path, sha }) => shas.get(path) === sha);
}
