import { isObject, type Value } from '../../manifest/manifest.ts';
import type { Schema } from '../definitions/crd-pack.ts';

/** What a schema has matched or run. */
const programs = new Set(['pattern', 'x-kubernetes-validations']);

/** Where a schema holds others. */
const inner = new Set(['items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not']);

const known = new WeakMap<object, Schema>();

/**
 * A schema without its patterns and rules. Those of a definition that comes with a pull request may take JavaScript for ever: the API server's
 * own code, which matches in linear time and counts what rules cost, is the only one to run them.
 */
export function withoutPrograms(schema: Schema): Schema {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const entries = Object.entries(schema)
    .filter(([key]) => !programs.has(key))
    .map(([key, value]) => [key, key === 'properties' ? named(value) : inner.has(key) ? within(value) : value]);
  const result = Object.fromEntries(entries) as Schema;
  known.set(schema, result);
  return result;
}

const named = (schemas: Value): unknown =>
  isObject(schemas)
    ? Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, within(schema)]))
    : schemas;

const within = (value: Value): unknown =>
  Array.isArray(value) ? value.map(within) : isObject(value) ? withoutPrograms(value as Schema) : value;
