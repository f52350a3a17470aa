import { isObject, mappingOrEmpty, type Path, type Value } from '../../manifest/model/manifest.ts';

/** An entry of an object's `managedFields`. */
interface ManagedFields {
  readonly manager?: Value;
  readonly subresource?: Value;
  readonly fieldsV1?: Value;
}

/** Who last wrote a field according to `managedFields`, sorted: one manager, several that share it, or none that is known. */
export function managersOf(live: { readonly [key: string]: Value }, path: Path): string[] {
  const metadata = mappingOrEmpty(live.metadata);

  const records = () => {
    if (Array.isArray(metadata.managedFields)) return metadata.managedFields as readonly ManagedFields[];
    return [];
  };

  const reached = records().flatMap(({ manager, subresource, fieldsV1 }) => {
    if (typeof manager === 'string' && subresource === undefined) return [{ manager, depth: depthOf(fieldsV1, path) }];
    return [];
  });
  const deepest = Math.max(...reached.map(({ depth }) => depth), 0);
  // A match on `spec` alone says nothing: everybody who wrote any field in it owns it.
  if (deepest < 2) return [];

  return [...new Set(reached.filter(({ depth }) => depth === deepest).map(({ manager }) => manager))].sort();
}

/** How many steps of a path a manager's entry contains. List items have keys of a special form there. */
function depthOf(fields: Value | undefined, path: Path): number {
  let at = fields;
  for (const [depth, step] of path.entries()) {
    if (!isObject(at) || !Object.hasOwn(at, `f:${step}`)) return depth;
    at = at[`f:${step}`];
  }
  return path.length;
}
