import { isMap, isScalar, isSeq, type ParsedNode, Scalar } from 'yaml';
import type { Edit, Fix } from '../text/diagnostic.ts';
import { addToGroup } from '../text/group-by.ts';
import type { Source } from '../text/source.ts';
import {
  columnOf,
  type EntryPlace,
  isFlow,
  lineEnd,
  lineStart,
  nextLine,
  nodeEnd,
  placeOfEntry,
  placeOfItem,
  type WrittenMap,
} from './entry-place.ts';
import { intoText, type Manifest, type Path } from './model/manifest.ts';
import { locateInManifest } from './objects/document-manifest.ts';

/** The edits of one fix. Empty if the text cannot be edited safely: below an alias or merge key, or between template lines. */
export type Edits = readonly Edit[];

const none: Edits = [];

/** The indentation of newly nested text. */
const step = '  ';

const lineBreakOf = (text: string): string => {
  if (text.includes('\r\n')) return '\r\n';
  return '\n';
};

function quoteLike(node: unknown, text: string): string {
  const isQuotable = isScalar(node) && !/^["'[{|>&*!]/.test(text);
  if (isQuotable && node.type === Scalar.QUOTE_DOUBLE) return JSON.stringify(text);
  if (isQuotable && node.type === Scalar.QUOTE_SINGLE) return `'${text.replaceAll("'", "''")}'`;
  return text;
}

/** Renames a key and keeps its quotes. */
export function renameKey(manifest: Manifest, path: Path, newKey: string): Edits {
  const located = locateInManifest(manifest, path);
  if (!located?.isExact || !located.pair) return none;
  return [{ ...manifest.keySpan(path), newText: quoteLike(located.pair.key, newKey) }];
}

/** A fix without edits that change no byte of the text; undefined if it has no other. */
export function changingFix(fix: Fix, { file, text }: Source): Fix | undefined {
  const edits = fix.edits.filter((edit) => edit.file !== file || text.slice(edit.start, edit.end) !== edit.newText);
  if (edits.length === 0) return undefined;
  if (edits.length === fix.edits.length) return fix;
  return { ...fix, edits };
}

/** Replaces a value with YAML text. Plain text gets the quotes of the old value. */
export function replaceValue(manifest: Manifest, path: Path, newText: string): Edits {
  const located = locateInManifest(manifest, path);
  if (!located?.isExact) return none;

  const { node, pair, offset } = located;
  const { file, text } = manifest.source;
  const place = pair && placeOfEntry(manifest, path);

  if (node === null || node.range[0] === node.range[1]) {
    // The value is empty, so the new value goes after the colon.
    if (place) return [{ file, start: place.end, end: place.end, newText: ` ${newText}` }];
    return none;
  }

  const start = offset + node.range[0];
  const end = place?.end ?? offset + node.range[1];
  const isBlock = /\n/.test(text.slice(start, end));

  return [{ file, start, end, newText: isBlock ? newText : quoteLike(node, newText) }];
}

/** The first of the comment lines directly above a line in the same column, which belong to it. */
function withComments(text: string, start: number, column: number): number {
  let first = start;
  while (first > 0) {
    const above = lineStart(text, first - 1);
    const comment = /^( *)#/.exec(text.slice(above, first));
    if (!comment || comment[1]!.length !== column) break;
    first = above;
  }

  return first;
}

const hasAnchor = (text: string): boolean => /(?:^|[\s[{,:])&[^\s,[\]{}]/.test(text);

/** Removes the whole lines of an entry and the comments that belong to it. The last entry of a mapping leaves `{}`. */
export function removeEntry(manifest: Manifest, path: Path): Edits {
  const place = path.includes(intoText) ? undefined : placeOfEntry(manifest, path);
  const { file, text } = manifest.source;
  if (!place || manifest.isPartial || hasAnchor(text.slice(place.keyStart, place.end))) return none;

  const { map, index, keyStart, end } = place;
  const next = placeOfItem(manifest, map, index + 1);

  if (map.items.length === 1) {
    return [{ file, start: keyStart, end, newText: isFlow(map) ? '' : '{}' }];
  }

  if (isFlow(map)) {
    const previous = placeOfItem(manifest, map, index - 1);
    return [{ file, start: next ? keyStart : previous!.end, end: next ? next.keyStart : end, newText: '' }];
  }

  const column = columnOf(text, place);
  if (column === undefined) return none;

  const start = lineStart(text, keyStart);
  // After a dash, the next entry moves up to the place of the first.
  if (keyStart - start !== text.slice(start).search(/[^ ]/)) {
    if (next) return [{ file, start: keyStart, end: next.keyStart, newText: '' }];
    return none;
  }

  return [{ file, start: withComments(text, start, column), end: nextLine(text, end), newText: '' }];
}

/** The YAML of an entry at a column. A value of several lines goes below its key. */
function entryText(key: string, value: string, column: number, lineBreak: string): string {
  const indent = ' '.repeat(column);
  const lines = value.replace(/^\r?\n/, '').split(/\r?\n/);
  if (lines.length === 1 && !/^\r?\n/.test(value)) return `${indent}${key}: ${value}`;
  const nested = lines.map((line) => (line === '' ? '' : indent + step + line));
  return [`${indent}${key}:`, ...nested].join(lineBreak);
}

const plainKey = /^[A-Za-z_][\w./-]*$/;
const writtenKey = (key: string): string => {
  if (plainKey.test(key)) return key;
  return JSON.stringify(key);
};

function insertIntoFlow(manifest: Manifest, map: WrittenMap, entry: string): Edits {
  const { file, text } = manifest.source;
  const last = placeOfItem(manifest, map, map.items.length - 1);
  if (last) return [{ file, start: last.end, end: last.end, newText: `, ${entry}` }];
  const offset = locateInManifest(manifest, [])!.offset;
  const start = offset + map.range![0] + 1;
  if (text[start - 1] === '{') return [{ file, start, end: start, newText: entry }];
  return none;
}

/** Inserts lines after the line of an offset. */
function insertBelow(manifest: Manifest, offset: number, lines: string): Edits {
  const { file, text } = manifest.source;
  const start = lineEnd(text, offset);
  return [{ file, start, end: start, newText: lineBreakOf(text) + lines }];
}

/** Inserts below a key that has no value yet. */
function insertUnderKey(manifest: Manifest, place: EntryPlace, entry: { key: string; value: string }): Edits {
  const { file, text } = manifest.source;
  const column = columnOf(text, place);

  if (isFlow(place.map)) {
    if (entry.value.includes('\n')) return none;
    return [{ file, start: place.end, end: place.end, newText: ` {${entry.key}: ${entry.value}}` }];
  }

  if (column === undefined) return none;

  const lines = entryText(entry.key, entry.value, column + step.length, lineBreakOf(text));
  return insertBelow(manifest, place.end, lines);
}

/**
 * Adds an entry at the end of a mapping, which may be in block or flow style, empty or absent. `yamlText` is the value as YAML. If it has
 * several lines, it goes below its key, and its own indentation starts at column 0.
 */
export function insertEntry(manifest: Manifest, mapPath: Path, key: string, yamlText: string): Edits {
  if (manifest.isPartial || mapPath.includes(intoText)) return none;

  const located = locateInManifest(manifest, mapPath);
  if (!located) return none;

  const { text } = manifest.source;
  const entry = { key: writtenKey(key), value: yamlText };
  const { node } = located;

  if (!located.isExact) return insertWithParents(manifest, mapPath, entry);

  if (isMap(node)) {
    const map = node as WrittenMap;
    if (isFlow(map)) {
      if (yamlText.includes('\n')) return none;
      return insertIntoFlow(manifest, map, `${entry.key}: ${yamlText}`);
    }

    const first = placeOfItem(manifest, map, 0);
    const last = placeOfItem(manifest, map, map.items.length - 1);
    const column = first && columnOf(text, first);
    if (column === undefined) return none;

    return insertBelow(manifest, last!.end, entryText(entry.key, yamlText, column, lineBreakOf(text)));
  }

  const isEmpty = node === null || (isScalar(node) && node.range[0] === node.range[1]);
  const place = isEmpty ? placeOfEntry(manifest, mapPath) : undefined;

  if (place) return insertUnderKey(manifest, place, entry);
  return none;
}

/** Adds an item at the end of a list. Its text is given for lists with a line for each item, and for those on one line. */
export function appendItem(
  manifest: Manifest,
  listPath: Path,
  { block, flow }: { readonly block: string; readonly flow: string },
): Edits {
  if (manifest.isPartial || listPath.includes(intoText)) return none;

  const located = locateInManifest(manifest, listPath);
  if (!located?.isExact || !isSeq(located.node)) return none;

  const { file, text } = manifest.source;
  const { node, offset } = located;
  const last = node.items.at(-1) as ParsedNode | undefined;

  if (node.flow === true) {
    const start = last === undefined ? offset + node.range![0] + 1 : nodeEnd(last, text, offset);
    return [{ file, start, end: start, newText: last === undefined ? flow : `, ${flow}` }];
  }

  const start = last && offset + last.range[0];
  if (start === undefined) return none;

  const dash = /^( *)- +$/.exec(text.slice(lineStart(text, start), start));
  if (!dash) return none;

  const lines = block.split('\n').map((line, i) => {
    const lead = i === 0 ? '- ' : step;
    return `${dash[1]}${lead}${line}`;
  });
  const lineBreak = lineBreakOf(text);

  return insertBelow(manifest, nodeEnd(last!, text, offset), lines.join(lineBreak));
}

/** Adds the missing parent mappings, one inside of the other. */
function insertWithParents(manifest: Manifest, mapPath: Path, { key, value }: { key: string; value: string }): Edits {
  const name = mapPath.at(-1);
  const parent = mapPath.slice(0, -1);
  if (typeof name !== 'string' || manifest.get(mapPath) !== undefined) return none;
  const block = insertEntry(manifest, parent, name, `\n${entryText(key, value, 0, '\n')}`);
  // A mapping on one line takes only entries on one line.
  if (block.length > 0 || value.includes('\n')) return block;
  return insertEntry(manifest, parent, name, `{${key}: ${value}}`);
}

/** The lines of a block entry without its comments, moved to column 0. */
function dedented(text: string, place: EntryPlace, column: number): string {
  const lines = text.slice(place.keyStart, lineEnd(text, place.end)).split(/\r?\n/);
  const indent = ' '.repeat(column);
  return lines
    .map((line, i) => {
      if (i > 0 && line.startsWith(indent)) return line.slice(column);
      return line;
    })
    .join('\n');
}

/** Moves a block entry to the end of another mapping, with its comment behind it. */
export function moveEntry(manifest: Manifest, from: Path, toMap: Path): Edits {
  const place = placeOfEntry(manifest, from);
  const { text } = manifest.source;
  const column = place && !isFlow(place.map) ? columnOf(text, place) : undefined;
  if (column === undefined || from.every((name, i) => toMap[i] === name)) return none;

  const removed = removeEntry(manifest, from);
  const written = dedented(text, place!, column);
  const target = insertEntry(manifest, toMap, String(from.at(-1)), 'x');
  if (removed.length === 0 || target.length === 0) return none;

  const [{ start, newText }] = target as [Edit];
  const indent = /^\r?\n( *)[^\n]*: x$/.exec(newText)?.[1];
  if (indent === undefined || removed.some((edit) => start > edit.start && start < edit.end)) return none;

  const lineBreak = lineBreakOf(text);
  const lines = written.split('\n').map((line) => {
    if (line === '') return '';
    return indent + line;
  });
  const insert = { ...target[0]!, newText: lineBreak + lines.join(lineBreak) };

  return [...removed, insert].sort((a, b) => a.start - b.start);
}

/** Indents the entries directly below an empty key of the same mapping, so that they become its value. */
export function indentEntries(manifest: Manifest, paths: readonly Path[], under: string): Edits {
  const [firstPath] = paths;
  if (firstPath === undefined || manifest.isPartial) return none;

  const parent = placeOfEntry(manifest, [...firstPath.slice(0, -1), under]);
  const { file, text } = manifest.source;
  if (!parent || isFlow(parent.map)) return none;

  const places = paths.map((path) => placeOfEntry(manifest, path)).sort((a, b) => (a?.index ?? 0) - (b?.index ?? 0));
  const edits: Edit[] = [];

  for (const [i, place] of places.entries()) {
    // They must directly follow each other, because any entry in between would also become part of the value.
    if (place?.map !== parent.map || place.index !== parent.index + 1 + i) return none;
    for (let at = lineStart(text, place.keyStart); at <= place.end; ) {
      const next = nextLine(text, at);
      if (lineEnd(text, at) > at) edits.push({ file, start: at, end: at, newText: step });
      if (next <= at || next >= text.length) break;

      at = next;
    }
  }

  return edits;
}

/** Applies edits to the text they were made for. The caller must make sure that they do not overlap. */
export function applyEdits(text: string, edits: Edits): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, newText } of ordered) {
    if (start < at) throw new RangeError(`edits overlap at ${start}`);
    parts.push(text.slice(at, start), newText);
    at = end;
  }

  return parts.join('') + text.slice(at);
}

/** Whether two edits of one file overlap. Two edits at the same place do, because their order is undefined. */
const overlaps = (a: Edit, b: Edit): boolean => a.start === b.start || (a.start < b.end && b.start < a.end);

/** The fixes that can be applied together, in order. One that overlaps an earlier fix is left for the next run. */
export function compatibleFixes(fixes: readonly Fix[]): Fix[] {
  const taken = new Map<string, Edit[]>();
  const isTaken = (edit: Edit): boolean => taken.get(edit.file)?.some((other) => overlaps(edit, other)) ?? false;

  return fixes.filter(({ edits }) => {
    if (edits.length === 0 || edits.some(isTaken)) return false;
    for (const edit of edits) addToGroup(taken, edit.file, edit);
    return true;
  });
}
