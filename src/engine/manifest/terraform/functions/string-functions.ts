import type { Span } from '../../../text/source.ts';
import {
  excess,
  interpolatedText,
  isNull,
  knownText,
  madeText,
  maxWeight,
  type Piece,
  placeholder,
  scalar,
  type TfList,
  type TfString,
  type TfValue,
  textOf,
  unknown,
} from '../values/tf-value.ts';
import { Places } from '../values/yaml-text.ts';
import type { TfFunction } from './tf-function.ts';

/** Longer results are not created, because a few nested calls could otherwise create gigabytes. */
const maxLength = 4 * 1024 * 1024;

const text = (content: string, at: Span): TfValue => {
  if (content.length > maxLength) return excess(at);
  return madeText(content, at);
};

/** A function of strings only. */
const textual =
  (compute: (...texts: string[]) => string | boolean | number | undefined): TfFunction =>
  (args, at) => {
    const texts = args.map(interpolatedText);
    if (texts.some((text) => text === undefined)) return unknown(at);
    const result = compute(...(texts as string[]));
    if (result === undefined) return excess(at);
    if (typeof result === 'string') return text(result, at);
    return scalar(result, at);
  };

/** Replaces every occurrence of a text; undefined if the result would be too long. */
function replaced(whole: string, what: string, by: string): string | undefined {
  const growth = by.length - what.length;
  const most = growth > 0 ? (maxLength - whole.length) / growth : Number.POSITIVE_INFINITY;
  if (occurrences(whole, what, most) > most) return undefined;
  return whole.replaceAll(what, () => by);
}

/** How often a text occurs in another one. Counting stops at `most` + 1. */
function occurrences(whole: string, what: string, most: number): number {
  if (what === '') return whole.length + 1;
  let count = 0;
  for (let at = whole.indexOf(what); at !== -1 && count <= most; at = whole.indexOf(what, at + what.length)) count++;
  return count;
}

/** The pieces of a value within a string; undefined for a value that cannot be part of a string. */
export function piecesOf(value: TfValue): readonly Piece[] | undefined {
  if (value.kind === 'string') return value.pieces;
  if (value.kind === 'unknown') return [placeholder(value)];
  const written = interpolatedText(value);
  if (written === undefined) return undefined;
  return [{ text: written, at: value.at, form: 'made' }];
}

function joined(parts: readonly (readonly Piece[] | undefined)[], at: Span): TfValue {
  const pieces: Piece[] = [];
  let length = 0;
  for (const part of parts) {
    for (const piece of part ?? []) {
      length += piece.text.length;
      pieces.push({ ...piece, form: 'made' });
    }

    if (part === undefined) return unknown(at);
    if (pieces.length > maxWeight || length > maxLength) return excess(at);
  }

  return { kind: 'string', pieces, at };
}

const join: TfFunction = ([separator, ...lists], at) => {
  const between = separator && knownText(separator);
  if (between === undefined || lists.some(({ kind }) => kind !== 'list')) return unknown(at);

  const items = (lists as TfList[]).flatMap((list) => list.items);
  if (items.length > maxWeight) return excess(at);

  return joined(
    items.flatMap((item, i) => [...(i > 0 ? [[{ text: between, at, form: 'made' } as const]] : []), piecesOf(item)]),
    at,
  );
};

/** What separates the documents of a YAML text. An unknown value within the text contains no such line. */
const documentSeparator = /^\s*---\s*$/;

/** Every part keeps the places of its text. */
const split: TfFunction = ([separator, whole], at) => {
  const by = separator && knownText(separator);
  if (by === undefined || whole?.kind !== 'string') return unknown(at);
  if (knownText(whole) === undefined && !documentSeparator.test(by)) return unknown(at);

  const written = textOf(whole);
  if (occurrences(written, by, maxWeight) > maxWeight) return excess(at);

  const cut = cutter(whole);
  let from = 0;

  const items = written.split(by).map((part) => {
    const start = from;
    from += part.length + by.length;
    return cut(start, start + part.length);
  });

  return { kind: 'list', items, at };
};

/** Cuts ranges out of a text, which keep their places. */
function cutter(whole: TfString): (start: number, end: number) => TfString {
  const places = new Places(whole);
  return (start, end) => ({ kind: 'string', pieces: places.slice(start, end), at: places.span(start, end) });
}

/** A function that removes the start or the end of a text. Unknown values within the text stay. */
const trimming =
  (trimmed: (text: string) => readonly [start: number, end: number]): TfFunction =>
  ([whole], at) => {
    if (whole?.kind === 'string') return cutter(whole)(...trimmed(textOf(whole)));
    const written = whole && interpolatedText(whole);
    if (written === undefined) return unknown(at);
    return text(written.slice(...trimmed(written)), at);
  };

const withoutSpace = (whole: string): [number, number] => {
  const start = whole.length - whole.trimStart().length;
  return [start, Math.max(start, whole.trimEnd().length)];
};

