import { isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, Scalar, type YAMLMap } from 'yaml';
import type { Manifest, Path } from './model/manifest.ts';
import { locateInManifest } from './objects/document-manifest.ts';

type Entry = Pair<ParsedNode, ParsedNode | null>;
/** The text range of a mapping. */
export type WrittenMap = YAMLMap<ParsedNode, ParsedNode | null>;

/** The text range of a mapping entry. Offsets are relative to the file. */
export interface EntryPlace {
  readonly map: WrittenMap;
  /** The index among the entries of its mapping. */
  readonly index: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The end of its value, without the comments and line breaks after it. */
  readonly end: number;
}

/** Whether a mapping is in flow style: `{…}`. */
export const isFlow = (map: WrittenMap): boolean => map.flow === true;

function blockScalarEnd(node: Scalar.Parsed, text: string, offset: number): number {
  const [start, end] = node.range;
  const written = text.slice(offset + start, offset + end);
  // With `|+`, blank lines at the end are part of the value.
  const isKept = /^[|>][1-9]?\+/.test(written);
  return offset + start + (isKept ? written.replace(/\r?\n$/, '') : written.trimEnd()).length;
}

/** The end of a node's content, as an offset in the file. */
export function nodeEnd(node: ParsedNode, text: string, offset: number): number {
  if (isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED)) {
    return blockScalarEnd(node, text, offset);
  }

  if ((isMap(node) || isSeq(node)) && node.flow !== true) {
    const last = node.items.at(-1) as Entry | ParsedNode | undefined;
    if (last !== undefined) {
      if ('key' in last) return entryEnd(last, text, offset);
      return nodeEnd(last, text, offset);
    }
  }

  return offset + node.range[1];
}

/** The end of an entry, without the comments after it. */
export function entryEnd({ key, value }: Entry, text: string, offset: number): number {
  const keyEnd = offset + key.range[1];
  const colon = text.indexOf(':', keyEnd);
  const isBare = value === null || (value.range[0] === value.range[1] && !isAlias(value));
  if (!isBare) return nodeEnd(value, text, offset);

  // `tags: &anchor` also has an empty value, but text after the colon.
  const line = /^[^\n#]*/.exec(text.slice(colon + 1))![0];
  const props = /^[ \t]*[&!]\S*/.exec(line)?.[0] ?? '';

  return colon + 1 + props.length;
}

/** The place of a mapping entry, or undefined if it is not written at that path (aliases, merge keys, list items). */
export function placeOfEntry(manifest: Manifest, path: Path): EntryPlace | undefined {
  const located = locateInManifest(manifest, path);
  if (!located?.isExact || !located.pair || !isMap(located.parent)) return undefined;

  const map = located.parent as WrittenMap;
  const { pair, offset } = located;
  // An entry with an anchor cannot be removed without the aliases that refer to it.
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

/** The place of the n-th entry of a mapping in the file of a manifest, except for one inside of a block of text. */
export function placeOfItem(manifest: Manifest, map: WrittenMap, index: number): EntryPlace | undefined {
  const offset = locateInManifest(manifest, [])?.offset;
  const pair = map.items[index];
  if (offset === undefined || pair === undefined) return undefined;
  const [start, end] = pair.key.range;
  const { text } = manifest.source;
  return { map, index, keyStart: offset + start, keyEnd: offset + end, end: entryEnd(pair, text, offset) };
}

/** The start of the line of an offset. */
export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** The end of the line of an offset, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline === -1) return text.length;
  if (newline > offset && text[newline - 1] === '\r') return newline - 1;
  return newline;
}

/** The start of the line after that of an offset. */
export function nextLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline === -1) return text.length;
  return newline + 1;
}

/** The column of a block entry's key, from 0. Undefined if anything but dashes precedes it on the line. */
export function columnOf(text: string, { keyStart }: EntryPlace): number | undefined {
  const before = text.slice(lineStart(text, keyStart), keyStart);
  if (/^ *(?:- +)*$/.test(before)) return before.length;
  return undefined;
}
