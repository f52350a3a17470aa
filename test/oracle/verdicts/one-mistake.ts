import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { CustomResourceDefinition, Validator } from '../../../kubeval-wasm/validator.ts';
import type { CrdVersion, Schema } from '../../../src/engine/files/schema/definitions/crd-pack.ts';
import { definitionOf } from '../../../src/engine/files/schema/server/served-definition.ts';
import { rulesOf } from '../../conformance/kubeval/rules.ts';
import { isObject, type Json, type JsonObject, valueAt, withValue } from './json.ts';
import { fields, manyKeys, placeOf, type Question, repeated } from './mutations.ts';
import { breaking } from './rule-breaking.ts';

/** Mistakes about the schema of one kind. More of them are chosen evenly from all. */
const mostMistakes = 60;

const specs: Readonly<Record<string, JsonObject[]>> = parse(
  readFileSync(new URL('provider-objects.yaml', import.meta.url), 'utf8'),
  { merge: true },
);

/**
 * The objects of a kind of another provider, an update of each that changes nothing important, and objects with one mistake: for every
 * keyword of the schema, and for every rule. The validator only searches. The server decides.
 */
export function oneMistakeEach(crd: CrdVersion, validator: Validator): Question[] {
  const { apiVersion, kind, group, version } = crd;
  const objects = (specs[`${group} ${kind}`] ?? []).map(
    (spec): JsonObject => ({ apiVersion, kind, metadata: { name: 'a' }, spec }),
  );
  const judged = { crd: definitionOf(crd) as CustomResourceDefinition, version };
  const judge = ({ text, oldText }: Pick<Question, 'text' | 'oldText'>) =>
    validator.validate({ ...judged, text, oldText });
  const asked = (object: Json, old?: Json): Question => ({
    apiVersion,
    kind,
    text: JSON.stringify(object),
    ...(old !== undefined && { oldText: JSON.stringify(old) }),
  });
  const mistakes = new Map<string, Json>();
  for (const object of objects) {
    for (const { path, schema } of fields(object, crd.schema)) {
      for (const [keyword, value] of violations(schema, valueAt(object, path))) {
        const place = `${placeOf(path)} ${keyword}`;
        if (!mistakes.has(place)) mistakes.set(place, withValue(object, path, value));
      }
    }
  }
  return [
    ...objects.map((object) => asked(object)),
    ...objects.map((object) => asked(withValue(object, ['metadata', 'labels'], { a: 'b' }), object)),
    ...evenly([...mistakes.values()], mostMistakes).map((object) => asked(object)),
    ...rulesOf(crd, crd.schema).flatMap((rule) => {
      const found = breaking(rule, crd, { objects, judge, asked });
      return found === undefined ? [] : [found];
    }),
  ];
}

/** For each keyword of the schema of a value that breaks it, the value. */
function violations(schema: Schema, value: Json | undefined): (readonly [keyword: string, value: Json])[] {
  if (value === undefined) return [];
  const isText = schema.type === 'string' || schema['x-kubernetes-int-or-string'] === true;
  const found: (readonly [string, Json])[] = [['type', isText ? true : 'text']];
  const { minimum, maximum, minLength, maxLength, maxItems, maxProperties } = schema;
  if (schema.default !== undefined) found.push(['null', null]);
  if (schema.enum) found.push(['enum', 'none']);
  if (schema.pattern || schema.allOf) found.push(['pattern', '!']);
  if (schema.format === 'int32') found.push(['format', 2 ** 31]);
  if (minimum !== undefined) found.push(['minimum', minimum - 1]);
  if (maximum !== undefined) found.push(['maximum', maximum + 1]);
  if (minLength) found.push(['minLength', '']);
  if (maxLength) found.push(['maxLength', 'a'.repeat(maxLength + 1)]);
  if (Array.isArray(value)) {
    if (schema.minItems) found.push(['minItems', []]);
    if (maxItems !== undefined) found.push(['maxItems', repeated(value, maxItems)]);
    if (schema['x-kubernetes-list-type'] !== undefined) found.push(['list type', [...value, ...value]]);
  }
  if (isObject(value)) {
    if (maxProperties !== undefined) found.push(['maxProperties', manyKeys(value, maxProperties)]);
    if (schema.properties && !schema['x-kubernetes-preserve-unknown-fields'])
      found.push(['unknown field', { ...value, unknown: 1 }]);
    for (const name of schema.required ?? []) found.push([`required ${name}`, withValue(value, [name], undefined)]);
  }
  return found;
}

const evenly = <T>(values: readonly T[], most: number): T[] =>
  values.filter((_, i) => Math.floor((i * most) / values.length) !== Math.floor(((i - 1) * most) / values.length));
