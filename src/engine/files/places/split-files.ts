import { canonical } from '../../manifest/canonical.ts';
import { isKarpenterGroup, isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { addToGroup } from '../../text/group-by.ts';
import { compareNames } from '../../text/name-order.ts';
import { baseNameOf, folderOf, type Source } from '../../text/source.ts';
import { environmentInName, environmentInPath } from './environment-name.ts';
import { objectIdentity } from './object-identity.ts';
import type { ObjectPlace } from './object-place.ts';

/** A file of base whose objects several environments have at head, none of which existed before. */
export interface SplitFile {
  readonly file: string;
  /** Sorted names of these environments. */
  readonly environments: readonly string[];
  /** The environment that used the file, with a file of it at head; undefined if nothing says which. */
  readonly owner: { readonly environment: string; readonly source: Source } | undefined;
}

/** One side of a change: its objects, and all of its texts. */
export interface SplitSide {
  readonly manifests: readonly Manifest[];
  readonly sources: readonly Source[];
}

/**
 * The files of base that become several environments, by their paths. The environment that used such a file is the one that files of no
 * environment name (`profile: dev`), or the only one that has the most objects of the file's folder without a change.
 */
export function splitFiles(
  { base, head }: Readonly<Record<'base' | 'head', SplitSide>>,
  placeOf: (source: Source) => ObjectPlace,
): ReadonlyMap<string, SplitFile> {
  const existing = new Set(base.sources.flatMap(({ file }) => environmentOfFile(file) ?? []));
  const kept = new Set(head.sources.map(({ file }) => file));
  const after = new Map<string, { readonly manifest: Manifest; readonly environment: string | undefined }[]>();
  for (const manifest of head.manifests.filter(isOfNodes))
    addToGroup(after, objectIdentity(manifest), { manifest, environment: placeOf(manifest.source).environment });

  const moved = base.manifests.filter(
    ({ source }) => source.origin === undefined && !kept.has(source.file) && placeOf(source).environment === undefined,
  );
  const objects = new Map<string, { readonly manifest: Manifest; readonly environment: string }[]>();
  const copies = new Map<string, string[]>();

  for (const manifest of moved.filter(isOfNodes)) {
    const heads = (after.get(objectIdentity(manifest)) ?? []).flatMap(({ manifest: head, environment }) => {
      if (environment === undefined) return [];
      return [{ manifest: head, environment }];
    });
    const isSplit = heads.length === after.get(objectIdentity(manifest))?.length;
    if (!isSplit || heads.length < 2 || heads.some(({ environment }) => existing.has(environment))) continue;

    for (const head of heads) {
      addToGroup(objects, manifest.source.file, head);
      if (isSameObject(head.manifest, manifest)) addToGroup(copies, folderOf(manifest.source.file), head.environment);
    }
  }

  const named = objects.size === 0 ? [] : namesIn(head.sources);

  return new Map(
    [...objects].map(([file, heads]) => {
      const environments = [...new Set(heads.map(({ environment }) => environment))].sort(compareNames);
      const owner = onlyOneOf(named, environments) ?? mostOften(copies.get(folderOf(file)) ?? []);
      const source = heads.find(({ environment }) => environment === owner)?.manifest.source;
      return [file, { file, environments, owner: source && { environment: owner!, source } }];
    }),
  );
}

/** The place of a text. A file of base that becomes several environments is in the one that used it. */
export const placeWithOwner = (
  splits: ReadonlyMap<string, SplitFile>,
  source: Source,
  place: ObjectPlace,
): ObjectPlace => {
  const owner = splits.get(source.file)?.owner;
  if (owner === undefined) return place;
  return { ...place, environment: owner.environment };
};

const isOfNodes = ({ apiVersion, kind, name, isPartial }: Manifest): boolean =>
  name !== '' && !isPartial && (isKarpenterGroup(groupOf(apiVersion)) || isNodeClassKind(kind));

const isSameObject = (a: Manifest, b: Manifest): boolean => canonical(a.object) === canonical(b.object);

/** The environment that a file or one of its folders is named after. */
const environmentOfFile = (file: string): string | undefined => {
  const name = baseNameOf(file).replace(/\.\w+$/, '');
  return environmentInName(name) ?? environmentInPath(folderOf(file));
};

/** `profile: dev`, `environment = "dev"`. */
const naming = /^["']?(?:profile|environment|env|stage)["']?[ \t]*[:=][ \t]*["']?([\w-]{1,40})["']?,?[ \t]*(?:#.*)?$/gm;

/** The environments that files name which are not those of an environment. */
const namesIn = (sources: readonly Source[]): readonly string[] =>
  sources
    .filter(({ file }) => environmentOfFile(file) === undefined)
    .flatMap(({ text }) => [...text.matchAll(naming)].map(([, name]) => name!));

function onlyOneOf(names: readonly string[], wanted: readonly string[]): string | undefined {
  const present = new Set(names.filter((name) => wanted.includes(name)));
  if (present.size === 1) return [...present][0];
  return undefined;
}

/** The only name that is more often in a list than any other. */
function mostOften(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  if (first !== undefined && first[1] > (second?.[1] ?? 0)) return first[0];
  return undefined;
}
