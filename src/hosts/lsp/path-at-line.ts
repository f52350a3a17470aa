/** Where a line of a YAML file is, as its indentation shows. It is also known while the document does not parse. */
export interface PlaceInDocument {
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  /** `metadata.name`. */
  readonly name: string | undefined;
  /** The keys that lead to the line, without positions in lists. The last one is the key of the line itself, if it has one. */
  readonly path: readonly string[];
  /** Values of the other keys of the innermost mapping, for example `key` of a requirement. */
  readonly siblings: ReadonlyMap<string, string>;
}

interface Line {
  readonly indent: number;
  readonly isItem: boolean;
  readonly key: string | undefined;
  readonly value: string;
}

/** The most characters of a line that are read. Keys and the values of interest are at its start. */
const maxLineLength = 1_000;

/** The most lines of one document that are read. */
const maxLines = 5_000;

/** The place of a line, counted from 0. */
export function pathAtLine(text: string, at: number): PlaceInDocument {
  const all = text.split(/\r?\n/);
  const start = all.findLastIndex((line, i) => i <= at && /^---(?:\s|$)/.test(line)) + 1;
  const following = all.findIndex((line, i) => i > at && /^---(?:\s|$)/.test(line));
  const end = Math.min(following === -1 ? all.length : following, start + maxLines);
  const lines = all.slice(start, end).map((line) => readLine(line.slice(0, maxLineLength)));
  const index = at - start;
  const path = pathTo(lines, index);

  return {
    apiVersion: topLevel(lines, 'apiVersion'),
    kind: topLevel(lines, 'kind'),
    name: nameOf(lines),
    path,
    siblings: siblingsOf(lines, index),
  };
}

function readLine(text: string): Line | undefined {
  const [, spaces = '', dash = '', content = ''] = /^( *)((?:- +|-$)?)(.*)$/.exec(text) ?? [];
  if (content.trim() === '' && dash === '') return undefined;
  if (content.startsWith('#')) return undefined;
  const [, key, value = ''] = /^["']?([\w./-]+)["']?:(?: +(.*))?$/.exec(content.trimEnd()) ?? [];
  return { indent: spaces.length + dash.length, isItem: dash !== '', key, value: unquoted(value) };
}

const unquoted = (value: string): string => value.replace(/(?<!\s)\s+#.*$/, '').replace(/^(["'])(.*)\1$/, '$2');

const topLevel = (lines: readonly (Line | undefined)[], key: string): string | undefined =>
  lines.find((line) => line?.indent === 0 && line.key === key)?.value;

/** In `metadata: { name: web }`, too. */
function nameOf(lines: readonly (Line | undefined)[]): string | undefined {
  const start = lines.findIndex((line) => line?.indent === 0 && line.key === 'metadata');
  if (start === -1) return undefined;

  const flow = /^\{.*?\bname: *["']?([\w.-]+)/.exec(lines[start]!.value)?.[1];
  if (flow !== undefined) return flow;

  const end = lines.findIndex((line, i) => i > start && line?.indent === 0);
  const within = lines.slice(start + 1, end === -1 ? undefined : end).filter((line) => line !== undefined);

  return within.find(({ indent, key }) => key === 'name' && indent === within[0]?.indent)?.value;
}

function pathTo(lines: readonly (Line | undefined)[], index: number): string[] {
  const line = lines[index];
  const path = line?.key === undefined ? [] : [line.key];

  const indentOf = () => {
    if (line === undefined) return Number.MAX_SAFE_INTEGER;
    if (line.isItem) return line.indent - 1;
    return line.indent;
  };

  let indent = indentOf();

  for (let i = index - 1; i >= 0 && indent > 0; i--) {
    const parent = lines[i];
    if (parent?.key === undefined || parent.indent >= indent) continue;

    path.unshift(parent.key);
    indent = parent.isItem ? parent.indent - 1 : parent.indent;
  }

  return path;
}

/** Keys with the same indentation, up to the next smaller one on both sides. */
function siblingsOf(lines: readonly (Line | undefined)[], index: number): Map<string, string> {
  const siblings = new Map<string, string>();
  const indent = lines[index]?.indent ?? indentBefore(lines, index);

  const add = (line: Line): void => {
    if (line.indent === indent && line.key !== undefined) siblings.set(line.key, line.value);
  };

  for (let i = index; i >= 0; i--) {
    const line = lines[i];
    if (line === undefined) continue;
    if (line.indent < indent) break;

    add(line);
    if (line.isItem && line.indent === indent) break;
  }

  for (let i = index + 1; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined) continue;
    if (line.indent < indent || (line.isItem && line.indent === indent)) break;

    add(line);
  }

  return siblings;
}

const indentBefore = (lines: readonly (Line | undefined)[], index: number): number =>
  lines.slice(0, index).findLast((line) => line !== undefined)?.indent ?? 0;
