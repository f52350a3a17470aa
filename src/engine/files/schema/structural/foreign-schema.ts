import { isObject, type Value } from '../../../manifest/model/manifest.ts';
import type { Schema } from '../definitions/crd-pack.ts';

/** The keys of a schema that hold a pattern or a rule. */
const programs = new Set(['pattern', 'x-kubernetes-validations']);

/** The keys of a schema that hold other schemas. */
const inner = new Set(['items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not']);

const cache = new WeakMap<object, Schema>();

/**
 * A schema without its patterns and rules. JavaScript may take forever to evaluate those of a definition from a pull request. Only the
 * API server's own code runs them: it matches in linear time and limits the cost of rules.
 */
export function withoutPrograms(schema: Schema): Schema {
  const before = cache.get(schema);
  if (before !== undefined) return before;

  const entries = Object.entries(schema)
    .filter(([key]) => !programs.has(key))
    .map(([key, value]) => {
      if (key === 'properties') return [key, named(value)];
      if (inner.has(key)) return [key, within(value)];
      return [key, value];
    });
  const result = Object.fromEntries(entries) as Schema;
  cache.set(schema, result);

  return result;
}

const named = (schemas: Value): unknown => {
  if (isObject(schemas))
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, within(schema)]));

  return schemas;
};

const within = (value: Value): unknown => {
  if (Array.isArray(value)) return value.map(within);
  if (isObject(value)) return withoutPrograms(value as Schema);
  return value;
};
