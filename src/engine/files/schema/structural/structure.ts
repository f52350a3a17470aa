import { isObject, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { plural } from '../../../text/words/plural.ts';
import { quotedNames } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { firstMatch } from '../cel/pattern.ts';
import type { Schema } from '../definitions/crd-pack.ts';
import { fieldSchema } from '../definitions/defaults.ts';
import { type Fault, serverPathText, shownValue } from '../definitions/fault.ts';
import { isFormat } from './format.ts';

/**
 * Faults of a defaulted object, except for unknown fields and CEL: types, required fields, enums, patterns, bounds and duplicates in
 * sets, as in apiextensions-apiserver pkg/apiserver/validation. Placeholders are never validated.
 */
export function structuralFaults(value: Value, schema: Schema, path: Path): Fault[] {
  if (hasPlaceholder(value)) return [];
  if (value === null && schema.nullable === true) return [];

  const typeFault = wrongType(value, schema, path);
  if (typeFault !== undefined) return [typeFault];

  return [
    ...enumFaults(value, schema, path),
    ...(typeof value === 'string' ? textFaults(value, schema, path) : []),
    ...(typeof value === 'number' ? numberFaults(value, schema, path) : []),
    ...(Array.isArray(value) ? listFaults(value, schema, path) : []),
    ...(isObject(value) ? objectFaults(value, schema, path) : []),
    ...(schema.allOf ?? []).flatMap((part) => structuralFaults(value, part, path)),
    ...alternativeFaults(value, schema, path),
  ];
}

const typeNames: Record<string, string> = {
  object: 'a mapping',
  array: 'a list',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: '`true` or `false`',
};

const typeOf = (value: Value): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return numberType(value);
  return typeof value;
};

const numberType = (value: number): string => {
  if (Number.isInteger(value)) return 'integer';
  return 'number';
};

/**
 * Whether a value has the type that a structural schema asks for. A whole number is also a `number`, and a schema
 * without a type accepts every value.
 */
export function hasType(value: Value, schema: Schema): boolean {
  const type = typeOf(value);
  if (schema['x-kubernetes-int-or-string'] === true) return type === 'integer' || type === 'string';
  return schema.type === undefined || schema.type === type || (schema.type === 'number' && type === 'integer');
}

function wrongType(value: Value, schema: Schema, path: Path): Fault | undefined {
  if (hasType(value, schema)) return undefined;
  const wanted = schema['x-kubernetes-int-or-string'] ? 'a whole number or a string' : typeNames[schema.type!];
  const typeName = typeof value === 'boolean' ? 'a boolean' : (typeNames[typeOf(value)] ?? 'null');

  const what = () => {
    if (isObject(value) || Array.isArray(value) || value === null) return typeName;
    return `${shownValue(value)}, ${typeName}`;
  };

  return { code: 'schema/type', path, message: `\`${serverPathText(path)}\` must be ${wanted}, but is ${what()}` };
}

function enumFaults(value: Value, schema: Schema, path: Path): Fault[] {
  if (schema.enum === undefined || schema.enum.includes(value)) return [];
  const allowed = quotedNames(schema.enum.map(String));
  const message = `\`${serverPathText(path)}\` is ${shownValue(value)}, but must be ${textIf(schema.enum.length > 1, 'one of ')}${allowed}`;
  return [{ code: 'schema/enum', path, message }];
}

function textFaults(value: string, schema: Schema, path: Path): Fault[] {
  const faults: Fault[] = [];
  const length = [...value].length;

  const fault = (code: Fault['code'], must: string, bound?: Fault['bound']): void => {
    const message = `\`${serverPathText(path)}\` is ${shownValue(value)}, but must ${must}`;
    faults.push({ code, path, message, ...(bound !== undefined && { bound }) });
  };

  if (length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) {
    fault('schema/length', `have at most ${schema.maxLength} characters (it has ${length})`, 'maximum');
  }
  if (length < (schema.minLength ?? 0)) {
    fault('schema/length', `have at least ${plural(schema.minLength!, 'character')}`, 'minimum');
  }
  if (schema.pattern !== undefined && firstMatch(value, schema.pattern) === null) {
    fault('schema/pattern', `match \`${schema.pattern}\``);
  }
  if (schema.format !== undefined && !isFormat(value, schema.format)) fault('schema/format', `be a ${schema.format}`);

  return faults;
}

const integerBounds: Record<string, readonly [number, number]> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
};

