import { isMap, isScalar, isSeq, type ParsedNode, parseDocument } from 'yaml';
import type { Span } from '../../../text/source.ts';
import { yamlExcess } from '../../yaml/yaml-size.ts';
import {
  knownText,
  madeText,
  objectOf,
  type Piece,
  placeholder,
  scalar,
  type TfEntry,
  type TfObject,
  type TfString,
  type TfValue,
  textOf,
  unknown,
} from './tf-value.ts';

/** YAML aliases can turn a small text into a large value. */
const maxNodes = 50_000;

/** Reads the first document of a YAML text (`yamldecode`). Every value knows the place of its text. */
export function decodeYaml(text: TfString): TfValue {
  const written = textOf(text);
  if (yamlExcess(written) !== undefined) return unknown(text.at);

  const document = parseDocument(written, { version: '1.2', merge: true, strict: false });
  if (document.errors.length > 0) return unknown(text.at);

  const reader = { places: new Places(text), nodes: 0, at: text.at };
  const value = nodeValue(document.contents, reader);

  if (value.kind === 'object') return { ...value, yaml: text };
  return value;
}

/** Reads all documents of a YAML text that are not empty. */
export const decodeYamlDocuments = (text: TfString): TfValue => ({
  kind: 'list',
  items: yamlDocuments(text).map(decodeYaml),
  at: text.at,
});