/** Supports `%s`, `%d`, `%v`, `%q` and `%t` with width and zero padding. Other verbs give an unknown value. */
const format: TfFunction = ([written, ...args], at) => {
  const spec = written && knownText(written);
  if (spec === undefined) return unknown(at);

  const parts: (readonly Piece[] | undefined)[] = [];
  let next = 0;
  let from = 0;
  for (const match of spec.matchAll(/%(?:%|(0?)(\d*)([sdvqt]))|%/g)) {
    if (match.index > from) parts.push([{ text: spec.slice(from, match.index), at, form: 'made' }]);
    from = match.index + match[0].length;
    if (match[0] === '%%') parts.push([{ text: '%', at, form: 'made' }]);
    else parts.push(match[3] === undefined ? undefined : formatted(match, args[next++], at));
  }

  if (from < spec.length) parts.push([{ text: spec.slice(from), at, form: 'made' }]);

  return joined(parts, at);
};

function formatted(match: RegExpExecArray, value: TfValue | undefined, at: Span): readonly Piece[] | undefined {
  if (!value) return undefined;

  const pieces = piecesOf(value);
  const [, zero, width, verb] = match;
  const isPlain = width === '' && verb !== 'q';
  if (isPlain || value.kind === 'unknown') return pieces;

  const shown = interpolatedText(value);
  if (shown === undefined) return undefined;

  const quoted = verb === 'q' ? JSON.stringify(shown) : shown;
  return [{ text: quoted.padStart(Math.min(Number(width), 100), zero ? '0' : ' '), at, form: 'made' }];
}

/** Adds spaces before each line except the first. The lines keep their places. */
const indent: TfFunction = ([width, value], at) => {
  const blanks =
    width?.kind === 'scalar' && typeof width.value === 'number' ? ' '.repeat(Math.min(width.value, 100)) : undefined;
  if (blanks === undefined || value?.kind !== 'string') return unknown(at);
  if (value.pieces.some(({ text }) => occurrences(text, '\n', maxWeight) > maxWeight)) return excess(at);
  const pieces = value.pieces.flatMap((piece) => indented(piece, blanks));
  return { kind: 'string', pieces, at: value.at } satisfies TfString;
};

function indented(piece: Piece, blanks: string): Piece[] {
  const lines = piece.text.split(/(?<=\n)/);
  const isWritten = piece.form !== 'made' && piece.at.end - piece.at.start === piece.text.length;
  let offset = 0;
  return lines.flatMap((line): Piece[] => {
    const atOf = () => {
      if (isWritten) return { ...piece.at, start: piece.at.start + offset, end: piece.at.start + offset + line.length };
      return piece.at;
    };

    const at = atOf();
    offset += line.length;
    const written: Piece = { ...piece, text: line, at };
    if (line.endsWith('\n')) return [written, { text: blanks, at, form: 'made' }];
    return [written];
  });
}

const coalesce: TfFunction = (args, at) => {
  for (const value of args) {
    if (value.kind === 'unknown') return unknown(at);
    if (!isNull(value) && knownText(value) !== '') return value;
  }
  return unknown(at);
};

const title = (whole: string): string =>
  whole.replace(/(^|\s)(\S)/g, (_, before, letter) => before + letter.toUpperCase());
const withoutAll = (whole: string, set: string): string => {
  const letters = new Set(set);
  const isIn = (letter: string | undefined): boolean => letter !== undefined && letters.has(letter);
  let [from, to] = [0, whole.length];
  while (from < to && isIn(whole[from])) from++;
  while (to > from && isIn(whole[to - 1])) to--;
  return whole.slice(from, to);
};

function withoutLineEnds(whole: string): [number, number] {
  let end = whole.length;
  while (whole[end - 1] === '\n') end -= whole[end - 2] === '\r' ? 2 : 1;
  return [0, end];
}

/** Functions from strings to strings. */
export const stringFunctions: Readonly<Record<string, TfFunction>> = {
  join,
  split,
  format,
  indent,
  coalesce,
  lower: textual((whole) => whole.toLowerCase()),
  upper: textual((whole) => whole.toUpperCase()),
  title: textual(title),
  trimspace: trimming(withoutSpace),
  chomp: trimming(withoutLineEnds),
  trim: textual(withoutAll),
  trimprefix: textual((whole, prefix) => {
    if (whole.startsWith(prefix)) return whole.slice(prefix.length);
    return whole;
  }),
  trimsuffix: textual((whole, suffix) => {
    if (suffix !== '' && whole.endsWith(suffix)) return whole.slice(0, -suffix.length);
    return whole;
  }),
  startswith: textual((whole, prefix) => whole.startsWith(prefix)),
  endswith: textual((whole, suffix) => whole.endsWith(suffix)),
  strcontains: textual((whole, part) => whole.includes(part)),
  replace: textual(replaced),
  substr: textual((whole, offset, length) => {
    const from = Number(offset) < 0 ? whole.length + Number(offset) : Number(offset);
    if (Number(length) < 0) return whole.slice(from);
    return whole.slice(from, from + Number(length));
  }),
  basename: (args, at) => {
    // The root of the repository is `/` here, and nobody knows what its folder is called.
    const path = args[0] && interpolatedText(args[0]);
    const name = path?.split('/').at(-1);
    if (name === undefined || name === '') return unknown(at);
    return text(name, at);
  },
  dirname: textual((path) => path.split('/').slice(0, -1).join('/') || '.'),
};
