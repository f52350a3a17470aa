import { objectPlace } from '../../files/places/object-place.ts';
import type { Pair } from '../../files/places/pair.ts';
import type { Settings } from '../../karpenter/api/settings.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { isTerraformPath } from '../../manifest/prefilter.ts';
import type { Diagnostic, ResourceRef } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { folderOf } from '../../text/source.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { Context } from '../context/context.ts';
import { type MovedFiles, movedFiles, type SetsOfSides } from './moved-files.ts';
import type { MovedObject } from './renamed-objects.ts';

/** The place of a file of the repository: its configured environment, or else its folder. */
const placeOfFile = (file: string, environments: Settings['environments']): string =>
  objectPlace({ file, text: '' }, environments).key;

/** A finding at a file of the repository, with the place that it belongs to. */
export const withPlace = (diagnostic: Diagnostic, { environments }: Settings): Diagnostic => ({
  ...diagnostic,
  place: placeOfFile(diagnostic.span.file, environments),
});

/**
 * The findings of base where head has their objects and files, so that findings of both sides can be compared. A finding is there several times
 * if its object is, such as in overlays that a base was split into. `moved` are objects that leave their namespace, whose findings have the new one.
 */
export function asInHead(
  diagnostics: readonly Diagnostic[],
  context: Context,
  sides: SetsOfSides,
  moved: readonly MovedObject[] = [],
): readonly Diagnostic[] {
  const objects = new ObjectFiles(context, moved);
  const files = movedFiles(sides);

  return diagnostics.flatMap((diagnostic) => {
    const { resource, span } = diagnostic;
    const there = resource === null ? undefined : objects.inHead(resource, span.file);
    const inFiles = there ?? inHead(span.file, files, objects);
    const at = inFiles.map((file) => withPlace(inFile(diagnostic, file), context.settings));
    // A finding with an object is the same in all files of a place.
    const keyOf = ({ place, span }: Diagnostic): string | undefined => {
      if (resource === null) return span.file;
      return place;
    };

    return [...new Map(at.map((diagnostic) => [keyOf(diagnostic), diagnostic])).values()];
  });
}

/** A finding as another file would have it: messages may name the file or its folder. */
function inFile(diagnostic: Diagnostic, file: string): Diagnostic {
  const { span, message } = diagnostic;
  if (file === span.file) return diagnostic;

  const renamed = new Map([
    [quoted(folderOf(span.file) || '.'), quoted(folderOf(file) || '.')],
    [quoted(span.file), quoted(file)],
  ]);

  return {
    ...diagnostic,
    span: { ...span, file },
    message: message.replace(/`[^`]+`/g, (name) => renamed.get(name) ?? name),
  };
}

/** The files of head that have what a file of base had. A file that is still there has stayed. */
function inHead(file: string, { isKept, former, added }: MovedFiles, objects: ObjectFiles): readonly string[] {
  if (isKept(file)) return [file];

  const moved = former.get(file);
  if (moved !== undefined) return [moved];

  // All Terraform files of a folder are one module.
  const module = added.filter((other) => isTerraformPath(other) && folderOf(other) === folderOf(file));
  if (isTerraformPath(file) && module.length > 0) return module;

  const files = objects.ofFile(file);
  if (files.length > 0) return files;
  return [file];
}

/** Where the objects of base are in head, by files of the repository. */
class ObjectFiles {
  readonly #origins: Context['origins'];
  readonly #pairs: readonly Pair[];
  /** By the names that they have in head. */
  readonly #moved: ReadonlyMap<string, readonly MovedObject[]>;
  readonly #files = new Map<Manifest, string>();
  #byObject: ReadonlyMap<string, readonly Pair[]> | undefined;
  #byFile: ReadonlyMap<string, readonly Pair[]> | undefined;

  constructor({ origins, paired }: Pick<Context, 'origins' | 'paired'>, moved: readonly MovedObject[]) {
    this.#origins = origins;
    this.#pairs = [...paired, ...moved];
    this.#moved = groupBy(moved, ({ head }) => objectKey(head.ref));
  }

  /** The files of head with the counterparts of an object in a file of base, sorted: its own file if it is removed, undefined if it is unknown. */
  inHead(object: ResourceRef, file: string): readonly string[] | undefined {
    this.#byObject ??= groupBy(
      this.#pairs.filter(({ base }) => base !== undefined),
      ({ base }) => objectKey(base!.ref),
    );

    const key = objectKey(object);
    const all = [...(this.#byObject.get(key) ?? []), ...(this.#moved.get(key) ?? [])];
    const pairs = all.filter((pair) => this.#isIn(pair, file));
    if (pairs.length === 0) return undefined;

    const files = this.#headFiles(pairs);
    if (files.length > 0) return files;
    return [file];
  }

  /** The files of head with the objects of a file of base, sorted. */
  ofFile(file: string): readonly string[] {
    this.#byFile ??= groupBy(
      this.#pairs.filter(({ base }) => base !== undefined),
      ({ base }) => this.#fileOf(base!, 'base'),
    );
    return this.#headFiles(this.#byFile.get(file) ?? []);
  }

  #isIn({ base }: Pair, file: string): boolean {
    return this.#fileOf(base!, 'base') === file;
  }

  #headFiles(pairs: readonly Pair[]): readonly string[] {
    return [
      ...new Set(
        pairs.flatMap(({ head }) => {
          if (head) return [this.#fileOf(head, 'head')];
          return [];
        }),
      ),
    ].sort();
  }

  /** Only rendered text leads to another file. To find that file takes long, so it is done once, and only for objects with findings. */
  #fileOf(manifest: Manifest, side: 'base' | 'head'): string {
    const { source } = manifest;
    if (!source.origin) return source.file;
    const file = this.#files.get(manifest) ?? this.#origins[side].span(manifest.span([])).file;
    this.#files.set(manifest, file);
    return file;
  }
}

/** The version of the API may differ between the sides. */
const objectKey = ({ kind, namespace, name }: ResourceRef): string => JSON.stringify([kind, namespace, name]);
