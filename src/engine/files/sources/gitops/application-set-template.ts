import { isObject, type Mapping, mappingOrEmpty, type Value } from '../../../manifest/model/manifest.ts';
import { ownValue } from '../../../text/own-value.ts';

const expression = /\{\{-?\s*(?:index\s+(\.[\w.]+)\s+(\d+|"[^"]*")|(\.?[\w.[\]-]+))\s*((?:\|\s*[A-Za-z]+\s*)*)-?\}\}/g;

/**
 * Fills in `{{name}}`, `{{.name}}`, `{{index .path.segments 1}}`, and these with one of the `functions`. Other template
 * expressions stay as they are.
 */
export function fill(value: Value, parameters: Mapping): Value {
  if (typeof value === 'string') return fillText(value, parameters);
  if (Array.isArray(value)) return value.map((item: Value) => fill(item, parameters));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, parameters)]));
}

export const fillText = (text: string, parameters: Mapping): string =>
  text.replace(expression, (whole: string, list?: string, at?: string, name?: string, pipes = '') => {
    const steps = () => {
      if (list === undefined) return [name!.replace(/^\./, '')];
      return [list.slice(1), at!.replaceAll('"', '')];
    };

    const parameter = lookup(parameters, steps());
    if (parameter === undefined) return whole;

    const piped = through(parameter, pipes);
    if (piped === undefined || piped === null || typeof piped === 'object') return whole;
    return String(piped);
  });

/** The functions that templates of ApplicationSets use most. */
const functions: Readonly<Record<string, (value: Value) => Value | undefined>> = {
  toJson: (value) => JSON.stringify(value),
  lower: (value) => String(value).toLowerCase(),
  upper: (value) => String(value).toUpperCase(),
  trim: (value) => String(value).trim(),
  quote: (value) => JSON.stringify(String(value)),
  normalize: (value) => normalized(String(value)),
};

function through(value: Value, pipes: string): Value | undefined {
  const names = pipes.match(/[A-Za-z]+/g) ?? [];
  return names.reduce<Value | undefined>((piped, name) => {
    if (piped !== undefined && Object.hasOwn(functions, name)) return functions[name]!(piped);
    return undefined;
  }, value);
}

/** A name that Argo CD has made valid as a DNS label (applicationset/utils, SanitizeName). */
export const normalized = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '')
    .replaceAll('.', '-');

function lookup(parameters: Mapping, steps: readonly string[]): Value | undefined {
  const [first = '', ...rest] = steps;
  let value: Value | undefined = ownValue(parameters, first);
  if (value === undefined)
    value = first.split('.').reduce<Value | undefined>((inner, step) => fieldOf(inner, step), parameters);
  return rest.reduce<Value | undefined>((inner, step) => fieldOf(inner, step), value);
}

const fieldOf = (value: Value | undefined, step: string): Value | undefined => {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, step))
    return (value as { readonly [key: string]: Value })[step];

  return undefined;
};

/** Merges one mapping into another: mappings are merged, everything else is replaced, and null removes a key. */
export function overlaid(under: Mapping, over: Mapping): Mapping {
  const joined = new Map(Object.entries(under));
  for (const [key, value] of Object.entries(over)) {
    const before = joined.get(key);
    if (value === null) joined.delete(key);
    else joined.set(key, isObject(value) ? overlaid(mappingOrEmpty(before), value) : value);
  }

  return Object.fromEntries(joined);
}
