import type { CrdVersion, Schema } from '../../../src/engine/files/schema/definitions/crd-pack.ts';
import { Random } from '../../conformance/generator/random.ts';
import { isObject, type Json, type JsonObject, type Steps, valueAt, withValue } from './json.ts';

/** One question to a server: an object and, if it is an update, the object before. */
export interface Question {
  readonly apiVersion: string;
  readonly kind: string;
  readonly text: string;
  readonly oldText?: string;
}

/** Objects of one kind to start from, and all values seen at each of its fields, valid or not. */
export interface Seeds {
  readonly bases: readonly JsonObject[];
  readonly values: ReadonlyMap<string, readonly Json[]>;
}

/** A field of an object by its schema, whether or not the object has it. */
interface Field {
  readonly path: Steps;
  readonly schema: Schema;
}

const update = 0.25;
const second = 0.35;

/** An object of a kind with one or two mistakes or harmless changes. The same seed gives the same object. */
export function mutated(crd: CrdVersion, { bases, values }: Seeds, seed: number): Question {
  const random = new Random(seed);
  const base = random.pick(...bases);
  const name = `o${seed}`;
  // Only the server knows the uid that it gave an object. Every object is requested in the same namespace.
  const plain = withValue(withValue(base, ['metadata', 'uid'], undefined), ['metadata', 'namespace'], undefined);
  let object: Json = withValue(plain, ['metadata', 'name'], name);
  const isUpdate = random.chance(update);
  const oldText = isUpdate ? JSON.stringify(object) : undefined;
  do object = mutation(object, crd, { random, values });
  while (random.chance(second));
  if (valueAt(object, ['metadata', 'namespace']) !== undefined) {
    object = withValue(object, ['metadata', 'namespace'], undefined);
  }
  // An update uses the old name.
  if (isUpdate) object = withValue(object, ['metadata', 'name'], name);
  const text = written(object, random);
  return { apiVersion: crd.apiVersion, kind: crd.kind, text, ...(oldText !== undefined && { oldText }) };
}

interface Means {
  readonly random: Random;
  readonly values: Seeds['values'];
}

function mutation(object: Json, crd: CrdVersion, { random, values }: Means): Json {
  const root: Schema = { ...crd.schema, properties: { ...crd.schema.properties, metadata: metadata } };
  const found = fields(object, root);
  const { path, schema } = random.pick(...found);
  const kind = random.next();
  if (kind < 0.45) return transplanted(object, path, { random, values });
  if (kind < 0.55) return withValue(object, path, undefined);
  if (kind < 0.65)
    return withValue(object, [...path, random.pick('foo', 'limit', 'Spec', 'x-y')], random.pick<Json>('a', 1, {}));
  return withValue(object, path, edge(schema, valueAt(object, path), random));
}

/** The parts of `metadata` that are useful to change. */
const metadata: Schema = {
  type: 'object',
  properties: {
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    annotations: { type: 'object', additionalProperties: { type: 'string' } },
    finalizers: { type: 'array', items: { type: 'string' } },
    generateName: { type: 'string' },
  },
};

/** All fields of the schema at the existing objects and list items. */
export function fields(value: Json | undefined, schema: Schema, path: Steps = []): Field[] {
  const own = path.length > 0 ? [{ path, schema }] : [];
  const children = (entries: readonly (readonly [string | number, Schema])[]): Field[] =>
    entries.flatMap(([step, child]) =>
      fields(value === undefined ? undefined : valueAt(value, [step]), child, [...path, step]),
    );
  if (Array.isArray(value) && schema.items) return [...own, ...children(value.map((_, i) => [i, schema.items!]))];
  if (!isObject(value)) return own;
  const { additionalProperties: free, properties = {} } = schema;
  const named = Object.entries(properties).filter(([name]) => !['apiVersion', 'kind', 'status'].includes(name));
  const keys = typeof free === 'object' ? Object.keys(value).map((key) => [key, free] as const) : [];
  return [...own, ...children(named), ...children(keys)];
}

/** The place of a field, without the indices of lists. */
export const placeOf = (path: Steps): string => path.map((step) => (typeof step === 'number' ? '[]' : step)).join('/');

/** A value that another object has at this field. */
function transplanted(object: Json, path: Steps, { random, values }: Means): Json {
  const seen = values.get(placeOf(path));
  return seen === undefined ? withValue(object, path, null) : withValue(object, path, random.pick(...seen));
}

const otherTypes: readonly Json[] = [
  'text',
  '',
  0,
  1,
  -1,
  1.5,
  true,
  null,
  [],
  {},
  ['a'],
  { a: 'b' },
  [null],
  2 ** 31,
  2 ** 53,
];

/** A value at the limits of the schema, or beyond them. */
function edge(schema: Schema, value: Json | undefined, random: Random): Json {
  const candidates: Json[] = [random.pick(...otherTypes)];
  const add = (...more: Json[]): void => void candidates.push(...more);
  if (schema.enum) add(...(schema.enum as Json[]), 'none', String(schema.enum[0]).toLowerCase());
  for (const bound of [schema.minimum, schema.maximum]) if (bound !== undefined) add(bound - 1, bound, bound + 1);
  for (const length of [schema.minLength, schema.maxLength]) {
    if (length !== undefined) add('a'.repeat(Math.max(0, length - 1)), 'a'.repeat(length), 'é'.repeat(length + 1));
  }
  if (typeof value === 'string') add(`${value}!`, value.toUpperCase(), value.slice(1), ` ${value}`, value.repeat(2));
  if (Array.isArray(value))
    add([...value, ...value], value.slice(1), [...value].reverse(), repeated(value, schema.maxItems));
  if (isObject(value)) add(Object.fromEntries(Object.entries(value).slice(1)), manyKeys(value, schema.maxProperties));
  if (typeof value === 'number') add(value + 1, -value, value * 1000, String(value));
  return random.pick(...candidates);
}

/** One item more than a list may have. */
export const repeated = (value: readonly Json[], most = 3): Json[] =>
  value.length === 0 ? [] : Array.from({ length: most + 1 }, (_, i) => value[i % value.length]!);

export const manyKeys = (value: JsonObject, most = 3): JsonObject => ({
  ...value,
  ...Object.fromEntries(Array.from({ length: most + 1 }, (_, i) => [`k${i}`, Object.values(value)[0] ?? 'v'])),
});

/** Sometimes JSON in unusual notations: the API server distinguishes 1.0 from 1, and notices duplicate keys. */
function written(object: Json, random: Random): string {
  const text = JSON.stringify(object);
  if (random.chance(0.03)) return text.replace(/:(\d+)([,}])/, ':$1.0$2');
  if (random.chance(0.03)) return text.replace(/"spec":\{/, '"spec":{"zzz":1,"zzz":2,');
  return text;
}