/** The documents of a YAML text that are not empty. */
export function yamlDocuments(text: TfString): TfString[] {
  const written = textOf(text);
  const places = new Places(text);

  const starts = [
    0,
    ...[...written.matchAll(/^---(?:[ \t].*)?$\n?/gm)].map(({ index, 0: line }) => index + line.length),
  ];

  const documents = starts.map((start, i) => {
    const next = starts[i + 1] === undefined ? written.length : written.lastIndexOf('---', starts[i + 1]!);
    return { kind: 'string', pieces: places.slice(start, next), at: places.span(start, next) } as const;
  });

  return documents.filter((document) => /^[ \t]*[^#\s]/m.test(textOf(document)));
}

interface YamlReader {
  readonly places: Places;
  readonly at: Span;
  nodes: number;
}

function nodeValue(node: ParsedNode | null, reader: YamlReader): TfValue {
  const at = node ? reader.places.span(node.range[0], node.range[1]) : reader.at;
  if (++reader.nodes > maxNodes || node === null) {
    if (node === null) return scalar(null, at);
    return unknown(at);
  }
  if (isMap(node)) return mapValue(node.items as { key: ParsedNode; value: ParsedNode | null }[], at, reader);
  if (isSeq(node))
    return { kind: 'list', items: (node.items as ParsedNode[]).map((item) => nodeValue(item, reader)), at };
  if (!isScalar(node)) return unknown(at);

  const { value } = node;
  if (typeof value === 'string') return stringAt(value, node, reader);

  const piece = plainPiece(node, String(value), reader);
  return { ...scalar(value as number | boolean | null, at), ...(piece && { piece }) };
}

function mapValue(
  items: readonly { readonly key: ParsedNode; readonly value: ParsedNode | null }[],
  at: Span,
  reader: YamlReader,
): TfObject {
  const entries = items.flatMap(({ key, value }): [string, TfEntry][] => {
    if (!isScalar(key)) return [];
    const text = String(key.value);
    const place = reader.places.span(key.range[0], key.range[1]);
    const written = plainPiece(key, text, reader) ?? { text, at: place, form: 'made' };
    return [[text, { value: nodeValue(value, reader), key: written }]];
  });

  // A key that is no text is a template for entries: `{{ unknown }}`.
  return objectOf(entries, at, entries.length < items.length);
}

/** The piece of a node, if it is written without quotes and without escapes. */
function plainPiece({ range }: ParsedNode, text: string, { places }: YamlReader): Piece | undefined {
  const [only, ...others] = places.slice(range[0], range[1]);
  if (others.length === 0 && only?.text === text && only.form !== 'made') return only;
  return undefined;
}

/** The string of a scalar. If it is written literally, it keeps its pieces. */
function stringAt(value: string, node: ParsedNode, { places, at }: YamlReader): TfString {
  const [start, end] = node.range;
  const pieces = places.slice(start, end);
  const written = pieces.map(({ text }) => text).join('');
  // Text inside YAML quotes must not be replaced by text with its own quotes.
  const inside = written.length - 2 === value.length ? places.slice(start + 1, end - 1) : [];
  const quoted = inside.map((piece): Piece => ({ ...piece, form: 'made' }));
  const span = places.span(start, end);

  for (const candidate of [pieces, quoted])
    if (candidate.map(({ text }) => text).join('') === value) return { kind: 'string', pieces: candidate, at: span };
  if (!pieces.some(({ isUnknown }) => isUnknown)) return madeText(value, span);

  return { kind: 'string', pieces: [{ text: value, at, form: 'made', isUnknown: true }], at: span };
}

/** Maps ranges of a text to the places they come from. */
export class Places {
  readonly #pieces: readonly Piece[];
  readonly #starts: number[] = [];
  readonly #at: Span;

  constructor({ pieces, at }: TfString) {
    this.#pieces = pieces;
    this.#at = at;
    let offset = 0;
    for (const { text } of pieces) {
      this.#starts.push(offset);
      offset += text.length;
    }
  }

  /** The index of the piece at an offset. */
  #index(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;

    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }

    return low;
  }

  /** The piece at an offset, and the offset within it. */
  piece(offset: number): { readonly piece: Piece; readonly within: number; readonly index: number } | undefined {
    const index = this.#index(offset);
    const piece = this.#pieces[index];
    return piece && { piece, within: offset - this.#starts[index]!, index };
  }

  /** The pieces of a range, cut at its ends. */
  slice(start: number, end: number): Piece[] {
    const pieces: Piece[] = [];
    for (let i = this.#index(start); i < this.#pieces.length && this.#starts[i]! < end; i++) {
      const piece = this.#pieces[i]!;
      const from = Math.max(0, start - this.#starts[i]!);
      const to = Math.min(piece.text.length, end - this.#starts[i]!);
      if (to > from) pieces.push(from === 0 && to === piece.text.length ? piece : cut(piece, from, to));
    }

    return pieces;
  }

  /** The place that a range comes from: from its first place to its last if both are in one file. */
  span(start: number, end: number): Span {
    const first = this.piece(start);
    const last = this.piece(Math.max(start, end - 1));
    if (!first || !last) return this.#at;
    const from = spanIn(first.piece, first.within, first.within + (end > start ? 1 : 0));
    const to = spanIn(last.piece, last.within, last.within + (end > start ? 1 : 0));
    if (from.file === to.file && from.start <= to.start) return { ...from, end: to.end };
    return from;
  }
}

const isWritten = ({ form }: Piece): boolean => form !== 'made';

/** The place of a range in a piece. Single characters are located only if the piece is literal text. */
function spanIn(piece: Piece, from: number, to: number): Span {
  const { at } = piece;
  if (isWritten(piece) && at.end - at.start === piece.text.length)
    return { file: at.file, start: at.start + from, end: at.start + to };

  return at;
}

function cut(piece: Piece, from: number, to: number): Piece {
  const at = spanIn(piece, from, to);
  return { ...piece, text: piece.text.slice(from, to), at };
}

/** Writes a value as YAML (`yamlencode`, in block style with JSON scalars). Every piece knows its origin. */
export function encodeYaml(value: TfValue): TfString {
  if (value.kind === 'object' && value.yaml) return value.yaml;
  const writer: Writer = { pieces: [], at: value.at };
  writeValue(value, '', writer);
  return { kind: 'string', pieces: writer.pieces, at: value.at };
}

interface Writer {
  readonly pieces: Piece[];
  readonly at: Span;
}

const put = (writer: Writer, text: string, at: Span): void => {
  writer.pieces.push({ text, at, form: 'made' });
};

/** Writes what follows `key:` or `-`, including the line break at the end. */
function writeValue(value: TfValue, indent: string, writer: Writer): void {
  if (value.kind === 'object' && (value.entries.size > 0 || value.isPartial)) {
    if (indent !== '') put(writer, '\n', value.at);
    writeEntries(value, indent, writer);
    return;
  }

  if (value.kind === 'list' && value.items.length > 0) {
    put(writer, '\n', value.at);

    for (const item of value.items) {
      put(writer, `${indent}-`, item.at);
      writeValue(item, `${indent}  `, writer);
    }

    return;
  }

  if (indent !== '') put(writer, ' ', value.at);
  writer.pieces.push(...scalarPieces(value));
  put(writer, '\n', value.at);
}

/** A template that represents possible unknown entries: a line of YAML, or an entry of JSON. */
export const unknownEntries = '{{ unknown }}';

function writeEntries({ entries, isPartial, unnamed, at }: TfObject, indent: string, writer: Writer): void {
  for (const [key, { value, key: place }] of entries) {
    put(writer, indent, value.at);
    const isPlain = /^[A-Za-z_][\w./-]*$/.test(key) && !typedText.test(key);

    writer.pieces.push({
      text: isPlain ? key : JSON.stringify(key),
      at: place?.at ?? value.at,
      form: place?.form ?? 'made',
    });

    put(writer, ':', place?.at ?? value.at);
    writeValue(value, `${indent}  `, writer);
  }

  for (const { key, value } of unnamed ?? []) {
    put(writer, indent, key.at);
    writer.pieces.push({ ...key, text: JSON.stringify(key.text) });
    put(writer, ':', key.at);
    writeValue(value, `${indent}  `, writer);
  }

  if (isPartial && !unnamed) put(writer, `${indent}${unknownEntries}\n`, at);
}

/** Writes a value as JSON on one line (`jsonencode`). */
export const encodeJson = (value: TfValue): TfString => ({ kind: 'string', pieces: jsonPieces(value), at: value.at });

function jsonPieces(value: TfValue): Piece[] {
  if (value.kind === 'object') return jsonEntries(value);
  if (value.kind === 'list') return between(value.items.map(jsonPieces), '[]', value.at);
  return scalarPieces(value);
}

function jsonEntries({ entries, isPartial, unnamed, at }: TfObject): Piece[] {
  const named = [...entries].map(([key, { value, key: place }]): Piece[] => {
    const colon: Piece = { text: `${JSON.stringify(key)}:`, at: place?.at ?? value.at, form: 'made' };
    return [colon, ...jsonPieces(value)];
  });

  const others = (unnamed ?? []).map(({ key, value }): Piece[] => [
    { ...key, text: `${JSON.stringify(key.text)}:` },
    ...jsonPieces(value),
  ]);

  const open: Piece[][] =
    isPartial && !unnamed ? [[{ text: ` ${unknownEntries} `, at, form: 'made', isUnknown: true }]] : [];

  return between([...named, ...others, ...open], '{}', at);
}

function between(parts: readonly (readonly Piece[])[], brackets: string, at: Span): Piece[] {
  const comma: Piece = { text: ',', at, form: 'made' };

  return [
    { text: brackets[0]!, at, form: 'made' },
    ...parts.flatMap((part, i) => (i === 0 ? part : [comma, ...part])),
    { text: brackets[1]!, at, form: 'made' },
  ];
}

function scalarPieces(value: TfValue): Piece[] {
  const { at } = value;
  switch (value.kind) {
    case 'unknown':
      return [placeholder(value)];
    case 'list':
      return [{ text: '[]', at, form: 'made' }];
    case 'object':
      return [{ text: '{}', at, form: 'made' }];
    case 'scalar':
      return [value.piece ?? { text: String(value.value), at, form: value.isLiteral ? 'scalar' : 'made' }];
    case 'string':
      return quotedPieces(value);
  }
}

const plainText = /^[A-Za-z][\w./-]*$/;
const typedText = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** A string in quotes. A literal string is exactly the text in HCL, including the quotes. */
function quotedPieces(value: TfString): Piece[] {
  const { pieces, at } = value;
  const [only] = pieces;
  const isWhole =
    pieces.length === 1 && only!.form === 'quoted' && only!.at.end - only!.at.start === at.end - at.start - 2;
  const text = knownText(value);
  if (isWhole && text !== undefined && JSON.stringify(text) === `"${text}"`)
    return [{ text: `"${text}"`, at, form: 'scalar' }];

  // Plain YAML text stays unquoted, so that its replacement is written as YAML.
  const isPlain = pieces.length === 1 && /^(?:file|template|heredoc)$/.test(only!.form);
  if (isPlain && text !== undefined && plainText.test(text) && !typedText.test(text)) return [...pieces];

  return [{ text: '"', at, form: 'made' }, ...pieces.map((piece) => escaped(piece)), { text: '"', at, form: 'made' }];
}

function escaped(piece: Piece): Piece {
  const text = JSON.stringify(piece.text).slice(1, -1);
  if (text === piece.text) return { ...piece, form: piece.form === 'quoted' ? 'quoted' : 'made' };
  return { ...piece, text, form: 'made' };
}
