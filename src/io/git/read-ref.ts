import { canMatter } from '../../engine/manifest/prefilter.ts';
import { addToGroup } from '../../engine/text/group-by.ts';
import { isWithin } from '../../engine/text/source.ts';
import { fileTooLarge, usefulText } from '../tree/decode.ts';
import { joinedFiles, kustomizationPlaces, kustomizedFiles, templateFiles } from '../tree/kustomized-files.ts';
import { type LinkedFiles, linkedFiles, maxLinks, mayLead } from '../tree/links.ts';
import { type SourceTree, SourceTreeBuilder, type TreePurpose } from '../tree/source-tree.ts';
import { type Blob, readBlobs } from './blobs.ts';
import { listCommit } from './listing.ts';
import type { Repository } from './repository.ts';

/** What reading one ref has found, so that shared content is not read again for the next one. */
interface KnownBlobs {
  /** Texts by blob. */
  readonly texts: Map<string, string>;
  /** `blob file` of texts that cannot matter under that name and are therefore not kept in memory. */
  readonly idle: Set<string>;
}

export const nothingKnown = (): KnownBlobs => ({ texts: new Map(), idle: new Set() });

/** The files of a commit below some paths. */
interface Listing {
  readonly paths: readonly string[];
  /** The paths relative to the root. */
  readonly wanted: readonly string[];
  /** Regular files with their blob. Submodules are not read. */
  readonly files: ReadonlyMap<string, string>;
  /** Those of them that links, kustomizations and charts lead to. */
  readonly linked: LinkedFiles;
  /** Names of its links below the paths. */
  readonly links: readonly string[];
}

/**
 * Reads the files of a ref that can matter to a review from git's objects, without a checkout. Paths are relative to the
 * repository's folder, and names of files are relative to its root.
 */
export async function readRef(
  repository: Repository,
  ref: string,
  paths: readonly string[],
  purpose: TreePurpose = {},
): Promise<SourceTree> {
  return readListing(repository, await listRef(repository, ref, paths), { purpose, known: nothingKnown() });
}

/** Reads two refs in the same way. Shared content is read once. */
export async function readRefs(
  repository: Repository,
  refs: { readonly base: string; readonly head: string },
  paths: readonly string[],
): Promise<{ readonly base: SourceTree; readonly head: SourceTree }> {
  const texts = new Map<string, string>();
  const base = await listRef(repository, refs.base, paths, texts);
  const head = await listRef(repository, refs.head, paths, texts);
  const purpose: TreePurpose = { mayDiffer: (file) => base.files.get(file) !== head.files.get(file) };
  const blobs = nothingKnown();

  return {
    base: await readListing(repository, base, { purpose, known: blobs }),
    head: await readListing(repository, head, { purpose, known: blobs }),
  };
}

async function listRef(
  repository: Repository,
  ref: string,
  paths: readonly string[],
  texts = new Map<string, string>(),
): Promise<Listing> {
  const commit = await repository.commit(ref);
  const wanted = await repository.pathsWithin(paths);
  const root = await repository.root();
  const below = isWholeRepository(wanted) ? [] : wanted;
  const listing = await listCommit(root, commit, below);
  const links = [...listing.links.keys()];
  // A link or a kustomization may lead to a file outside the paths.
  const whole = below.length === 0 ? listing : await listCommit(root, commit);
  const files = new Set(whole.files.keys());
  const isWanted = (path: string): boolean => below.length === 0 || below.some((folder) => isBelow(path, folder));
  const leads = await linkTargets(root, whole.links, texts);
  const byLinks = linkedFiles({ files, links: leads, isWanted });
  const places = kustomizationPlaces({ files, links: leads, linked: byLinks, isWanted });
  const blobs = places.map(([place, file]) => [place, whole.files.get(file)!] as const);
  const kustomizations = await textsOf(root, blobs, texts);
  const byKustomizations = kustomizedFiles({ files, links: leads, kustomizations });
  const linked = joinedFiles([byLinks, byKustomizations, templateFiles(files, isWanted)]);
  const more = [...linked.files].map((file): [string, string] => [file, whole.files.get(file)!]);

  return { paths, wanted, files: new Map([...listing.files, ...more]), linked, links };
}

