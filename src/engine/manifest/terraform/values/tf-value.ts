import { compareNames } from '../../../text/name-order.ts';
import type { Span } from '../../../text/source.ts';

/**
 * How a piece of text is written in the repository, which determines how new text must be written there. It is the file
 * itself (`file`), part of a heredoc or a template (`heredoc`, `template`), in quotes (`quoted`), or a whole HCL literal or
 * key (`scalar`, `key`). `made` text is in no file.
 */
export type PieceForm = 'file' | 'template' | 'heredoc' | 'quoted' | 'scalar' | 'key' | 'made';

/** A piece of text and where it comes from. */
export interface Piece {
  readonly text: string;
  readonly at: Span;
  readonly form: PieceForm;
  /** The number of spaces that `<<-` removes from each line. */
  readonly indent?: number;
  /** Whether it is a placeholder for an unknown value. */
  readonly isUnknown?: boolean;
}

export interface TfString {
  readonly kind: 'string';
  readonly pieces: readonly Piece[];
  readonly at: Span;
}

export interface TfList {
  readonly kind: 'list';
  readonly items: readonly TfValue[];
  readonly at: Span;
}

export interface TfEntry {
  readonly value: TfValue;
  /** Where the key is written, if it is. */
  readonly key?: Piece;
}

/** An entry whose key is partly unknown: `"kubernetes.io/cluster/${var.name}"`. */
export interface TfUnnamedEntry {
  /** With placeholders for what is unknown. */
  readonly key: Piece;
  readonly value: TfValue;
}

export interface TfObject {
  readonly kind: 'object';
  readonly entries: ReadonlyMap<string, TfEntry>;
  readonly at: Span;
  /** Whether there may be more entries than these. */
  readonly isPartial: boolean;
  /** All other entries of a partial object, if only their keys are unknown. */
  readonly unnamed?: readonly TfUnnamedEntry[];
  /** The YAML that it was decoded from. */
  readonly yaml?: TfString;
}

export interface TfUnknown {
  readonly kind: 'unknown';
  /** The name that represents the unknown value in text: `var.cluster_name`. */
  readonly name: string;
  readonly at: Span;
  /** What each of its items is like, if only their number is unknown. */
  readonly item?: TfValue;
  /** Its instances, a list or an object, if it is a resource with `count` or `for_each`. */
  readonly instances?: TfValue;
  /** The attributes of it that are known. */
  readonly attributes?: ReadonlyMap<string, TfValue>;
  /** It follows from other values, and its name says from which. */
  readonly isDerived?: true;
}

/** A number, boolean or null. */
export interface TfScalar {
  readonly kind: 'scalar';
  readonly value: number | boolean | null;
  readonly at: Span;
  /** The text at this place is exactly the HCL literal. */
  readonly isLiteral: boolean;
  /** The YAML text that it was decoded from. */
  readonly piece?: Piece;
}

/** A Terraform value, as far as it is known, with the place it comes from. */
export type TfValue = TfString | TfList | TfObject | TfScalar | TfUnknown;

/** A JSON value. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

export const unknown = (at: Span, name = 'unknown'): TfUnknown => ({ kind: 'unknown', at, name });

export const scalar = (value: number | boolean | null, at: Span): TfScalar => ({
  kind: 'scalar',
  value,
  at,
  isLiteral: false,
});

/** A text that is not literally in any file. */
export const madeText = (text: string, at: Span): TfString => ({
  kind: 'string',
  pieces: text === '' ? [] : [{ text, at, form: 'made' }],
  at,
});

export const isNull = (value: TfValue): boolean => value.kind === 'scalar' && value.value === null;

/** The text of a string, with placeholders for unknown values. */
export const textOf = ({ pieces }: TfString): string => pieces.map(({ text }) => text).join('');

/** The text of a value, if it is a completely known string. */
export const knownText = (value: TfValue | undefined): string | undefined => {
  if (value?.kind === 'string' && value.pieces.every(({ isUnknown }) => !isUnknown)) return textOf(value);
  return undefined;
};

/** The text of a value in a template; undefined for values without one. */
export function interpolatedText(value: TfValue): string | undefined {
  if (value.kind === 'scalar') {
    if (value.value === null) return undefined;
    return String(value.value);
  }
  return knownText(value);
}

/** The text for an unknown value, which readers of the text recognize as unknown. */
export const placeholder = ({ name, at }: TfUnknown): Piece => ({
  text: `\${${name}}`,
  at,
  form: 'made',
  isUnknown: true,
});

/** The value as JSON; undefined if part of it is unknown. */
export function plainOf(value: TfValue): Plain | undefined {
  switch (value.kind) {
    case 'scalar':
      return value.value;
    case 'string':
      return knownText(value);
    case 'list': {
      const items = value.items.map(plainOf);
      if (items.some((item) => item === undefined)) return undefined;
      return items as Plain[];
    }
    case 'object': {
      const entries = [...value.entries].map(([key, entry]) => [key, plainOf(entry.value)] as const);
      if (value.isPartial || entries.some(([, inner]) => inner === undefined)) return undefined;

      return Object.fromEntries(entries) as { readonly [key: string]: Plain };
    }
    case 'unknown':
      return undefined;
  }
}

