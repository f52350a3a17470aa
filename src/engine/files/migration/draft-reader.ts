import { isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import { entryEnd, lineEnd, lineStart, nextLine, nodeEnd } from '../../manifest/entry-place.ts';
import { asList, isObject, type Value } from '../../manifest/model/manifest.ts';
import { composeDocument, type DocumentText } from '../../manifest/yaml/yaml-document.ts';
import { DraftEntry, DraftList, DraftMap, type DraftNode, DraftText, UnwritableDocument } from './draft.ts';

type MapNode = YAMLMap.Parsed<ParsedNode, ParsedNode | null>;
type ListNode = YAMLSeq.Parsed<ParsedNode>;
type Entry = Pair<ParsedNode, ParsedNode | null>;

/** The lines `[start, end)` of a collection, with comments. */
interface Region {
  readonly start: number;
  readonly end: number;
}

/** A document as a draft, and the range of the file that it was read from. */
interface WrittenDocument {
  readonly root: DraftNode;
  readonly start: number;
  readonly end: number;
}

/** Reads a document as a draft. Offsets are relative to the file's text. Throws UnwritableDocument. */
export function readDraft(document: DocumentText, value: Value): WrittenDocument {
  const { contents } = composeDocument(document);
  const { original } = document.masked;
  const reader = new DraftReader(original, document.start);
  // Text on the line of the marker belongs to the marker.
  const marker = /^---[^\n]*(?:\n|$)/.exec(original.slice(document.start, document.end))?.[0] ?? '';

  if (isFlow(contents)) {
    const start = document.start + contents.range[0];
    return { root: reader.node(contents, value, 0), start, end: document.start + contents.range[1] };
  }

  const region = { start: document.start + marker.length, end: document.end };
  if (!isMap(contents)) throw new UnwritableDocument('it is not a mapping');

  return { root: reader.blockMap(contents as unknown as MapNode, value, region), ...region };
}

type FlowNode = YAMLMap.Parsed<ParsedNode, ParsedNode | null> | YAMLSeq.Parsed<ParsedNode>;

const isFlow = (node: unknown): node is FlowNode => (isMap(node) || isSeq(node)) && node.flow === true;

class DraftReader {
  readonly #text: string;
  readonly #offset: number;

  constructor(text: string, offset: number) {
    this.#text = text;
    this.#offset = offset;
  }

  /** A node after a key or dash. */
  node(node: ParsedNode | null, value: Value, column: number): DraftNode {
    if (isFlow(node) && node.anchor === undefined && node.tag === undefined) return this.#flow(node, value, column);
    const [start, end] =
      node === null ? [0, 0] : [this.#offset + node.range[0], nodeEnd(node, this.#text, this.#offset)];
    return new DraftText(value, this.#text.slice(start, end), column);
  }

  blockMap(node: MapNode, value: Value, region: Region, isBehindDash = false): DraftMap {
    if (!isObject(value)) throw new UnwritableDocument('it contains a mapping in an unexpected place');

    const column = this.#column(this.#offset + node.range[0]);
    const starts = node.items.map(({ key }) => this.#offset + key.range[0]);
    const ends = node.items.map((item) => entryEnd(item, this.#text, this.#offset));
    const { regions, tail } = this.#split(starts, ends, { region, column, isBehindDash });
    const seen = new Set<string>();

    const entries = node.items.map((item, i) => {
      const entry = this.#entry(item, value, { region: regions[i]!, column, end: ends[i]! });
      if (seen.has(entry.key)) throw new UnwritableDocument(`the key \`${entry.key}\` occurs twice in a mapping`);
      seen.add(entry.key);
      return entry;
    });

    return new DraftMap(entries, { style: 'block', column, tail });
  }

  #column(offset: number): number {
    return offset - lineStart(this.#text, offset);
  }

  /** The lines of each entry. Comments that are indented deeper belong to the entry above, others to the entry below. */
  #split(
    starts: readonly number[],
    ends: readonly number[],
    { region, column, isBehindDash }: { region: Region; column: number; isBehindDash: boolean },
  ): { regions: Region[]; tail: string } {
    const regions: Region[] = [];
    let start = isBehindDash ? starts[0]! : region.start;

    for (let i = 0; i < starts.length; i++) {
      const until = i + 1 < starts.length ? lineStart(this.#text, starts[i + 1]!) : region.end;
      const end = this.#deeperUntil(Math.min(nextLine(this.#text, ends[i]!), until), until, column);
      regions.push({ start, end });
      start = end;
    }

    return { regions, tail: this.#text.slice(start, Math.max(start, region.end)) };
  }

  /** The end of the last comment line in `[start, end)` that is indented deeper than a column. */
  #deeperUntil(start: number, end: number, column: number): number {
    let last = start;
    for (let at = start; at < end; ) {
      const next = Math.min(nextLine(this.#text, at), end);
      const line = this.#text.slice(at, next);
      const indent = line.search(/\S/);
      if (indent > column) last = next;
      else if (indent !== -1) break;
      at = next;
    }

    return last;
  }

  #entry(
    { key, value: node }: Entry,
    values: { readonly [key: string]: Value },
    { region, column, end }: { region: Region; column: number; end: number },
  ): DraftEntry {
    const text = this.#text;
    const [keyStart, keyEnd] = [this.#offset + key.range[0], this.#offset + key.range[1]];
    const colon = text.indexOf(':', keyEnd);
    const name = isScalar(key) ? String(key.value ?? '') : '';
    if (colon === -1 || text.slice(keyEnd, colon).trim() !== '' || !Object.hasOwn(values, name))
      throw new UnwritableDocument(`the key \`${text.slice(keyStart, keyEnd)}\` is written in an unusual way`);

    const value = values[name]!;
    const leadEnd = region.start === keyStart ? keyStart : lineStart(text, keyStart);

    const common = {
      key: name,
      style: 'block' as const,
      raw: text.slice(region.start, region.end),
      column,
      lead: text.slice(region.start, leadEnd),
      rawKey: text.slice(keyStart, keyEnd),
    };

    const isBlock = (isMap(node) || isSeq(node)) && node.flow !== true;

    if (isBlock && !isAlias(node)) {
      const { props, trail, below } = this.#head(colon + 1);
      const child = { start: below, end: region.end };

      const readOf = () => {
        if (isMap(node)) return this.blockMap(node as MapNode, value, child);
        return this.#blockList(node as ListNode, value, child);
      };

      const read = readOf();

      return new DraftEntry(name, read, { ...common, value: read, gap: props, trail, after: '' });
    }

    const [, gap = '', raw = ''] = /^([ \t]*)([\s\S]*)$/.exec(text.slice(colon + 1, Math.max(end, colon + 1)))!;
    const isPlainFlow = isFlow(node) && raw === text.slice(this.#offset + node.range[0], end);
    const read = isPlainFlow ? this.node(node, value, column) : new DraftText(value, raw, column);
    const last = lineEnd(text, Math.max(end, colon + 1));
    const trail = text.slice(Math.max(end, colon + 1), Math.max(last, end)).trimEnd();
    const after = text.slice(Math.min(nextLine(text, last), region.end), region.end);

    return new DraftEntry(name, read, { ...common, value: read, gap, trail, after });
  }

  /** The text between the colon and the first line of a block collection. */
  #head(start: number): { props: string; trail: string; below: number } {
    const end = lineEnd(this.#text, start);
    const parts = /^((?:[ \t]+[&!]\S+)*)([ \t]+#.*)?[ \t]*$/.exec(this.#text.slice(start, end));
    if (!parts) throw new UnwritableDocument('a block starts on the line of its key');
    return { props: parts[1] ?? '', trail: (parts[2] ?? '').trimEnd(), below: nextLine(this.#text, start) };
  }

  #blockList(node: ListNode, value: Value, region: Region): DraftList {
    const values = asList(value);
    const column = this.#column(this.#offset + node.range[0]);
    const ends = node.items.map((item) => nodeEnd(item, this.#text, this.#offset));
    let from = region.start;

    const dashes = ends.map((end) => {
      const dash = this.#dash(from, column);
      from = nextLine(this.#text, end);
      return dash;
    });

    const { regions, tail } = this.#split(dashes, ends, { region, column, isBehindDash: false });
    const entries = node.items.map((item, i) => this.#item(item, values[i] ?? null, regions[i]!, dashes[i]!));

    return new DraftList(entries, { style: 'block', column, tail });
  }

  /** The next dash in a column. */
  #dash(from: number, column: number): number {
    for (let at = from; at < this.#text.length; at = nextLine(this.#text, at)) {
      const line = this.#text.slice(at, lineEnd(this.#text, at));
      if (/^ *-(?: |$)/.test(line) && line.indexOf('-') === column) return at + column;
    }
    throw new UnwritableDocument('a list is written in an unusual way');
  }

  #item(node: ParsedNode, value: Value, region: Region, dash: number): DraftEntry {
    const text = this.#text;
    const column = this.#column(dash);
    const start = this.#offset + node.range[0];
    const isOnLine = lineStart(text, start) === lineStart(text, dash);
    const isMapHere = isMap(node) && node.flow !== true && isOnLine && node.anchor === undefined;
    const end = nodeEnd(node, text, this.#offset);
    const raw = text.slice(dash + 1, end).trimStart();

    const readItem = () => {
      if (isMapHere) return this.blockMap(node as MapNode, value, { start, end: region.end }, true);
      if (isFlow(node) && isOnLine && node.anchor === undefined) return this.node(node, value, column);
      return new DraftText(value, raw, column);
    };

    const read = readItem();

    return new DraftEntry('', read, {
      key: '',
      value: read,
      style: 'block',
      raw: text.slice(region.start, region.end),
      column,
      lead: text.slice(region.start, lineStart(text, dash)),
      rawKey: '',
      gap: isMapHere ? text.slice(dash + 1, start) : ' ',
      trail: isMapHere ? '' : text.slice(end, lineEnd(text, end)).trimEnd(),
      after: isMapHere ? '' : text.slice(Math.min(nextLine(text, end), region.end), region.end),
    });
  }

  #flow(node: FlowNode, value: Value, column: number): DraftNode {
    const text = this.#text;
    const items = node.items as readonly (Entry | ParsedNode)[];
    const close = this.#offset + node.range[1] - 1;
    const entries: DraftEntry[] = [];
    let from = this.#offset + node.range[0] + 1;

    for (const [i, item] of items.entries()) {
      const next = items[i + 1];

      const foundOf = () => {
        if ('key' in item) return this.#flowEntry(item, value, { from, column });
        return this.#flowItem(item, (value as readonly Value[])[i] ?? null, { from, column });
      };

      const valueRange = foundOf();

      if (valueRange === undefined) return new DraftText(value, text.slice(from - 1, close + 1), column);

      const until = () => {
        if (next === undefined) return close;
        return this.#offset + ('key' in next ? next.key.range[0] : next.range[0]);
      };

      const between = text.slice(valueRange.end, until());
      const comma = commaIn(between);

      const trailOf = () => {
        if (comma === -1) {
          if (next === undefined) return '';
          return between;
        }
        return between.slice(0, comma);
      };

      const trail = trailOf();

      entries.push(new DraftEntry(valueRange.written.key, valueRange.written.value, { ...valueRange.written, trail }));
      from = valueRange.end + (comma === -1 ? trail.length : comma + 1);
    }

    const written = { style: 'flow', column, tail: text.slice(from, close) } as const;
    if (isMap(node)) return new DraftMap(entries, written);
    return new DraftList(entries, written);
  }

  #flowEntry({ key, value: node }: Entry, value: Value, { from, column }: { from: number; column: number }) {
    const name = isScalar(key) ? String(key.value ?? '') : '';
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;

    const [keyStart, keyEnd] = [this.#offset + key.range[0], this.#offset + key.range[1]];
    const colon = this.#text.indexOf(':', keyEnd);
    const isBare = node === null || node.range[0] === node.range[1];
    if (isBare || colon === -1 || this.#text.slice(keyEnd, colon).trim() !== '') return undefined;

    const start = this.#offset + node.range[0];
    const gap = this.#text.slice(colon + 1, start);
    if (gap.trim() !== '') return undefined;

    const end = this.#offset + node.range[1];
    const read = this.node(node, value[name]!, column);

    const [rawKey, lead, raw] = [
      this.#text.slice(keyStart, keyEnd),
      this.#text.slice(from, keyStart),
      this.#text.slice(keyStart, end),
    ];

    return {
      end,
      written: { key: name, value: read, style: 'flow' as const, raw, column, lead, rawKey, gap, after: '' },
    };
  }

  #flowItem(node: ParsedNode, value: Value, { from, column }: { from: number; column: number }) {
    const [start, end] = [this.#offset + node.range[0], this.#offset + node.range[1]];
    const lead = this.#text.slice(from, start);
    if (start === end || lead.trim() !== '') return undefined;

    const read = this.node(node, value, column);
    const raw = this.#text.slice(start, end);

    return {
      end,
      written: { key: '', value: read, style: 'flow' as const, raw, column, lead, rawKey: '', gap: '', after: '' },
    };
  }
}

/** The index of the first comma outside of comments. */
function commaIn(text: string): number {
  let isComment = false;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\n') isComment = false;
    else if (text[i] === '#') isComment = true;
    else if (text[i] === ',' && !isComment) return i;
  }

  return -1;
}
