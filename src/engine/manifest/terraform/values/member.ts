import type { Span } from '../../../text/source.ts';
import { isNull, type TfUnknown, type TfValue, unknown } from './tf-value.ts';

/** A missing value, which is an error in Terraform that `try` catches. */
export const missing = (at: Span, name: string): TfUnknown & { isError: true } => ({
  ...unknown(at, name),
  isError: true,
});

/** Whether a value is such an error. */
export const isError = (value: TfValue): boolean => value.kind === 'unknown' && 'isError' in value;

/** An entry of an object, or of all objects in a list. */
export function member(value: TfValue, name: string, at: Span): TfValue {
  if (value.kind === 'unknown') {
    const { item: _, instances: __, attributes, ...rest } = value;
    const attribute = attributes?.get(name);
    if (attribute) return repeatedAt(attribute, at);
    return { ...rest, name: `${value.name}.${name}` };
  }
  if (value.kind !== 'object') return missing(at, name);
  return value.entries.get(name)?.value ?? (value.isPartial ? unknown(at, name) : missing(at, name));
}

/** A value where it is repeated. It is not written there, and no fix edits the place where it is. */
function repeatedAt(value: TfValue, at: Span): TfValue {
  if (value.kind !== 'string') return value;
  return { ...value, at, pieces: value.pieces.map((piece) => ({ ...piece, at, form: 'made' as const })) };
}

/** A value, or the instances of a resource. */
export const withInstances = (value: TfValue): TfValue =>
  value.kind === 'unknown' && value.instances !== undefined ? value.instances : value;

/** An attribute of every item in a list: `x[*].name`. */
export function splat(of: TfValue, path: readonly string[], at: Span): TfValue {
  const value = withInstances(of);
  if (value.kind === 'unknown') return unknown(at, value.name);

  const splatItems = () => {
    if (value.kind === 'list') return value.items;
    if (isNull(value)) return [];
    return [value];
  };

  const items = splatItems();

  return {
    kind: 'list',
    items: items.map((item) => path.reduce((inner, name) => member(inner, name, at), item)),
    at,
  };
}
