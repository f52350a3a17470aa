import { isObject, type Path, type Value } from '../../manifest/model/manifest.ts';

/** Thrown for a document that cannot be rewritten piece by piece. The message gives the reason. */
export class UnwritableDocument extends Error {}

/** A value of an object that is being rewritten, with its original text if there is one. */
export type DraftNode = DraftText | DraftMap | DraftList;

/** A value that is kept or replaced as a whole: a scalar, an alias, or a new value. */
export class DraftText {
  readonly value: Value;
  /** The text after its key or dash, with anchors and quotes. Undefined for new values. */
  readonly raw: string | undefined;
  /** The column of its entry. Lines after the first are indented relative to it. */
  readonly column: number;

  constructor(value: Value, raw?: string, column = 0) {
    this.value = value;
    this.raw = raw;
    this.column = column;
  }
}

/** The text of an entry or item. All parts are complete lines, except for those on the line of the value. */
interface WrittenEntry {
  readonly key: string;
  readonly value: DraftNode;
  /** `block` if it is on separate lines. */
  readonly style: 'block' | 'flow';
  /** The whole text of the entry, with comments. */
  readonly raw: string;
  /** The column of its key or dash, from 0. */
  readonly column: number;
  /** Comment and blank lines above. In a flow collection, the spaces before the key. */
  readonly lead: string;
  readonly rawKey: string;
  /** Spaces between colon and value. For a block collection, its anchor or tag. */
  readonly gap: string;
  /** The comment after it on the same line. In a flow collection, the text before the comma. */
  readonly trail: string;
  /** Comment lines below it that are indented deeper than the key. */
  readonly after: string;
}

/** An entry of a mapping, or an item of a list (without a key). */
export class DraftEntry {
  key: string;
  value: DraftNode;
  readonly written: WrittenEntry | undefined;
  /** Comments of entries that were removed directly above, each starting with `#`. */
  comments: string[] = [];
  isMoved = false;

  constructor(key: string, value: DraftNode, written?: WrittenEntry) {
    this.key = key;
    this.value = value;
    this.written = written;
  }
}

/** The text of a mapping or list. */
interface WrittenCollection {
  readonly style: 'block' | 'flow';
  /** The column of its keys or dashes. Not used in flow style. */
  readonly column: number;
  readonly entries: readonly DraftEntry[];
  /** Comment lines at its end. In flow style, the text before the closing bracket. */
  readonly tail: string;
}

abstract class DraftCollection {
  readonly entries: DraftEntry[];
  readonly written: WrittenCollection | undefined;
  /** Comments of entries that were removed at the end. */
  comments: string[] = [];

  constructor(entries: DraftEntry[], written?: Omit<WrittenCollection, 'entries'>) {
    this.entries = entries;
    this.written = written && { ...written, entries: [...entries] };
  }

  /** Adds an entry at the end or before another. */
  insert(entry: DraftEntry, index = this.entries.length): void {
    entry.isMoved = entry.written !== undefined;
    this.entries.splice(index, 0, entry);
  }

  protected remove(index: number): DraftEntry {
    const [entry] = this.entries.splice(index, 1);
    // Comments that a removed entry left above stay where they are.
    this.leave(entry!.comments, index);
    entry!.comments = [];
    return entry!;
  }

  protected leave(comments: readonly string[], index: number): void {
    const next = this.entries[index];
    if (next === undefined) this.comments.push(...comments);
    else next.comments.unshift(...comments);
  }
}

/** A mapping that is being rewritten. */
export class DraftMap extends DraftCollection {
  index(key: string): number {
    return this.entries.findLastIndex((entry) => entry.key === key);
  }

  get(key: string): DraftNode | undefined {
    return this.entries[this.index(key)]?.value;
  }

  /** The value of a key as plain data. */
  value(key: string): Value | undefined {
    const node = this.get(key);
    if (node === undefined) return undefined;
    return dataOf(node);
  }

  /** The text of a scalar, or undefined. */
  text(key: string): string | undefined {
    const value = this.value(key);
    if (typeof value === 'object' || value === undefined) return undefined;
    return String(value);
  }

  /** The mapping below a key, with an alias replaced by its content. Undefined if there is none. */
  child(key: string): DraftMap | undefined {
    const entry = this.entries[this.index(key)];
    if (entry === undefined) return undefined;
    if (entry.value instanceof DraftText && isObject(entry.value.value)) entry.value = draftOfValue(entry.value.value);
    if (entry.value instanceof DraftMap) return entry.value;
    return undefined;
  }

  /** The mapping below a key. If there is none, it is created at the end or at an index. */
  childOrNew(key: string, index = this.entries.length): DraftMap {
    const child = this.child(key);
    if (child !== undefined) return child;

    const created = new DraftMap([]);
    const entry = this.entries[this.index(key)];
    if (entry === undefined) this.insert(new DraftEntry(key, created), index);
    else entry.value = replaceable(entry, created);

    return created;
  }