/** The targets of links, from their blobs. Known blobs are not read again. */
async function linkTargets(
  root: string,
  links: ReadonlyMap<string, string>,
  texts: Map<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const followed = [...links].filter(([path]) => mayLead(path)).slice(0, maxLinks + 1);
  const targets = await textsOf(root, followed, texts);
  return new Map(targets.map(([path, target]) => [path, target ?? '']));
}

/** Texts of blobs by path; undefined if one is too large. Known blobs are not read again. */
export async function textsOf(
  root: string,
  blobs: readonly (readonly [path: string, id: string])[],
  texts = new Map<string, string>(),
): Promise<(readonly [path: string, text: string | undefined])[]> {
  const unknown = new Set(blobs.map(([, id]) => id).filter((id) => !texts.has(id)));
  await readBlobs(root, [...unknown], (id, content) => {
    if (typeof content !== 'number') texts.set(id, content.toString('utf8'));
  });
  return blobs.map(([path, id]) => [path, texts.get(id)]);
}

async function readListing(
  repository: Repository,
  { paths, wanted, files, linked, links }: Listing,
  { purpose, known: knownBlobs }: { readonly purpose: TreePurpose; readonly known: KnownBlobs },
): Promise<SourceTree> {
  const tree = new SourceTreeBuilder({ ...purpose, linked: linked.manifests });
  for (const diagnostic of linked.diagnostics) tree.report(diagnostic);

  const blobs = [...files].map(([file, id]): Blob => ({ file, id }));

  tree.missingPaths.push(
    ...paths.filter((_, i) => ![...files.keys(), ...links].some((name) => isBelow(name, wanted[i]!))),
  );
  await addBlobs(tree, blobs, { root: await repository.root(), wanted, known: knownBlobs, linked: linked.manifests });

  return tree.build();
}

/** Whether these paths cover the whole repository. */
export const isWholeRepository = (paths: readonly string[]): boolean => paths.length === 0 || paths.includes('.');

export const isBelow = (file: string, path: string): boolean => path === '.' || isWithin(file, path);

/** Where blobs are read from, which files were named, and what is already known. */
interface BlobReading {
  readonly root: string;
  readonly wanted: readonly string[];
  readonly known: KnownBlobs;
  readonly linked?: ReadonlySet<string>;
}

/** Adds those files that can matter to a tree. */
export async function addBlobs(
  tree: SourceTreeBuilder,
  blobs: readonly Blob[],
  { root, wanted, known: knownBlobs, linked }: BlobReading,
): Promise<void> {
  const isNamed = (file: string): boolean => wanted.includes(file);
  // A file with an unrelated name still matters if a link or a kustomization makes it a manifest, perhaps only on one side.
  const isIdle = ({ id, file }: Blob) =>
    !linked?.has(file) && (!canMatter(file) || knownBlobs.idle.has(`${id} ${file}`));
  const filesOf = new Map<string, string[]>();
  for (const blob of blobs) {
    tree.note(blob.file);
    if (!isNamed(blob.file) && isIdle(blob)) continue;

    addToGroup(filesOf, blob.id, blob.file);
  }

  for (const [id, files] of filesOf) {
    const text = knownBlobs.texts.get(id);
    if (text !== undefined) for (const file of files) tree.add({ file, text }, isNamed(file));
  }

  const unread = [...filesOf.keys()].filter((id) => !knownBlobs.texts.has(id));

  await readBlobs(root, unread, (id, bytes) => {
    for (const file of filesOf.get(id)!) {
      const named = isNamed(file);
      const text =
        typeof bytes === 'number' ? fileTooLarge(file, bytes) : usefulText(tree, { file, bytes, isNamed: named });
      if (text === null) knownBlobs.idle.add(`${id} ${file}`);
      else if (typeof text !== 'string') tree.report(text);
      else {
        knownBlobs.texts.set(id, text);
        tree.add({ file, text }, named);
      }
    }
  });
}
