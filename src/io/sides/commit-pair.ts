import { canMatter, isForeignLanguage } from '../../engine/manifest/prefilter.ts';
import { addToGroup } from '../../engine/text/group-by.ts';
import { withBase } from '../../engine/text/list-if.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import { isWithin, type Source } from '../../engine/text/source.ts';
import { PlumblineError } from '../../shared/errors.ts';
import type { TreeFile } from '../git/listing.ts';
import { fileTooLarge, usefulText } from '../tree/decode.ts';
import {
  joinedFiles,
  kustomizationPlaces,
  kustomizedFiles,
  maxKustomizationBytes,
  templateFiles,
} from '../tree/kustomized-files.ts';
import { type LinkedFiles, linkedFiles, mayLead, noLinkedFiles } from '../tree/links.ts';
import {
  compareTrees,
  isRootName,
  maxFileBytes,
  type SourceTree,
  SourceTreeBuilder,
  type TreePurpose,
} from '../tree/source-tree.ts';
import type { CommitStore } from './commit-store.ts';

/** Two commits, and which of their files to read. */
interface CommitPairRequest {
  /** Null if everything is new. */
  readonly base: string | null;
  readonly head: string;
  /** Folders and files relative to the root of the repository. Empty means everything. */
  readonly paths: readonly string[];
  /** Called when files differ, before they are read. */
  readonly onDifference?: () => void;
  /** Called with each manifest while others are still being read. */
  readonly onSource?: TreePurpose['onSource'];
}

/** The files of two commits. */
interface CommitPair {
  /** Both sides. Equal files are the same Source. Null if no relevant file differs. */
  readonly trees: { readonly base: SourceTree | null; readonly head: SourceTree } | null;
  /** Requested paths that neither commit has. */
  readonly missingPaths: readonly string[];
}

/** Reads the relevant files of two commits as data. Each blob is read once, and none if nothing differs. */
export async function readCommitPair(store: CommitStore, request: CommitPairRequest): Promise<CommitPair> {
  const { base, head, paths } = request;
  const all = async (commit: string): Promise<TreeFile[]> => [...(await store.tree(commit)).values()];
  const [headFiles, baseFiles] = await Promise.all([all(head), base === null ? null : all(base)]);

  const links = {
    head: await store.links(head, mayLead),
    base: base === null ? new Map<string, string>() : await store.links(base, mayLead),
  };

  const others = [await store.otherIds(head), base === null ? new Map<string, string>() : await store.otherIds(base)];

  const isAlike =
    baseFiles !== null &&
    isSame(baseFiles, headFiles) &&
    isSameMap(links.base, links.head) &&
    isSameMap(others[0]!, others[1]!);

  const leads = {
    head: leadsIn({ files: headFiles, links: links.head, paths }),
    base: baseFiles && leadsIn({ files: baseFiles, links: links.base, paths }),
  };

  const texts = await kustomizationTexts(store, isAlike ? [] : withBase(leads.head, leads.base));
  const linked = { head: followed(leads.head, texts), base: leads.base ? followed(leads.base, texts) : noLinkedFiles };

  const isWanted =
    (linkedHere: ReadonlySet<string>) =>
    ({ path }: TreeFile): boolean =>
      paths.includes(path) || (canMatter(path) && isAsked(path, paths)) || linkedHere.has(path);

  const files: PairFiles = {
    head: headFiles.filter(isWanted(linked.head.files)),
    base: baseFiles?.filter(isWanted(linked.base.files)) ?? null,
    linked,
  };

  // Any file may affect rendering, such as a template helper or a file that a generator reads.
  const mayRender = headFiles.some(({ path }) => isRootName(path));

  const isDifferent =
    !isAlike &&
    (files.base === null ||
      !isSame(files.base, files.head) ||
      !isSameMap(others[0]!, others[1]!) ||
      !isSameSet(linked.base.manifests, linked.head.manifests) ||
      (mayRender && baseFiles !== null && !isSame(baseFiles, headFiles)) ||
      (baseFiles !== null && !isSame(baseFiles.filter(isForeign), headFiles.filter(isForeign))));

  if (isDifferent) request.onDifference?.();

  return {
    trees: isDifferent ? await readTrees(store, files, request) : null,
    missingPaths: await missingPaths(store, { base, head, paths }),
  };
}

