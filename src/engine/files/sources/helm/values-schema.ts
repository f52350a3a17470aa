import { isObject, type Value } from '../../../manifest/model/manifest.ts';

/** Keywords of JSON Schema that refer to another schema. */
const references = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** The drafts that are built into Helm's validators. They download all others. */
const knownDraft = /^https?:\/\/json-schema\.org\/(?:draft-0[467]|draft\/(?:2019-09|2020-12))\/schema#?$/;

/** A values.schema.json that helm reads nothing else for, or why there is none: what it refers to, or why it cannot be read. */
type CheckedSchema = { readonly text: string } | { readonly named: string } | { readonly fault: string };

/**
 * Checks a values.schema.json. Helm loads what it refers to from any location, including `file:` and `http:` (helm
 * pkg/chartutil/jsonschema.go). `$schema` only names the draft, so an unknown draft is left out, and helm uses its default.
 */
export function checkedSchema(text: string): CheckedSchema {
  let schema: Value;

  try {
    schema = JSON.parse(text) as Value;
  } catch {
    return { fault: 'it is not JSON' };
  }

  let isUnchanged = true;
  // No recursion, because the author of the schema controls its depth.
  const queue: Value[] = [schema];

  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const entriesOf = (): [string, Value][] => {
      if (isObject(at)) return Object.entries(at);
      if (Array.isArray(at)) return at.map((path) => ['', path]);
      return [];
    };

    const entries = entriesOf();

    for (const [key, value] of entries) {
      if (typeof value === 'object' && value !== null) queue.push(value);
      if (typeof value !== 'string') continue;
      if (leadsAway(key, value)) return { named: value };
      if (key !== '$schema' || knownDraft.test(value)) continue;

      delete (at as Record<string, Value>)[key];
      isUnchanged = false;
    }
  }

  if (isUnchanged) return { text };
  return printed(schema);
}

function leadsAway(key: string, value: string): boolean {
  if (references.has(key)) return !value.startsWith('#');
  // gojsonschema, which Helm used before 3.18, loads such a schema from the location in its ID.
  if (key !== '$id' && key !== 'id') return false;

  const scheme = value.indexOf(':');
  return scheme !== -1 && /#./.test(value.slice(scheme));
}

function printed(schema: Value): CheckedSchema {
  try {
    return { text: JSON.stringify(schema) };
  } catch {
    return { fault: 'it is nested too deeply' };
  }
}
