import { objectIdentity } from '../../../files/places/object-identity.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { isDefinitionKind } from '../../../manifest/model/definition-kinds.ts';
import { asMapping, groupOf, type Manifest } from '../../../manifest/model/manifest.ts';
import { baseNameOf, isWithin, type Source } from '../../../text/source.ts';

/** A folder all of whose files move to a new folder next to it, with the same texts. */
interface MovedFolder {
  readonly from: string;
  readonly to: string;
}

/** A file on both sides: null if it is not read, and undefined if it does not exist. */
interface FileOfChange {
  readonly path: string;
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
}

/** Files that a change moves, edits, adds or removes, and what may name their folders. */
interface ChangeOfFiles {
  readonly files: readonly FileOfChange[];
  readonly all?: ReadonlySet<string>;
  readonly pipelines?: readonly string[];
  readonly readers?: readonly Source[];
}

/** A kustomization or chart, or what a definition applies. */
interface NamingRoot {
  readonly name: string;
  readonly file: string;
  /** What the repository says about it, as JSON. */
  readonly given: string;
}

/** A change, and the objects and roots of both sides. */
interface MovingInput {
  readonly changed: ChangeOfFiles;
  readonly base: {
    readonly set: ManifestSet;
    readonly roots: readonly NamingRoot[];
    readonly terraform: readonly { readonly source: Source }[];
  };
  readonly head: { readonly set: ManifestSet; readonly roots: readonly NamingRoot[] };
}

const movedFolders = new WeakMap<MovingInput, readonly MovedFolder[]>();

/**
 * The folders that move as they are, where each definition of Argo CD and Flux that named the old folder names the new
 * one, and is the same apart from that. So it applies the same.
 */
function followedFolders(input: MovingInput): readonly MovedFolder[] {
  const cached = movedFolders.get(input);
  if (cached) return cached;

  const followed = candidatesIn(input.changed).filter(
    (folder) => isMovedAsItIs(folder, input.changed) && isFollowed(folder, input),
  );
  movedFolders.set(input, followed);
  return followed;
}

/** Whether a file, such as a script of CI, is the same apart from the new names of folders that move as they are. */
export const onlyNamesMovedFolders = (file: FileOfChange, input: MovingInput): boolean =>
  namesOnly(file, followedFolders(input));

/** Whether only the names of folders differ in a file. */
function namesOnly({ before, after }: FileOfChange, folders: readonly MovedFolder[]): boolean {
  if (typeof before !== 'string' || typeof after !== 'string' || before === after) return false;
  return folders.reduce((text, { from, to }) => text.replaceAll(from, to), before) === after;
}

/** More files with the same text are not compared. */
const maxTwins = 20;

/** Pairs of folders next to each other between which a file moves. */
function candidatesIn({ files }: ChangeOfFiles): readonly MovedFolder[] {
  const added = new Map<string, string[]>();
  for (const { path, before, after } of files)
    if (before === undefined && typeof after === 'string') added.set(after, [...(added.get(after) ?? []), path]);

  const pairs = files.flatMap(({ path, before, after }) => {
    const twins = after === undefined && typeof before === 'string' ? (added.get(before) ?? []) : [];
    return twins.length > maxTwins ? [] : twins.flatMap((twin) => foldersOfMove(path, twin) ?? []);
  });

  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}

/** The folders that differ in two paths; undefined if they are not next to each other. */
function foldersOfMove(before: string, after: string): MovedFolder | undefined {
  const [old, now] = [before.split('/'), after.split('/')];
  if (old.length !== now.length) return undefined;

  const differing = old.flatMap((step, at) => (step === now[at] ? [] : [at]));
  const [at, ...others] = differing;
  if (at === undefined || others.length > 0 || at === old.length - 1) return undefined;
  return { from: old.slice(0, at + 1).join('/'), to: now.slice(0, at + 1).join('/') };
}