const isForeign = ({ path }: TreeFile): boolean => isForeignLanguage(path);

interface PairFiles {
  readonly base: readonly TreeFile[] | null;
  readonly head: readonly TreeFile[];
  /** Files of either side that links lead to. */
  readonly linked: { readonly base: LinkedFiles; readonly head: LinkedFiles };
}

/** The targets of a commit's links, and its kustomizations, before the kustomizations are read. */
interface Leads {
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly links: ReadonlyMap<string, string>;
  readonly linked: LinkedFiles;
  readonly templates: LinkedFiles;
  readonly kustomizations: readonly (readonly [place: string, file: string])[];
}

function leadsIn({ files, links, paths }: Pick<CommitPairRequest, 'paths'> & LinkedCommit): Leads {
  const isWanted = (path: string): boolean => isAsked(path, paths);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const names = new Set(byPath.keys());
  const linked = linkedFiles({ files: names, links, isWanted });
  const templates = templateFiles(names, isWanted);

  return {
    files: byPath,
    links,
    linked,
    templates,
    kustomizations: kustomizationPlaces({ files: names, links, linked, isWanted }),
  };
}

interface LinkedCommit {
  readonly files: readonly TreeFile[];
  readonly links: ReadonlyMap<string, string>;
}

/** Texts of kustomizations by blob, each read once for both sides. Texts that are too large to parse are not read. */
async function kustomizationTexts(store: CommitStore, sides: readonly Leads[]): Promise<ReadonlyMap<string, Buffer>> {
  const files = sides.flatMap((side) => side.kustomizations.map(([, file]) => side.files.get(file)!));
  const read = files.filter(({ size }) => size <= maxKustomizationBytes);
  if (read.length === 0) return new Map();
  return store.contents(read);
}

/** Files of a commit that are read because a link, a kustomization or a chart refers to them. */
function followed(
  { files, links, linked, templates, kustomizations }: Leads,
  texts: ReadonlyMap<string, Buffer>,
): LinkedFiles {
  const read = kustomizations.map(
    ([place, file]) => [place, texts.get(files.get(file)!.sha)?.toString('utf8')] as const,
  );
  return joinedFiles([linked, templates, kustomizedFiles({ files: files.keys(), links, kustomizations: read })]);
}

async function readTrees(
  store: CommitStore,
  { base, head, linked }: PairFiles,
  { paths: named, onSource }: CommitPairRequest,
): Promise<NonNullable<CommitPair['trees']>> {
  const [before, after] = [base && digestsOf(base), digestsOf(head)];
  const mayDiffer = before && ((path: string): boolean => before.get(path) !== after.get(path));
  const purpose: TreePurpose = { onSource, ...(mayDiffer && { mayDiffer }) };

  const treeOf = (side: 'base' | 'head'): SourceTreeBuilder => {
    const { manifests, diagnostics } = linked[side];
    const tree = new SourceTreeBuilder({ ...purpose, linked: manifests });
    for (const diagnostic of diagnostics) tree.report(diagnostic);
    return tree;
  };

  const sides = { base: base && treeOf('base'), head: treeOf('head') };
  const holders = new Holders();

  holders.note(head, sides.head);
  if (base && sides.base) holders.note(base, sides.base);
  // Files are read in the order of their paths, because that decides which ones are left out if there are too many. Irrelevant texts are not kept.
  await store.eachContent(holders.readable(), (sha, content) => {
    for (const [file, trees] of holders.of(sha)) addTo(trees, { file, content, isNamed: named.includes(file) });
  });
  if (!sides.base) return { base: null, head: sides.head.build() };

  return compareTrees(sides.base.build(), sides.head.build());
}

/** Which trees want a blob, and under which names. */
class Holders {
  readonly #files = new Map<string, TreeFile>();
  readonly #byBlob = new Map<string, Map<string, SourceTreeBuilder[]>>();

