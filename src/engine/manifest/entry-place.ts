import { isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, Scalar, type YAMLMap } from 'yaml';
import type { Manifest, Path } from './manifest.ts';
import { locateInManifest } from './objects/document-manifest.ts';

type Entry = Pair<ParsedNode, ParsedNode | null>;
/** A mapping as it is written down. */
export type WrittenMap = YAMLMap<ParsedNode, ParsedNode | null>;

/** A mapping entry as it is written down; offsets count from the start of the file. */
export interface EntryPlace {
  readonly map: WrittenMap;
  /** Position among the entries of its mapping. */
  readonly index: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** End of the last thing that belongs to its value, without comments and line breaks behind it. */
  readonly end: number;
}

/** Whether a mapping is written as `{…}`. */
export const isFlow = (map: WrittenMap): boolean => map.flow === true;

function blockScalarEnd(node: Scalar.Parsed, text: string, offset: number): number {
  const [start, end] = node.range;
  const written = text.slice(offset + start, offset + end);
  // With `|+` the blank lines at its end are part of the value.
  const isKept = /^[|>][1-9]?\+/.test(written);
  return offset + start + (isKept ? written.replace(/\r?\n$/, '') : written.trimEnd()).length;
}

/** End of the content of a node in its file. */
export function nodeEnd(node: ParsedNode, text: string, offset: number): number {
  if (isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED)) {
    return blockScalarEnd(node, text, offset);
  }
  if ((isMap(node) || isSeq(node)) && node.flow !== true) {
    const last = node.items.at(-1) as Entry | ParsedNode | undefined;
    if (last !== undefined) return 'key' in last ? entryEnd(last, text, offset) : nodeEnd(last, text, offset);
  }
  return offset + node.range[1];
}

/** End of the last thing that belongs to an entry, without comments behind it. */
export function entryEnd({ key, value }: Entry, text: string, offset: number): number {
  const keyEnd = offset + key.range[1];
  const colon = text.indexOf(':', keyEnd);
  const isBare = value === null || (value.range[0] === value.range[1] && !isAlias(value));
  if (!isBare) return nodeEnd(value, text, offset);
  // `tags: &anchor` has an empty value too, and something behind the colon.
  const line = /^[^\n#]*/.exec(text.slice(colon + 1))![0];
  const props = /^[ \t]*[&!]\S*/.exec(line)?.[0] ?? '';
  return colon + 1 + props.length;
}

/** Where an entry of a mapping stands, or undefined if it is not written at that path (aliases, merge keys, list items). */
export function placeOfEntry(manifest: Manifest, path: Path): EntryPlace | undefined {
  const located = locateInManifest(manifest, path);
  if (!located?.isExact || !located.pair || !isMap(located.parent)) return undefined;
  const map = located.parent as WrittenMap;
  const { pair, offset } = located;
  // An entry that holds an anchor cannot go away without what refers to it.
  if (pair.key.tag !== undefined || ('anchor' in pair.key && pair.key.anchor !== undefined)) return undefined;
  const [start, end] = pair.key.range;
  return {
    map,
    index: map.items.indexOf(pair),
    keyStart: offset + start,
    keyEnd: offset + end,
    end: entryEnd(pair, manifest.source.text, offset),
  };
}

/** Where the n-th entry of a mapping stands in the file of a manifest. */
export function placeOfItem(manifest: Manifest, map: WrittenMap, index: number): EntryPlace | undefined {
  const offset = locateInManifest(manifest, [])?.offset;
  const pair = map.items[index];
  if (offset === undefined || pair === undefined) return undefined;
  const [start, end] = pair.key.range;
  const { text } = manifest.source;
  return { map, index, keyStart: offset + start, keyEnd: offset + end, end: entryEnd(pair, text, offset) };
}

/** Start of the line that an offset stands in. */
export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** End of the line that an offset stands in, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline === -1) return text.length;
  return newline > offset && text[newline - 1] === '\r' ? newline - 1 : newline;
}

/** Start of the line after the one that an offset stands in. */
export function nextLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

/** Column of a block entry's key, from 0; undefined where something else than dashes stands before it. */
export function columnOf(text: string, { keyStart }: EntryPlace): number | undefined {
  const before = text.slice(lineStart(text, keyStart), keyStart);
  return /^ *(?:- +)*$/.test(before) ? before.length : undefined;
}
