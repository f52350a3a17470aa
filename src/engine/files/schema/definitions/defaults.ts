import { isObject, type Value } from '../../../manifest/model/manifest.ts';
import type { Schema } from './crd-pack.ts';

/** The schema of a field: the one under `properties`, or that of additional properties. */
export function fieldSchema(schema: Schema, key: string): Schema | undefined {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  if (typeof schema.additionalProperties === 'object') return schema.additionalProperties;
  return undefined;
}

/**
 * The object as the API server stores it: a null that the schema does not allow is dropped or becomes the default, and absent
 * fields get their defaults (apiextensions-apiserver pkg/apiserver/schema/defaulting).
 */
export function withDefaults(value: Value, schema: Schema): Value {
  if (Array.isArray(value)) {
    const items = schema.items;
    if (items === undefined) return value;
    return value.map((item) => defaulted(item, items) ?? null);
  }

  if (!isObject(value)) return value;

  const out = new Map<string, Value>();
  for (const [key, child] of Object.entries(value)) {
    const childSchema = fieldSchema(schema, key);
    const stored = childSchema === undefined ? child : defaulted(child, childSchema);
    if (stored !== undefined) out.set(key, stored);
  }

  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (property.default === undefined || out.has(key)) continue;
    out.set(key, withDefaults(property.default, property));
  }

  // fromEntries, because assigning to a key such as `__proto__` would not create a field.
  return Object.fromEntries(out);
}

/** A value with its defaults, or undefined if it is a null that the server drops. */
function defaulted(value: Value, schema: Schema): Value | undefined {
  if (value !== null || schema.nullable === true) return withDefaults(value, schema);
  if (schema.default === undefined) return undefined;
  return withDefaults(schema.default, schema);
}

/** The object without the fields that its schema does not know, as the API server drops them. */
export function prune(value: Value, schema: Schema): Value {
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) return value;
  if (Array.isArray(value)) {
    if (schema.items === undefined) return value;
    return value.map((item) => prune(item, schema.items!));
  }
  if (!isObject(value) || schema.additionalProperties === true) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      const childSchema = fieldSchema(schema, key);
      if (childSchema === undefined) return [];
      return [[key, prune(child, childSchema)]];
    }),
  );
}
