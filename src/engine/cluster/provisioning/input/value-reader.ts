import { asText, isObject, type Value } from '../../../manifest/model/manifest.ts';

/** Reads a value of one type from a manifest; undefined if the value has another type. */
export type Reader<T> = (value: Value | undefined) => T | undefined;

/** Reads any scalar as text. */
export const readText: Reader<string> = asText;

export const readNumber: Reader<number> = (value) => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return undefined;
};

export const readBoolean: Reader<boolean> = (value) => {
  if (typeof value === 'boolean') return value;
  return undefined;
};

/** Reads a Kubernetes quantity as written. */
export const readQuantity: Reader<string | number> = (value) => {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return undefined;
};

/** Reads a sequence, and skips items of another type. */
export const listOf =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (value) => {
    if (Array.isArray(value))
      return value.flatMap((entry: Value) => {
        const read = item(entry);
        if (read === undefined) return [];
        return [read];
      });

    return undefined;
  };

/** Reads a mapping with any keys, and skips entries of another type. */
export const mapOf =
  <T>(entry: Reader<T>): Reader<Readonly<Record<string, T>>> =>
  (value) => {
    if (!isObject(value)) return undefined;
    const pairs = Object.entries(value).flatMap(([key, raw]): [string, T][] => {
      const read = entry(raw);
      if (read === undefined) return [];
      return [[key, read]];
    });
    return Object.fromEntries(pairs);
  };

/**
 * Reads an object with known fields. Fields of another type are skipped, and `defaults` are filled in. If a `required` field
 * is missing, the whole object is undefined.
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

    if (rules.required?.some((key) => result[key] === undefined)) return undefined;
    return result as T;
  };