/** Whether nothing stays in a folder, nothing was in the other one, and all files have the same texts. */
function isMovedAsItIs({ from, to }: MovedFolder, { all, files }: ChangeOfFiles): boolean {
  if (all === undefined) return false;

  const changed = new Map(files.map((file) => [file.path, file]));
  const textAt = (path: string, side: 'before' | 'after'): string | null | undefined => changed.get(path)?.[side];
  const moves = (path: string, twin: string): boolean => {
    const text = textAt(path, 'before');
    return typeof text === 'string' && textAt(path, 'after') === undefined && textAt(twin, 'after') === text;
  };

  return [...all].every((path) => {
    if (isWithin(path, from)) return moves(path, `${to}${path.slice(from.length)}`);
    if (!isWithin(path, to)) return true;
    return textAt(path, 'before') === undefined && moves(`${from}${path.slice(to.length)}`, path);
  });
}

const beginnings = ['"', '"./', '"/'];
const ends = ['"', '/'];
/** What texts in JSON that name a folder begin with. */
const namesOf = (folder: string): readonly string[] =>
  beginnings.flatMap((beginning) => ends.map((end) => `${beginning}${folder}${end}`));

/** Whether a text in JSON names a folder, or something in it. */
const isNamedIn = (json: string, folder: string): boolean => namesOf(folder).some((name) => json.includes(name));

/** Whether a text in the object of a manifest names a folder, or something in it. */
const namesFolder = ({ object }: Manifest, folder: string): boolean => isNamedIn(JSON.stringify(object), folder);

/** Whether an ApplicationSet uses the path of a folder for more than the source of its Applications, such as for their names. */
function isNamedByPath({ kind, object }: Manifest): boolean {
  if (kind !== 'ApplicationSet') return false;

  const template = asMapping(asMapping(object.spec)?.template) ?? {};
  const { source: _, sources: __, ...spec } = asMapping(template.spec) ?? {};
  return /\{\{[^{}]{0,200}path/i.test(
    JSON.stringify([template.metadata ?? null, spec, asMapping(object.spec)?.templatePatch ?? null]),
  );
}

function isFollowed({ from, to }: MovedFolder, { base, head, changed }: MovingInput): boolean {
  const follow = (file: string): boolean =>
    changed.files.some((one) => one.path === file && namesOnly(one, [{ from, to }]));
  const readers = (changed.readers ?? []).filter(({ file }) => !follow(file));
  const texts = [...(changed.pipelines ?? []), ...readers.map(({ text }) => text)];
  // Terraform has paths with expressions in them.
  const isUsedByTerraform = base.terraform.some(({ source }) => source.text.includes(baseNameOf(from)));
  if (isUsedByTerraform || texts.some((text) => text.includes(from))) return false;
  if (head.set.manifests.some((manifest) => namesFolder(manifest, from))) return false;

  const naming = base.set.manifests.filter((manifest) => namesFolder(manifest, from));
  const follows = (manifest: Manifest): boolean =>
    isDefinitionKind(manifest.kind, groupOf(manifest.apiVersion)) &&
    !isNamedByPath(manifest) &&
    head.set.manifests.some(
      (other) =>
        other.source.file === manifest.source.file &&
        objectIdentity(other) === objectIdentity(manifest) &&
        JSON.stringify(other.object) === withFolder(JSON.stringify(manifest.object), { from, to }),
    );

  const roots = base.roots.filter((root) => !isWithin(root.file, from) && isNamedIn(root.given, from));
  const rootFollows = ({ name, file, given: text }: NamingRoot): boolean =>
    follow(file) &&
    head.roots.some(
      (other) => other.name === name && other.file === file && other.given === withFolder(text, { from, to }),
    );

  return naming.length + roots.length > 0 && naming.every(follows) && roots.every(rootFollows);
}

const withFolder = (text: string, { from, to }: MovedFolder): string => {
  const replacements = namesOf(to);
  return namesOf(from).reduce((replaced, name, i) => replaced.replaceAll(name, replacements[i]!), text);
};

/** Whether a file is in a folder that moves as it is, or in the one that it moves to. */
export const isInFollowedFolder = (file: string, input: MovingInput): boolean =>
  followedFolders(input).some(({ from, to }) => isWithin(file, from) || isWithin(file, to));
