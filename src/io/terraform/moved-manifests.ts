import { mappingsOf, readMappings, stringOf } from '../../engine/files/sources/repository/yaml-data.ts';
import { asMapping, type Mapping } from '../../engine/manifest/model/manifest.ts';
import type { TerraformSources } from '../../engine/manifest/terraform/terraform.ts';
import { folderOf, isWithin, type Source } from '../../engine/text/source.ts';

/**
 * The manifests of a side that have the objects of files which Terraform of the other side applies, and which are not
 * on this side: a file that leaves the glob of `fileset`. Terraform creates and deletes by the keys of `for_each`, so
 * it does not follow the file. A file that moves out of its modules may be applied by something else.
 */
export function movedManifests(
  { made, plainFiles, files }: Pick<TerraformSources, 'made' | 'plainFiles' | 'files'>,
  sources: readonly Source[],
  others: readonly Source[],
): ReadonlySet<string> {
  const here = new Set(sources.map(({ file }) => file));
  const there = new Set(others.map(({ file }) => file));
  const modules = new Set(files.map(({ source }) => folderOf(source.file)));

  const lost = made.flatMap((source) => {
    const file = source.origin?.trace(0, source.text.length).span.file;
    if (file === undefined || !plainFiles.has(file) || here.has(file)) return [];
    return [{ file, objects: new Set(objectsIn(source.text)) }];
  });
  if (lost.length === 0) return new Set();

  const staysNear = (file: string, old: string): boolean =>
    isWithin(file, folderOf(old)) ||
    [...modules].some((folder) => folder !== '' && isWithin(file, folder) && isWithin(old, folder));

  return new Set(
    sources.flatMap(({ file, text, origin }) => {
      if (origin !== undefined || there.has(file)) return [];
      const near = lost.filter((old) => staysNear(file, old.file));
      if (near.length === 0) return [];

      const objects = objectsIn(text);
      // Of a file with other objects, nobody knows what applies it.
      if (objects.length > 0 && objects.every((object) => near.some((old) => old.objects.has(object)))) return [file];
      return [];
    }),
  );
}

/** What identifies the objects in a text. */
const objectsIn = (text: string): readonly string[] => readMappings(text).flatMap(objectsOf);

function objectsOf(object: Mapping): readonly string[] {
  const { kind, items } = object;
  if (typeof kind === 'string' && kind.endsWith('List')) return mappingsOf(items).flatMap(objectsOf);

  const metadata = asMapping(object.metadata);
  const [api, name, namespace] = [object.apiVersion, metadata?.name, metadata?.namespace].map(stringOf);
  return [JSON.stringify([api?.split('/')[0], stringOf(kind), namespace ?? '', name])];
}
