import { isObject, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

/** More unknown values than this make the whole object unknown, because each one slows every rule down. */
const mostUnknown = 100;

/** Paths of the values of an object that are unknown: placeholders, and everything if template lines may add fields. */
export function unknownPaths({ isPartial, object }: Manifest): readonly Path[] {
  if (isPartial) return [[]];
  const paths = placeholderPaths(object as Value, []);
  if (paths.length > mostUnknown) return [[]];
  return paths;
}

function placeholderPaths(value: Value, path: Path): Path[] {
  if (Array.isArray(value)) return value.flatMap((item: Value, i) => placeholderPaths(item, [...path, i]));
  if (!isObject(value)) {
    if (hasPlaceholder(value)) return [path];
    return [];
  }
  if (Object.keys(value).some((key) => hasPlaceholder(key))) return [path];
  return Object.entries(value).flatMap(([key, child]) => placeholderPaths(child, [...path, key]));
}

/** Paths of the values that are null. In figures, null means unknown. */
export function nullPaths(value: Value, path: Path): Path[] {
  if (value === null) return [path];
  if (Array.isArray(value)) return value.flatMap((item: Value, i) => nullPaths(item, [...path, i]));
  if (isObject(value)) return Object.entries(value).flatMap(([key, child]) => nullPaths(child, [...path, key]));
  return [];
}
