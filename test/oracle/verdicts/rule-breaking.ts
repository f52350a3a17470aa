import type { Verdict } from '../../../kubeval-wasm/validator.ts';
import type { CrdVersion, Schema } from '../../../src/engine/files/schema/definitions/crd-pack.ts';
import { isBroken, type Rule } from '../../conformance/kubeval/rules.ts';
import { isObject, type Json, type JsonObject, type Steps, valueAt, withValue } from './json.ts';
import { fields, type Question } from './mutations.ts';

/** What a search needs. */
interface Means {
  readonly objects: readonly JsonObject[];
  readonly judge: (question: Pick<Question, 'text' | 'oldText'>) => Verdict;
  readonly asked: (object: Json, old?: Json) => Question;
}

type SomeRule = Omit<Rule, 'packs'>;

/** A change of one value. */
type Edit = readonly [path: Steps, value: Json | undefined];

/**
 * An object that breaks a rule: one of the objects with one or two other values at the place of the rule or at the fields that it names.
 * The values come from the schema and from the texts and numbers in the rule. If possible, the object has no other error.
 */
export function breaking(rule: SomeRule, crd: CrdVersion, { objects, judge, asked }: Means): Question | undefined {
  const isTransition = /\boldSelf\b/.test(rule.rule);
  let other: Question | undefined;
  for (const size of [1, 2]) {
    for (const object of objects) {
      for (const edits of combinations(editsFor(rule, crd, object), size)) {
        const edited = edits.reduce<Json>((at, [path, value]) => withValue(at, path, value), object);
        const question = isTransition ? asked(edited, object) : asked(edited);
        const verdict = judge(question);
        if (!isBroken(rule, verdict)) continue;
        if (verdict.lenient?.causes.length === 1) return question;
        other ??= question;
      }
    }
    if (other !== undefined) return other;
  }
  return undefined;
}

/** Single edits, or pairs of edits of different fields. */
function combinations(edits: readonly Edit[], size: number): Edit[][] {
  if (size === 1) return edits.map((edit) => [edit]);
  return edits.flatMap((first, i) =>
    edits.slice(i + 1).flatMap((second) => (String(first[0]) === String(second[0]) ? [] : [[first, second]])),
  );
}

function editsFor({ rule, place }: SomeRule, crd: CrdVersion, object: JsonObject): Edit[] {
  const names = new Set(rule.match(/[A-Za-z][\w-]*/g));
  const texts = [...rule.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '');
  const numbers = [...new Set(rule.match(/\d+/g))].map(Number);
  return placesOf(object, crd.schema, place).flatMap(({ path, schema }) =>
    [{ path: [] as Steps, schema }, ...fields(valueAt(object, path), schema)]
      .filter(({ path: [...steps] }) => steps.length === 0 || names.has(String(steps.at(-1))) || isItem(steps))
      .flatMap(({ path: inner, schema: child }) => {
        const whole = [...path, ...inner];
        return replacements(child, valueAt(object, whole), { texts, numbers }).map((value): Edit => [whole, value]);
      }),
  );
}

/** Items of lists and values of maps, at the place of the rule itself. */
const isItem = (steps: Steps): boolean => steps.length === 1 && typeof steps[0] === 'number';

/** The places of an object at which a rule applies, with their schema. */
function placesOf(object: Json, schema: Schema, place: string): { path: Steps; schema: Schema }[] {
  let found: { path: Steps; schema: Schema }[] = [{ path: [], schema }];
  for (const step of place.match(/\[\]|[^.[]+/g) ?? []) {
    found = found.flatMap(({ path, schema: { items, properties, additionalProperties: free } }) => {
      const value = valueAt(object, path);
      if (step === '[]' && Array.isArray(value)) return value.map((_, i) => ({ path: [...path, i], schema: items! }));
      if (step === '{}' && isObject(value))
        return Object.keys(value).map((key) => ({ path: [...path, key], schema: free as Schema }));
      const child = properties?.[step];
      return child === undefined ? [] : [{ path: [...path, step], schema: child }];
    });
  }
  return found;
}

interface Words {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/** Other values for a field. Undefined removes it. */
function replacements(schema: Schema, value: Json | undefined, words: Words): (Json | undefined)[] {
  const found = [...(value === undefined ? [sample(schema)] : [undefined]), ...ofType(schema, value, words)];
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

function ofType(schema: Schema, value: Json | undefined, { texts, numbers }: Words): Json[] {
  const around = numbers.flatMap((number) => [number - 1, number, number + 1]);
  const long = numbers.filter((number) => number > 1 && number < 1000).map((number) => 'a'.repeat(number + 1));
  switch (schema.type) {
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number':
      return [...around, ...(typeof value === 'number' ? [value - 1, value + 1] : [])];
    case 'array':
      return [[], [sample(schema.items ?? {})], ...(Array.isArray(value) ? [[...value, ...value]] : [])];
    case 'object': {
      if (typeof schema.additionalProperties !== 'object') return [{}];
      const keys = [...(isObject(value) ? Object.keys(value) : []), '', ...texts, ...long];
      return [{}, ...keys.flatMap((key) => ['a', '', '-1', '!', ...long].map((each) => ({ [key]: each })))];
    }
    default: {
      const pairs = around.flatMap((first) => around.map((second) => `${first} ${second}`));
      return [
        ...(schema.enum ?? []),
        '',
        '!',
        'a\nb',
        ...texts,
        ...texts.map((text) => `${text}!`),
        ...pairs,
      ] as Json[];
    }
  }
}

/** The smallest value of a schema. */
function sample(schema: Schema): Json {
  if (schema.default !== undefined) return schema.default as Json;
  if (schema.enum) return schema.enum[0] as Json;
  switch (schema.type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'array':
      return [sample(schema.items ?? {})];
    case 'object': {
      if (typeof schema.additionalProperties === 'object') return { a: sample(schema.additionalProperties) };
      const required = (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})] as const);
      return Object.fromEntries(required);
    }
    default:
      return 'a';
  }
}
