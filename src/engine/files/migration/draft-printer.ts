import {
  commentLines,
  type DraftEntry,
  DraftList,
  DraftMap,
  type DraftNode,
  DraftText,
  dataOf,
  isPristine,
  isPristineEntry,
  ownComments,
} from './draft.ts';
import { flowText, keyText } from './yaml-text.ts';

/** The layout of new text, to match the existing text. */
export interface Layout {
  /** The number of spaces by which a nested mapping is indented. */
  readonly step: number;
  /** The number of spaces between the column of a key and the dashes of its list. */
  readonly dash: number;
  readonly isJson: boolean;
}

/** The layout of a document: that of its first mapping and its first list. */
export function layoutOf(root: DraftNode): Layout {
  if (root instanceof DraftText || root.written?.style === 'flow') return { step: 2, dash: 2, isJson: true };

  let step: number | undefined;
  let dash: number | undefined;

  const look = (node: DraftNode): void => {
    if (node instanceof DraftText) return;
    for (const entry of node.entries) {
      const { value, written } = entry;

      if (written !== undefined && !(value instanceof DraftText) && value.written?.style === 'block') {
        if (value instanceof DraftMap && node instanceof DraftMap) step ??= value.written.column - written.column;
        if (value instanceof DraftList) dash ??= value.written.column - written.column;
      }

      look(value);
    }
  };

  look(root);

  return { step: step ?? 2, dash: dash ?? step ?? 2, isJson: false };
}

/** The text of a document. Unchanged parts keep their text. A block ends with a line break. */
export function draftText(root: DraftNode, layout: Layout): string {
  const printer = new DraftPrinter(layout);
  if (root instanceof DraftMap && root.written?.style !== 'flow') return printer.block(root, root.written?.column ?? 0);
  return printer.flow(root, 0);
}

const blanks = (count: number): string => ' '.repeat(Math.max(0, count));

const isFlowWritten = (node: DraftNode): boolean => !(node instanceof DraftText) && node.written?.style === 'flow';

class DraftPrinter {
  readonly #layout: Layout;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** The lines of a block collection with its keys or dashes in a given column. */
  block(node: DraftMap | DraftList, column: number): string {
    const lines = node.entries.map((entry) => this.#entry(entry, node, column)).join('');
    const { written, comments } = node;
    const isBlock = written?.style === 'block';
    const tailComments = isBlock || written === undefined ? [] : commentLines(written.tail);
    const tail = isBlock ? shiftedLines(written.tail, column - written.column) : '';
    return `${lines}${[...comments, ...tailComments].map((comment) => `${blanks(column)}${comment}\n`).join('')}${tail}`;
  }

  #entry(entry: DraftEntry, parent: DraftMap | DraftList, column: number): string {
    const { written, isMoved } = entry;
    const block = written?.style === 'block' ? written : undefined;
    const by = block === undefined ? 0 : column - block.column;

    if (block !== undefined && isPristineEntry(entry)) {
      // The first key after a dash is on the same line.
      const isWhole = block.raw.startsWith(block.lead === '' ? blanks(block.column) : block.lead);
      const raw = ended(block.raw);
      const text = isWhole ? shiftedLines(raw, by) : `${blanks(column)}${shiftedRest(raw, by)}`;

      if (isMoved) return text.replace(/^(?:[ \t]*\n)+/, '');
      return text;
    }

    const lead = block === undefined ? '' : leadText(block.lead, by, isMoved);
    const within = written?.style === 'flow' ? commentLines(`${written.lead}\n${written.trail}`) : [];
    const commentText = [...entry.comments, ...within].map((comment) => `${blanks(column)}${comment}\n`).join('');
    const body = parent instanceof DraftMap ? this.#mapEntry(entry, column) : this.#item(entry, column);

    return `${commentText}${lead}${blanks(column)}${body}`;
  }