/** The format that bounds an integer. It is `int64` at most, because the API server reads a larger integer as a fraction. */
const widestOf = ({ type, format = '', ...schema }: Schema): string => {
  if (format in integerBounds || (type !== 'integer' && schema['x-kubernetes-int-or-string'] !== true)) return format;

  return 'int64';
};

function numberFaults(value: number, schema: Schema, path: Path): Fault[] {
  const [low, high] = integerBounds[widestOf(schema)] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const minimum = Math.max(schema.minimum ?? low, low);
  const maximum = Math.min(schema.maximum ?? high, high);
  // JavaScript rounds integers near ±2^63 to the bound, so only the text shows whether the integer exceeds it.
  const isUndecided = Math.abs(value) === 2 ** 63 && (value === maximum || value === minimum);
  if (value >= minimum && value <= maximum && !isUndecided) return [];

  const isLow = value < minimum || value === -(2 ** 63);
  const bound = isLow ? `at least ${digits(minimum)}` : `at most ${digits(maximum)}`;
  const message = `\`${serverPathText(path)}\` is ${written(value)}, but must be ${bound}`;

  return [{ code: 'schema/range', path, message, ...(isUndecided && { isUndecided }) }];
}

/** All digits of a whole number, unless it is so long that nobody would read them. */
const written = (value: number): string => {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(BigInt(value));
  return String(value);
};

/** All digits of a bound. JavaScript cannot represent the largest integer. */
const digits = (bound: number): string => {
  if (bound === 2 ** 63) return '9223372036854775807';
  return written(bound);
};

function listFaults(value: readonly Value[], schema: Schema, path: Path): Fault[] {
  const faults = countFaults(value.length, [schema.minItems, schema.maxItems, 'item'], path);
  if (schema['x-kubernetes-list-type'] === 'set') faults.push(...duplicateFaults(value, path));
  // Like the API server, stop at a list that is too long. It may have millions of items.
  if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) return faults;

  for (const [i, item] of value.entries()) {
    if (schema.items !== undefined) faults.push(...structuralFaults(item, schema.items, [...path, i]));
  }

  return faults;
}

type Bounds = readonly [minimum: number | undefined, maximum: number | undefined, noun: string];

function countFaults(amount: number, [minimum, maximum, noun]: Bounds, path: Path): Fault[] {
  const isFew = amount < (minimum ?? 0);
  if (!isFew && amount <= (maximum ?? Number.POSITIVE_INFINITY)) return [];
  const limit = isFew ? `at least ${plural(minimum!, noun)}` : `at most ${plural(maximum!, noun)}`;
  const message = `\`${serverPathText(path)}\` has ${plural(amount, noun)}, but must have ${limit}`;
  return [{ code: 'schema/length', path, message, bound: isFew ? 'minimum' : 'maximum' }];
}

function duplicateFaults(items: readonly Value[], path: Path): Fault[] {
  const seen = new Map<string, number>();
  return items.flatMap((item, i): Fault[] => {
    const first = seen.get(JSON.stringify(item));
    if (first === undefined) {
      seen.set(JSON.stringify(item), i);
      return [];
    }

    const message = `\`${serverPathText(path)}\` contains ${shownValue(item)} twice, but its items must be unique`;

    return [
      {
        code: 'schema/duplicate',
        path: [...path, i],
        message,
        also: [{ path: [...path, first], message: 'first used here' }],
      },
    ];
  });
}

function objectFaults(value: { readonly [key: string]: Value }, schema: Schema, path: Path): Fault[] {
  const keys = Object.keys(value);
  const faults = countFaults(keys.length, [schema.minProperties, schema.maxProperties, 'entry'], path);
  // A key that is a placeholder may render to any field.
  const mayHoldMore = keys.some(hasPlaceholder);

  for (const key of schema.required ?? []) {
    if (Object.hasOwn(value, key) || mayHoldMore) continue;
    faults.push({
      code: 'schema/required',
      path: [...path, key],
      message: `\`${serverPathText([...path, key])}\` is required`,
    });
  }

  for (const key of keys) {
    const childSchema = fieldSchema(schema, key);
    if (childSchema !== undefined) faults.push(...structuralFaults(value[key]!, childSchema, [...path, key]));
  }

  return faults;
}

/** Faults by `anyOf`. An `anyOf` that only describes int-or-string is covered by the type. */
function alternativeFaults(value: Value, schema: Schema, path: Path): Fault[] {
  if (schema.anyOf === undefined || schema['x-kubernetes-int-or-string'] === true) return [];
  const attempts = schema.anyOf.map((part) => structuralFaults(value, part, path));
  if (attempts.some((faults) => faults.length === 0)) return [];
  return attempts[0]!;
}
