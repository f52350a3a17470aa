import { isObject, type Value } from '../../manifest/manifest.ts';

/** Keywords of JSON Schema that lead to another schema. */
const references = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** The drafts that helm's validators have on board; they fetch every other one. */
const knownDraft = /^https?:\/\/json-schema\.org\/(?:draft-0[467]|draft\/(?:2019-09|2020-12))\/schema#?$/;

/**
 * What a values.schema.json names outside of itself: helm reads it from wherever it is, `file:` and `http:` alike (helm
 * pkg/chartutil/jsonschema.go). Undefined where it names nothing.
 */
export function reachOfSchema(text: string): { readonly named: string } | { readonly fault: string } | undefined {
  let schema: Value;
  try {
    schema = JSON.parse(text) as Value;
  } catch {
    return { fault: 'it is not JSON' };
  }
  // No recursion: whoever wrote it decides how deep it goes.
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
  // gojsonschema, which helm had before 3.18, looks for such a schema where its name says.
  return (key === '$id' || key === 'id') && /:.*#./.test(value);
}
