import type { ResourceRef } from '../diagnostic.ts';
import type { Source, Span } from '../source.ts';

/** A value as YAML or JSON has it. A scalar that holds a template placeholder is a string with the placeholder's text. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

export type Mapping = { readonly [key: string]: Value };

/** Whether what YAML or JSON holds is a mapping. */
export const isObject = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as a mapping, or undefined. */
export const asMapping = (value: Value | undefined): Mapping | undefined => (isObject(value) ? value : undefined);

/** A value as a list; empty for anything else. */
export const asList = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : [];

/** The text of a scalar, or undefined: an unquoted `true` or `1` where a string belongs is read as it looks. */
export const asText = (value: Value | undefined): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;

/** Steps from the root of an object to one of its values. */
export type Path = readonly (string | number)[];

/** The value at a path, or undefined. */
export function valueAt(root: Value | undefined, path: Path): Value | undefined {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as { readonly [key: string | number]: Value })[step];
  }
  return value;
}

/** A comment that silences one rule: `# plumbline-ignore require-limits until=2027-03-31: shared sandbox`. */
export interface Suppression {
  readonly rule: string;
  /** ISO date, the last day on which it holds. */
  readonly until: string | undefined;
  readonly reason: string;
  /** The comment itself. */
  readonly span: Span;
  /** The line (1-based) it speaks of: that of the next content. */
  readonly line: number;
}

/** One YAML document (or item of a List) that holds an API object, with the place of every value in its file. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly object: { readonly [key: string]: Value };
  readonly source: Source;
  /** Position of the object among all objects of its file, from 0. */
  readonly index: number;
  readonly ref: ResourceRef;
  /** Template lines (`{{ if }}`, includes) were left out: a field that seems missing may well be there once rendered. */
  readonly isPartial: boolean;
  /** The value at a path, or undefined. */
  get(path: Path): Value | undefined;
  /** Where the value at a path stands; a missing one is reported at its nearest existing ancestor. */
  span(path: Path): Span;
  /** Where the key of a mapping entry stands; the value's span for items of a sequence. */
  keySpan(path: Path): Span;
}

/** API group of an `apiVersion`: `karpenter.sh/v1` → `karpenter.sh`; the core group is the empty string. */
export const groupOf = (apiVersion: string): string =>
  apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';

/** Version of an `apiVersion`: `karpenter.sh/v1` → `v1`. */
export const versionOf = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);