  /** Sets the value of a key: in place if the key exists, or else at the end or at an index. */
  set(key: string, value: Value | DraftNode, index = this.entries.length): void {
    const node = isNode(value) ? value : draftOfValue(value);
    const entry = this.entries[this.index(key)];
    if (entry === undefined) this.insert(new DraftEntry(key, node), index);
    else if (JSON.stringify(dataOf(entry.value)) !== JSON.stringify(dataOf(node))) entry.value = node;
  }

  /** Removes an entry with its comments. */
  take(key: string): DraftEntry | undefined {
    const index = this.index(key);
    if (index === -1) return undefined;
    return this.remove(index);
  }

  /** Removes an entry and keeps its comments. */
  drop(key: string): void {
    const index = this.index(key);
    if (index !== -1) this.leave(commentsOf(this.remove(index)), index);
  }

  rename(key: string, to: string): void {
    const entry = this.entries[this.index(key)];
    if (entry !== undefined) entry.key = to;
  }

  /** Whether it has no entries. */
  get isEmpty(): boolean {
    return this.entries.length === 0;
  }
}

/** A list that is being rewritten. */
export class DraftList extends DraftCollection {
  /** Adds items at the end. */
  push(...values: Value[]): void {
    for (const value of values) this.insert(new DraftEntry('', draftOfValue(value)));
  }
}

/** Returns the new mapping if it may replace an absent or null value. Any other value, such as a placeholder, must not get lost. */
function replaceable({ key, value }: DraftEntry, replacement: DraftMap): DraftMap {
  if (value instanceof DraftText && (value.raw === undefined || value.value === null)) return replacement;
  throw new UnwritableDocument(`\`${key}\` is a placeholder or not a mapping`);
}

const isNode = (value: Value | DraftNode): value is DraftNode =>
  value instanceof DraftText || value instanceof DraftMap || value instanceof DraftList;

/** The comments above, after and below an entry, each starting with `#`. */
export function ownComments({ written, comments }: DraftEntry): string[] {
  return [...comments, ...commentLines(written ? `${written.lead}\n${written.trail}\n${written.after}` : '')];
}

/** All comments of an entry, including those inside of its value. */
export const commentsOf = (entry: DraftEntry): string[] => [...ownComments(entry), ...commentsWithin(entry.value)];

function commentsWithin(node: DraftNode): string[] {
  if (node instanceof DraftText) return [];
  const tail = node.written === undefined ? [] : commentLines(node.written.tail);
  return [...node.entries.flatMap(commentsOf), ...tail, ...node.comments];
}

/** The comments in lines that contain nothing else. */
export const commentLines = (text: string): string[] =>
  text.split('\n').flatMap((line) => /^\s*(#.*)$/.exec(line)?.[1]?.trimEnd() ?? []);

/** A draft of plain data, without original text. */
export function draftOfValue(value: { readonly [key: string]: Value }): DraftMap;
export function draftOfValue(value: Value): DraftNode;
export function draftOfValue(value: Value): DraftNode {
  if (Array.isArray(value))
    return new DraftList((value as readonly Value[]).map((item) => new DraftEntry('', draftOfValue(item))));
  if (!isObject(value)) return new DraftText(value);
  return new DraftMap(Object.entries(value).map(([key, item]) => new DraftEntry(key, draftOfValue(item))));
}

/** The value of a draft as plain data. */
export function dataOf(node: DraftNode): Value {
  if (node instanceof DraftText) return node.value;
  if (node instanceof DraftList) return node.entries.map((entry) => dataOf(entry.value));
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, dataOf(value)]));
}

/** Whether a node is unchanged, so that its original text can be written. */
export function isPristine(node: DraftNode): boolean {
  if (node instanceof DraftText) return node.raw !== undefined;
  const { written, entries } = node;
  if (written === undefined || node.comments.length > 0 || entries.length !== written.entries.length) return false;
  return entries.every((entry, i) => entry === written.entries[i] && isPristineEntry(entry));
}

/** Whether an entry is unchanged. */
export const isPristineEntry = ({ written, key, value, comments }: DraftEntry): boolean =>
  written !== undefined && written.key === key && written.value === value && comments.length === 0 && isPristine(value);

/** The mapping at a path of a draft, or undefined. */
export function draftAt(root: DraftNode, path: Path): DraftMap | undefined {
  let node: DraftNode | undefined = root;
  for (const step of path) {
    if (node instanceof DraftMap) node = node.get(String(step));
    else if (node instanceof DraftList) node = node.entries[Number(step)]?.value;
    else return undefined;
  }

  if (node instanceof DraftMap) return node;
  return undefined;
}
