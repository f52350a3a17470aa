import { ownValue } from '../../../text/own-value.ts';
import { functions } from '../functions/functions.ts';
import type { Expression } from '../syntax/hcl.ts';
import {
  interpolatedText,
  isNull,
  objectOf,
  scalar,
  type TfEntry,
  type TfObject,
  type TfScalar,
  type TfString,
  type TfValue,
} from '../values/tf-value.ts';
import { evaluate } from './evaluate.ts';
import type { TfScope } from './tf-scope.ts';

/**
 * The value of a variable as its type makes it: numbers, booleans and texts become each other, an object loses the attributes that its type does not
 * have, and gets the defaults in `optional(type, default)`.
 *
 * Source: https://developer.hashicorp.com/terraform/language/expressions/type-constraints#conversion-of-complex-types
 */
export function convertedTo(value: TfValue, type: Expression | undefined, scope: TfScope): TfValue {
  if (value.kind === 'unknown' || type === undefined) return value;
  if (type.kind === 'variable') return primitiveOfType(value, type.name);
  if (type.kind !== 'call') return value;

  const [inner] = type.args;
  if (type.name === 'optional') return convertedTo(value, inner, scope);
  if (type.name === 'object' && inner?.kind === 'object' && value.kind === 'object')
    return objectOfType(value, inner, scope);

  if (/^(?:map|list|set)$/.test(type.name)) {
    if (value.kind === 'list') return { ...value, items: value.items.map((item) => convertedTo(item, inner, scope)) };
    if (value.kind === 'object') {
      const entries = [...value.entries].map(
        ([key, entry]) => [key, { ...entry, value: convertedTo(entry.value, inner, scope) }] as const,
      );
      return objectOf(entries, value.at, value.isPartial);
    }
  }

  return value;
}

function objectOfType(value: TfObject, type: Extract<Expression, { kind: 'object' }>, scope: TfScope): TfObject {
  const entries = new Map<string, TfEntry>();

  for (const { key, value: of } of type.entries) {
    const name = interpolatedText(evaluate(key, scope));
    if (name === undefined) continue;

    const entry = value.entries.get(name);
    const isOptional = of.kind === 'call' && of.name === 'optional';
    const fallback = isOptional ? of.args[1] : undefined;
    if (entry && !(isNull(entry.value) && fallback)) {
      entries.set(name, { ...entry, value: convertedTo(entry.value, of, scope) });
    } else if (isOptional && !value.isPartial) {
      const defaultValue = fallback ? evaluate(fallback, scope) : scalar(null, of.at);
      entries.set(name, { value: fallback ? convertedTo(defaultValue, of.args[0], scope) : defaultValue });
    }
  }

  return objectOf(entries, value.at, value.isPartial);
}

const functionsOfTypes: Readonly<Record<string, string>> = { string: 'tostring', number: 'tonumber', bool: 'tobool' };

/** A text, number or boolean of another type. */
function primitiveOfType(value: TfValue, type: string): TfValue {
  const convert = functions.get(ownValue(functionsOfTypes, type) ?? '');
  if (convert === undefined || isNull(value) || (value.kind !== 'string' && value.kind !== 'scalar')) return value;
  if (typeOf(value) === type) return value;
  return convert([value], value.at);
}

function typeOf(value: TfString | TfScalar): string {
  if (value.kind === 'string') return 'string';
  return { number: 'number', boolean: 'bool' }[typeof value.value as 'number' | 'boolean'];
}
