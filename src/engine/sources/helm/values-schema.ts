import { isObject, type Value } from '../../manifest/manifest.ts';

/** Keywords of JSON Schema that refer to another schema. */
const references = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** The drafts that are built into Helm's validators. They download all others. */
const knownDraft = /^https?:\/\/json-schema\.org\/(?:draft-0[467]|draft\/(?:2019-09|2020-12))\/schema#?$/;

/**
 * What a values.schema.json refers to outside itself. Helm loads it from any location, including `file:` and `http:` (helm
 * pkg/chartutil/jsonschema.go). Undefined if it refers to nothing.
 */
export function reachOfSchema(text: string): { readonly named: string } | { readonly fault: string } | undefined {
  let schema: Value;
  try {
    schema = JSON.parse(text) as Value;
  } catch {
    return { fault: 'it is not JSON' };
  }
  // No recursion, because the author of the schema controls its depth.
  const left: Value[] = [schema];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const entries: [string, Value][] = isObject(at)
      ? Object.entries(at)
      : Array.isArray(at)
        ? at.map((one) => ['', one])
        : [];
    for (const [key, value] of entries) {
      if (typeof value === 'string' && leadsAway(key, value)) return { named: value };
      if (typeof value === 'object' && value !== null) left.push(value);
    }
  }
  return undefined;
}

function leadsAway(key: string, value: string): boolean {
  if (references.has(key)) return !value.startsWith('#');
  if (key === '$schema') return !knownDraft.test(value);
  // gojsonschema, which Helm used before 3.18, loads such a schema from the location in its ID.
  return (key === '$id' || key === 'id') && /:.*#./.test(value);
}