  #mapEntry(entry: DraftEntry, column: number): string {
    const { key, value, written } = entry;
    const isBlock = isWrittenInBlock(entry);
    const keyWritten = written?.key === key ? written.rawKey : keyText(key);
    const head = `${keyWritten}:`;
    const trail = isBlock ? written!.trail : '';
    const after = isBlock ? shiftedLines(written!.after, column - written!.column) : '';

    if (value instanceof DraftText || this.#isFlow(value) || value.entries.length === 0) {
      const text = this.flow(value, column);
      const gap = isBlock && written!.value === value && written!.gap !== '' ? written!.gap : ' ';

      const inner = () => {
        if (value instanceof DraftText || isFlowWritten(value)) return '';
        return this.#leftover(value, column);
      };

      const gapText = text === '' ? '' : gap;
      return `${head}${gapText}${text}${trail}\n${after}${inner()}`;
    }

    const isSame = isBlock && written!.value === value;
    const props = isSame ? written!.gap : '';

    return `${head}${props}${trail}\n${after}${this.block(value, this.#childColumn(entry, column))}`;
  }

  /** Whether a collection stays in flow style. It cannot if it got comments. */
  #isFlow(node: DraftMap | DraftList): boolean {
    return isFlowWritten(node) && (this.#layout.isJson || isPristine(node) || !holdsComments(node));
  }

  /** The comments of a collection that lost all its entries. */
  #leftover(value: DraftMap | DraftList, column: number): string {
    const comments = value.written === undefined ? [] : commentLines(value.written.tail);
    return [...value.comments, ...comments].map((comment) => `${blanks(column + 1)}${comment}\n`).join('');
  }

  #childColumn({ value, written }: DraftEntry, column: number): number {
    const node = value as DraftMap | DraftList;
    const isSame = written?.value === value && node.written?.style === 'block' && isBlockColumn(written.column, node);
    if (isSame) return column + node.written!.column - written.column;
    return column + (node instanceof DraftList ? this.#layout.dash : this.#layout.step);
  }

  #item(entry: DraftEntry, column: number): string {
    const { value, written } = entry;

    if (value instanceof DraftMap && !this.#isFlow(value) && value.entries.length > 0) {
      const gap = written?.value === value ? written.gap : ' ';
      const text = this.block(value, column + 1 + gap.length);
      // A comment above the first key would otherwise follow the dash on its line.
      if (/^\s*#/.test(text)) return `-\n${text}`;
      return `-${gap}${text.trimStart()}`;
    }

    const isBlock = isWrittenInBlock(entry);
    const after = isBlock ? shiftedLines(written!.after, column - written!.column) : '';
    if (value instanceof DraftList && !isFlowWritten(value)) return `- ${flowText(dataOf(value), false)}\n`;

    const trail = isBlock ? written!.trail : '';
    return `- ${this.flow(value, column)}${trail}\n${after}`;
  }

  /** A value after its key, dash or bracket. The lines after the first are indented relative to a column. */
  flow(node: DraftNode, column: number): string {
    const { isJson } = this.#layout;

    if (node instanceof DraftText) {
      const isUsable = node.raw !== undefined && (!isJson || node.value === null || typeof node.value !== 'object');
      if (isUsable) return shiftedRest(node.raw!, column - node.column);
      return flowText(node.value, isJson);
    }

    if (node.written?.style !== 'flow') {
      const value = dataOf(node);
      if (!isJson || column < 0) return flowText(value, isJson);

      return JSON.stringify(value, null, 2);
    }

    return this.#flowWritten(node, column);
  }

  #flowWritten(node: DraftMap | DraftList, column: number): string {
    const written = node.written!;
    const firstLead = written.entries[0]?.written?.lead ?? '';
    const nextLead = written.entries[1]?.written?.lead ?? (firstLead.includes('\n') ? firstLead : ' ');
    const isMap = node instanceof DraftMap;

    const parts = node.entries.map((entry, i) => {
      const flowWritten = isWrittenInBlock(entry) || entry.isMoved ? undefined : entry.written;
      const isFirst = flowWritten === undefined || flowWritten === written.entries[0]?.written;

      const leadOf = () => {
        if (i === 0) return firstLead;
        if (isFirst) return nextLead;
        return flowWritten.lead;
      };

      const lead = leadOf();
      const depth = lead.includes('\n') ? lead.length - lead.lastIndexOf('\n') - 1 : -1;
      const text = this.#flowEntry(entry, isMap, depth);
      return `${lead}${text}${flowWritten?.trail ?? ''}`;
    });

    const tail = written.tail === '' && firstLead === ' ' && parts.length > 0 ? '' : written.tail;
    const [open, close] = isMap ? '{}' : '[]';

    return shiftedRest(`${open}${parts.join(',')}${tail}${close}`, column - written.column);
  }

  #flowEntry(entry: DraftEntry, isMap: boolean, depth: number): string {
    const { key, value, written } = entry;
    const { isJson } = this.#layout;
    const isOwn = written !== undefined && !isWrittenInBlock(entry);
    if (isOwn && isPristineEntry(entry)) return written.raw;

    const text = isWritable(value) ? this.flow(value, columnOf(value)) : this.#unwritten(value, depth);
    if (!isMap) return text;

    const rawKeyOf = () => {
      if (isOwn && written.key === key) return written.rawKey;
      if (isJson) return JSON.stringify(key);
      return keyText(key);
    };

    const rawKey = rawKeyOf();
    const gap = isOwn && written.gap !== '' ? written.gap : ' ';
    return `${rawKey}:${gap}${text}`;
  }

  /** A value that was not in flow style, printed from its data. It gets several lines if its neighbors have. */
  #unwritten(value: DraftNode, depth: number): string {
    const { isJson } = this.#layout;
    if (!isJson || depth < 0) return flowText(dataOf(value), isJson);
    return JSON.stringify(dataOf(value), null, 2).replaceAll('\n', `\n${blanks(depth)}`);
  }
}

