import type { Span } from '../source.ts';
import type { TfFunction } from './functions.ts';
import {
  isNull,
  knownText,
  madeText,
  type Piece,
  placeholder,
  scalar,
  stringOf,
  type TfList,
  type TfString,
  type TfValue,
  unknown,
} from './tf-value.ts';

/** Longer results are not made: a few nested calls could ask for gigabytes. */
const maxLength = 4 * 1024 * 1024;

const text = (made: string, at: Span): TfValue => (made.length > maxLength ? unknown(at) : madeText(made, at));

/** A function of texts alone. */
const textual =
  (compute: (...texts: string[]) => string | boolean | number | undefined): TfFunction =>
  (args, at) => {
    const texts = args.map(stringOf);
    if (texts.some((one) => one === undefined)) return unknown(at);
    const result = compute(...(texts as string[]));
    return result === undefined ? unknown(at) : typeof result === 'string' ? text(result, at) : scalar(result, at);
  };

/** Regular expressions of Go that JavaScript reads the same way; longer ones may take for ever. */
function pattern(written: string, flags: string): RegExp | undefined {
  if (written.length > 200 || /\(\?[^:]|[+*]\)[+*{]/.test(written)) return undefined;
  try {
    return new RegExp(written, flags);
  } catch {
    return undefined;
  }
}

function replaced(whole: string, what: string, by: string): string | undefined {
  const regular = /^\/(.*)\/$/s.exec(what)?.[1];
  if (regular === undefined) return whole.replaceAll(what, () => by);
  return pattern(regular, 'g') && whole.replace(pattern(regular, 'g')!, by.replace(/\$\{(\w+)\}/g, '$$$1'));
}

/** The pieces of a value within a text; undefined for what has no text. */
export function piecesOf(value: TfValue): readonly Piece[] | undefined {
  if (value.kind === 'string') return value.pieces;
  if (value.kind === 'unknown') return [placeholder(value)];
  const written = stringOf(value);
  return written === undefined ? undefined : [{ text: written, at: value.at, form: 'made' }];
}

const joined = (parts: readonly (readonly Piece[] | undefined)[], at: Span): TfValue =>
  parts.some((part) => part === undefined)
    ? unknown(at)
    : { kind: 'string', pieces: parts.flatMap((part) => part ?? []).map((piece) => ({ ...piece, form: 'made' })), at };

const join: TfFunction = ([separator, ...lists], at) => {
  const between = separator && knownText(separator);
  if (between === undefined || lists.some(({ kind }) => kind !== 'list')) return unknown(at);
  const items = (lists as TfList[]).flatMap((list) => list.items);
  return joined(
    items.flatMap((item, i) => [...(i > 0 ? [[{ text: between, at, form: 'made' } as const]] : []), piecesOf(item)]),
    at,
  );
};

const split: TfFunction = ([separator, whole], at) => {
  const [by, written] = [separator && knownText(separator), whole && knownText(whole)];
  if (by === undefined || written === undefined) return unknown(at);
  return { kind: 'list', items: written.split(by).map((part) => madeText(part, whole!.at)), at };
};

/** `%s`, `%d`, `%v`, `%q`, `%t` with widths and zeros; other verbs are unknown. */
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
  const shown = stringOf(value);
  if (shown === undefined) return undefined;
  const quoted = verb === 'q' ? JSON.stringify(shown) : shown;
  return [{ text: quoted.padStart(Math.min(Number(width), 100), zero ? '0' : ' '), at, form: 'made' }];
}

/** Blanks before each line but the first: the lines keep their places. */
const indent: TfFunction = ([width, value], at) => {
  const blanks =
    width?.kind === 'scalar' && typeof width.value === 'number' ? ' '.repeat(Math.min(width.value, 100)) : undefined;
  if (blanks === undefined || value?.kind !== 'string') return unknown(at);
  const pieces = value.pieces.flatMap((piece) => indented(piece, blanks));
  return { kind: 'string', pieces, at: value.at } satisfies TfString;
};

function indented(piece: Piece, blanks: string): Piece[] {
  const lines = piece.text.split(/(?<=\n)/);
  const isWritten = piece.form !== 'made' && piece.at.end - piece.at.start === piece.text.length;
  let offset = 0;
  return lines.flatMap((line): Piece[] => {
    const at = isWritten
      ? { ...piece.at, start: piece.at.start + offset, end: piece.at.start + offset + line.length }
      : piece.at;
    offset += line.length;
    const own: Piece = { ...piece, text: line, at };
    return line.endsWith('\n') ? [own, { text: blanks, at, form: 'made' }] : [own];
  });
}

const regex: TfFunction = ([written, whole], at) => {
  const [spec, searched] = [written && knownText(written), whole && knownText(whole)];
  const match = spec !== undefined && searched !== undefined ? pattern(spec, '')?.exec(searched) : undefined;
  if (!match) return unknown(at);
  const groups = match.slice(1).map((group) => madeText(group ?? '', at));
  return groups.length === 0 ? madeText(match[0], at) : { kind: 'list', items: groups, at };
};

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
  const isIn = (letter: string | undefined): boolean => letter !== undefined && set.includes(letter);
  let [from, to] = [0, whole.length];
  while (from < to && isIn(whole[from])) from++;
  while (to > from && isIn(whole[to - 1])) to--;
  return whole.slice(from, to);
};

/** Functions that make texts of texts. */
export const stringFunctions: Readonly<Record<string, TfFunction>> = {
  join,
  split,
  format,
  indent,
  regex,
  coalesce,
  lower: textual((whole) => whole.toLowerCase()),
  upper: textual((whole) => whole.toUpperCase()),
  title: textual(title),
  trimspace: textual((whole) => whole.trim()),
  chomp: textual((whole) => whole.replace(/(?:\r?\n)+$/, '')),
  trim: textual(withoutAll),
  trimprefix: textual((whole, prefix) => (whole.startsWith(prefix) ? whole.slice(prefix.length) : whole)),
  trimsuffix: textual((whole, suffix) =>
    suffix !== '' && whole.endsWith(suffix) ? whole.slice(0, -suffix.length) : whole,
  ),
  startswith: textual((whole, prefix) => whole.startsWith(prefix)),
  endswith: textual((whole, suffix) => whole.endsWith(suffix)),
  strcontains: textual((whole, part) => whole.includes(part)),
  replace: textual(replaced),
  substr: textual((whole, offset, length) => {
    const from = Number(offset) < 0 ? whole.length + Number(offset) : Number(offset);
    return Number(length) < 0 ? whole.slice(from) : whole.slice(from, from + Number(length));
  }),
  basename: textual((path) => path.split('/').at(-1)!),
  dirname: textual((path) => path.split('/').slice(0, -1).join('/') || '.'),
};