  note(files: readonly TreeFile[], tree: SourceTreeBuilder): void {
    for (const file of files) {
      const { path, sha, size } = file;
      tree.note(path);

      if (size > maxFileBytes) {
        tree.report(fileTooLarge(path, size));
        continue;
      }

      const paths = this.#byBlob.get(sha) ?? new Map<string, SourceTreeBuilder[]>();
      addToGroup(paths, path, tree);
      this.#byBlob.set(sha, paths);
      this.#files.set(`${path} ${sha}`, file);
    }
  }

  /** The files to read, by path. */
  readable(): TreeFile[] {
    return [...this.#files.values()].sort((a, b) => compareNames(a.path, b.path));
  }

  of(sha: string): ReadonlyMap<string, readonly SourceTreeBuilder[]> {
    return this.#byBlob.get(sha) ?? new Map();
  }
}

interface FileContent {
  readonly file: string;
  readonly content: Buffer | number;
  readonly isNamed: boolean;
}

/** Both sides share the text of an equal file. */
function addTo(trees: readonly SourceTreeBuilder[], { file, content, isNamed }: FileContent): void {
  const textIn = () => {
    if (typeof content === 'number') return fileTooLarge(file, content);
    // A partial clone does not know the size of a file in advance.
    if (content.length > maxFileBytes) return fileTooLarge(file, content.length);
    return usefulText(trees.find((tree) => tree.hasLinked(file)) ?? trees[0]!, { file, bytes: content, isNamed });
  };

  const text = textIn();

  for (const tree of trees)
    if (typeof text === 'string') tree.add({ file, text }, isNamed);
    else if (text !== null) tree.report(text);
}

async function missingPaths(store: CommitStore, { base, head, paths }: CommitPairRequest): Promise<string[]> {
  if (paths.length === 0) return [];

  const commits = base === null ? [head] : [base, head];

  const isMissing = async (path: string): Promise<boolean> => {
    const exists = await Promise.all(commits.map((commit) => store.holds(commit, path)));
    return !exists.includes(true);
  };

  const missing = await Promise.all(paths.map(isMissing));

  return paths.filter((_, i) => missing[i]);
}

/** The first of some files that a commit has, or undefined. Throws PlumblineError('config') if it is too large. */
export async function readCommitFile(
  store: CommitStore,
  { commit, paths }: { commit: string; paths: readonly string[] },
): Promise<Source | undefined> {
  const tree = await store.tree(commit);
  const first = paths.find((path) => tree.has(path));
  if (first === undefined) return undefined;
  return (await readCommitFiles(store, { commit, paths: [first] }))[0];
}

/** Those of these files that a commit has. Throws PlumblineError('config') if they are together longer than a file may be. */
export async function readCommitFiles(
  store: CommitStore,
  { commit, paths }: { commit: string; paths: readonly string[] },
): Promise<Source[]> {
  const tree = await store.tree(commit);
  const files = paths.flatMap((path) => tree.get(path) ?? []);
  let length = 0;
  for (const file of files) {
    length += file.size;
    if (length > maxFileBytes) throw configTooLarge(file);
  }

  const contents = files.length === 0 ? new Map<string, Buffer>() : await store.contents(files);

  return files.map((file) => {
    const content = contents.get(file.sha);
    // A partial clone does not know the size of a file.
    if (content === undefined || content.length > maxFileBytes) throw configTooLarge(file);
    return { file: file.path, text: content.toString('utf8') };
  });
}

const configTooLarge = ({ path, size }: TreeFile): PlumblineError =>
  new PlumblineError(
    'config',
    fileTooLarge(path, size || maxFileBytes).message.replace('This file', () => `\`${path}\``),
    {
      help: 'Check that it is the right file.',
    },
  );

const digestsOf = (files: readonly TreeFile[]): ReadonlyMap<string, string> =>
  new Map(files.map(({ path, sha }) => [path, sha]));

const isAsked = (path: string, paths: readonly string[]): boolean =>
  paths.length === 0 || paths.some((folder) => isWithin(path, folder));

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((item) => b.has(item));

const isSameMap = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);

function isSame(base: readonly TreeFile[], head: readonly TreeFile[]): boolean {
  const shas = digestsOf(base);
  return base.length === head.length && head.every(({ path, sha }) => shas.get(path) === sha);
}
