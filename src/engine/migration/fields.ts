import { isObject, type Value } from '../manifest/manifest.ts';

/** Fields of a mapping, by name. */
export type Fields = { readonly [key: string]: Value };

/** The fields of a mapping that holds any; undefined for everything else. */
export const nonEmpty = (value: Value | undefined): Fields | undefined =>
  isObject(value) && Object.keys(value).length > 0 ? value : undefined;

/** The fields of a mapping; none for everything else. */
export const fieldsOf = (value: Value | undefined): Fields => (isObject(value) ? value : {});

/** The items of a list; none for everything else. */
export const itemsOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : []);

/** The text of a scalar; undefined for everything else. */
export const textOf = (value: Value | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** Fields without those that are undefined, null, or an empty mapping. */
export function compacted(fields: Readonly<Record<string, Value | undefined>>): Fields {
  const entries = Object.entries(fields).filter(
    (entry): entry is [string, Value] =>
      entry[1] !== undefined && entry[1] !== null && !(isObject(entry[1]) && Object.keys(entry[1]).length === 0),
  );
  return Object.fromEntries(entries);
}

/** Fields without some. */
export function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The metadata of the new object: what users wrote, without annotations that steered the old conversion. */
export function carriedMetadata(metadata: Value | undefined): Fields {
  const { annotations, ...rest } = fieldsOf(metadata);
  const kept = Object.entries(fieldsOf(annotations)).filter(([key]) => !key.startsWith('compatibility.karpenter.'));
  return compacted({ ...rest, annotations: Object.fromEntries(kept) });
}
