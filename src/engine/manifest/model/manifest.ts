import type { ResourceRef } from '../../text/diagnostic.ts';
import type { Source, Span } from '../../text/source.ts';

/** A YAML or JSON value. A scalar with a template placeholder is a string with the placeholder's text. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

export type Mapping = { readonly [key: string]: Value };

/** Whether a value is a mapping. */
export const isObject = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as a mapping, or undefined. */
export const asMapping = (value: Value | undefined): Mapping | undefined => {
  if (isObject(value)) return value;
  return undefined;
};

/** A value as a mapping. Empty for anything else. */
export const mappingOrEmpty = (value: Value | undefined): Mapping => {
  if (isObject(value)) return value;
  return {};
};

/** A value as a list. Empty for anything else. */
export const asList = (value: Value | undefined): readonly Value[] => {
  if (Array.isArray(value)) return value as readonly Value[];
  return [];
};

/** The text of a scalar, or undefined. An unquoted `true` or `1` in place of a string is read as it is written. */
export const asText = (value: Value | undefined): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return undefined;
};

/** Steps from the root of an object to one of its values. */
export type Path = readonly (string | number)[];

/** The steps of a JSON pointer: `/metadata/labels/a~1b` → `metadata`, `labels`, `a/b`. Source: RFC 6901, section 4. */
export const pointerSteps = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** A path as text: `spec.template.spec.requirements[0].values`, with unusual keys in quotes. */
export const pathText = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[\w-]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    if (text === '') return step;
    return `${text}.${step}`;
  }, '');

/** A step of a path that leads into YAML in a block of text, such as the values of a chart in an Argo CD Application: `values: |`. */
export const intoText = '|';

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
  /** The last day on which it applies, as an ISO date. */
  readonly until: string | undefined;
  readonly reason: string;
  /** The comment itself. */
  readonly span: Span;
  /** The line that it applies to, counted from 1: the next line with content. */
  readonly line: number;
}

/** One YAML document (or item of a List) with an API object, and the place of every value in its file. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly object: { readonly [key: string]: Value };
  readonly source: Source;
  /** The index of the object among all objects of its file, from 0. */
  readonly index: number;
  readonly ref: ResourceRef;
  /** Whether template lines (`{{ if }}`, includes) were removed. A field that seems to be missing may exist after rendering. */
  readonly isPartial: boolean;
  /** Whether it is in the values of a chart, which creates it. */
  readonly isInValues?: true;
  /** The value at a path, the placeholder that stands for it or for a mapping that would have it, or undefined. */
  get(path: Path): Value | undefined;
  /** The place of the value at a path. If it is missing, the place of its nearest existing parent. */
  span(path: Path): Span;
  /** The place of the key of a mapping entry. For an item of a list, the place of its value. */
  keySpan(path: Path): Span;
}

/** The annotation in which kubectl keeps what it applied last. */
export const appliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** The API group of an `apiVersion`: `karpenter.sh/v1` → `karpenter.sh`. The core group is the empty string. */
export const groupOf = (apiVersion: string): string => {
  if (apiVersion.includes('/')) return apiVersion.slice(0, apiVersion.indexOf('/'));
  return '';
};

/** The version of an `apiVersion`: `karpenter.sh/v1` → `v1`. */
export const versionOf = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);
