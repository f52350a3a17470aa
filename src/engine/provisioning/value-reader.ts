import { asText, isObject, type Value } from '../manifest/manifest.ts';

/** Reads one type out of a manifest's value; undefined where the value is of another shape. */
export type Reader<T> = (value: Value | undefined) => T | undefined;

/** Any scalar as text. */
export const readText: Reader<string> = asText;

export const readNumber: Reader<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const readBoolean: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** A Kubernetes quantity as written. */
export const readQuantity: Reader<string | number> = (value) =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

/** A sequence; items of another shape are left out. */
export const listOf =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (value) =>
    Array.isArray(value)
      ? value.flatMap((entry: Value) => {
          const read = item(entry);
          return read === undefined ? [] : [read];
        })
      : undefined;

/** A mapping with free keys; entries of another shape are left out. */
export const mapOf =
  <T>(entry: Reader<T>): Reader<Readonly<Record<string, T>>> =>
  (value) => {
    if (!isObject(value)) return undefined;
    const pairs = Object.entries(value).flatMap(([key, raw]): [string, T][] => {
      const read = entry(raw);
      return read === undefined ? [] : [[key, read]];
    });
    return Object.fromEntries(pairs);
  };

/**
 * An object with known fields. Fields of another shape are left out, those in `defaults` are filled in, and without one
 * of `required` the whole object is undefined.
 */
export const objectWith =
  <T>(
    readers: { readonly [K in keyof T]-?: Reader<NonNullable<T[K]>> },
    rules: { readonly required?: readonly (keyof T)[]; readonly defaults?: Partial<T> } = {},
  ): Reader<T> =>
  (value) => {
    if (!isObject(value)) return undefined;
    const result: Partial<T> = { ...rules.defaults };
    for (const key in readers) {
      const read = readers[key](value[key]);
      if (read !== undefined) result[key] = read;
    }
    return rules.required?.some((key) => result[key] === undefined) ? undefined : (result as T);
  };

/** The mapping at a key, or an empty one. */
export const mappingOrEmpty = (value: Value | undefined): { readonly [key: string]: Value } =>
  isObject(value) ? value : {};