/** An object with known entries. */
export const objectOf = (entries: Iterable<readonly [string, TfEntry]>, at: Span, isPartial = false): TfObject => ({
  kind: 'object',
  entries: new Map(entries),
  at,
  isPartial,
});

/** Merges one mapping into another, key by key, as Helm does with values. Everything else replaces what is there. */
export function mergedMappings(under: TfObject, over: TfObject): TfObject {
  const entries = new Map(under.entries);
  for (const [key, entry] of over.entries) {
    const before = entries.get(key)?.value;
    const isBoth = before?.kind === 'object' && entry.value.kind === 'object';
    entries.set(key, isBoth ? { ...entry, value: mergedMappings(before, entry.value as TfObject) } : entry);
  }

  return objectOf(entries, over.at, under.isPartial || over.isPartial);
}

/** Whether two values are equal; undefined if that is unknown. */
export function equal(a: TfValue, b: TfValue): boolean | undefined {
  const [left, right] = [plainOf(a), plainOf(b)];
  if (left === undefined || right === undefined) {
    if (isLonger(a, right) || isLonger(b, left)) return false;
    return undefined;
  }
  return sorted(left) === sorted(right);
}

/** Whether a text that is partly unknown is longer than another one anyway. */
const isLonger = (value: TfValue, other: Plain | undefined): boolean =>
  value.kind === 'string' &&
  typeof other === 'string' &&
  value.pieces.reduce((sum, { text, isUnknown }) => sum + (isUnknown ? 0 : text.length), 0) > other.length;

/** JSON with sorted keys. */
export const sorted = (value: Plain): string =>
  JSON.stringify(value, (_, inner: Plain) => {
    if (inner !== null && typeof inner === 'object' && !Array.isArray(inner))
      return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compareNames(a, b)));

    return inner;
  });

/** The value at a path of keys; undefined if there is none. */
export function tfValueAt(value: TfValue | undefined, ...path: readonly (string | number)[]): TfValue | undefined {
  return path.reduce<TfValue | undefined>((inner, key) => {
    if (inner?.kind === 'object') return inner.entries.get(String(key))?.value;
    if (inner?.kind === 'list') return inner.items[Number(key)];
    return undefined;
  }, value);
}

/**
 * The size of a value when it is written out: entries, pieces and characters. A value may contain another one in many places,
 * which doubles its size again and again, and code that goes through the value goes through all of it.
 */
export function writtenWeight(value: TfValue): number {
  if (value.kind === 'scalar' || value.kind === 'unknown') return 1;
  const cached = weights.get(value);
  if (cached !== undefined) return cached;
  const weight = 1 + sumOf(value);
  weights.set(value, weight);
  return weight;
}

const weights = new WeakMap<TfValue, number>();

function sumOf(value: TfString | TfList | TfObject): number {
  let sum = 0;
  if (value.kind === 'string') for (const { text } of value.pieces) sum += 1 + text.length / 64;
  else if (value.kind === 'list') for (const item of value.items) sum += writtenWeight(item);
  else {
    for (const [key, entry] of value.entries) sum += 1 + key.length / 64 + writtenWeight(entry.value);
    for (const { key, value: inner } of value.unnamed ?? []) sum += 1 + key.text.length / 64 + writtenWeight(inner);
  }
  return sum;
}

/** A value as if it were written at another place, which has no text of its own for it. */
export function placedAt(value: TfValue, at: Span): TfValue {
  switch (value.kind) {
    case 'scalar':
      return scalar(value.value, at);
    case 'string':
      return { kind: 'string', at, pieces: value.pieces.map((piece) => placedPiece(piece, at)) };
    case 'list':
      return { kind: 'list', at, items: value.items.map((item) => placedAt(item, at)) };

    case 'object':
      return {
        ...objectOf(
          [...value.entries].map(([key, entry]) => [key, { value: placedAt(entry.value, at) }] as const),
          at,
          value.isPartial,
        ),
        ...(value.unnamed && {
          unnamed: value.unnamed.map((entry) => ({
            key: placedPiece(entry.key, at),
            value: placedAt(entry.value, at),
          })),
        }),
      };

    case 'unknown':
      return { ...value, at };
  }
}

const placedPiece = ({ text, isUnknown }: Piece, at: Span): Piece => ({
  text,
  at,
  form: 'made',
  ...(isUnknown && { isUnknown }),
});

/** A value that is too large to create. It is unknown, and the review reports that the evaluation was cut short. */
export const excess = (at: Span): TfUnknown & { isExcess: true } => ({ ...unknown(at), isExcess: true });

/** Whether a value was too large to create, or is too large to go through. */
export const isExcess = (value: TfValue): boolean => 'isExcess' in value || writtenWeight(value) > maxWeight;

/** Larger values are unknown. Written out, they are 3 MB of text, or more entries than a manifest may have. */
export const maxWeight = 50_000;