const columnOf = (node: DraftNode): number => {
  if (node instanceof DraftText) return node.column;
  return node.written?.column ?? 0;
};

/** Whether the text of a node is valid in flow style. */
const isWritable = (node: DraftNode): boolean => {
  if (node instanceof DraftText)
    return (
      node.raw !== undefined && (/^(?:"[^\n]*"|'[^\n]*')$/.test(node.raw) || /^[^\n|>*&!,[\]{}#"']+$/.test(node.raw))
    );

  return isFlowWritten(node);
};

/** Whether any part of a node has comments. */
const holdsComments = (node: DraftNode): boolean =>
  !(node instanceof DraftText) &&
  (node.comments.length > 0 ||
    node.entries.some((entry) => ownComments(entry).length > 0 || holdsComments(entry.value)));

const isBlockColumn = (column: number, node: DraftMap | DraftList): boolean => node.written!.column >= column;

const isWrittenInBlock = ({ written }: DraftEntry): boolean => written?.style === 'block';

const ended = (text: string): string => {
  if (text.endsWith('\n')) return text;
  return `${text}\n`;
};

/** Comment lines above an entry. If the entry moved, without blank lines. */
const leadText = (lead: string, by: number, isMoved: boolean): string => {
  if (isMoved) return shiftedLines(lead, by).replace(/^[ \t]*\n/gm, '');
  return shiftedLines(lead, by);
};

const shiftedLine = (line: string, by: number): string => {
  if (by === 0 || line.trim() === '') return line;
  if (by > 0) return blanks(by) + line;
  return line.replace(new RegExp(`^ {0,${-by}}`), '');
};

/** Shifts whole lines to the right, or to the left as far as they start with spaces. */
const shiftedLines = (text: string, by: number): string => {
  if (by === 0) return text;

  return text
    .split('\n')
    .map((line) => shiftedLine(line, by))
    .join('\n');
};

/** Shifts all lines but the first, which follows other text. */
const shiftedRest = (text: string, by: number): string => {
  if (by === 0) return text;

  return text
    .split('\n')
    .map((line, i) => (i === 0 ? line : shiftedLine(line, by)))
    .join('\n');
};
