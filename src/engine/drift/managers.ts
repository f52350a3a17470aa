import { isObject, type Path, type Value } from '../manifest/manifest.ts';

/** What the API server keeps of one manager of an object's fields. */
interface ManagedFields {
  readonly manager?: Value;
  readonly subresource?: Value;
  readonly fieldsV1?: Value;
}

/** Who wrote a field last, by the record that the API server keeps; several share it, or nobody is known. Sorted. */
export function managersOf(live: { readonly [key: string]: Value }, path: Path): string[] {
  const metadata = isObject(live.metadata) ? live.metadata : {};
  const records = Array.isArray(metadata.managedFields) ? (metadata.managedFields as readonly ManagedFields[]) : [];
  const reached = records.flatMap(({ manager, subresource, fieldsV1 }) =>
    typeof manager === 'string' && subresource === undefined ? [{ manager, depth: depthOf(fieldsV1, path) }] : [],
  );
  const deepest = Math.max(...reached.map(({ depth }) => depth), 0);
  // The spec alone is owned by everybody who wrote anything in it.
  if (deepest < 2) return [];
  return [...new Set(reached.filter(({ depth }) => depth === deepest).map(({ manager }) => manager))].sort();
}

/** How many steps of a path the record of a manager follows; items of lists have names of their own there. */
function depthOf(fields: Value | undefined, path: Path): number {
  let at = fields;
  for (const [depth, step] of path.entries()) {
    if (!isObject(at) || !Object.hasOwn(at, `f:${step}`)) return depth;
    at = at[`f:${step}`];
  }
  return path.length;
}
