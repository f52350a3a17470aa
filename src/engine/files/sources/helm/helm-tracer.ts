import type { Manifest, Path, Value } from '../../../manifest/model/manifest.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import { LineIndex, type Place } from '../../../text/source.ts';
import { indentOf } from '../../../text/words/indent.ts';
import { atStart, type TracerInput } from '../kustomize/kustomize-tracer.ts';
import { inFolder } from '../repository/file-tree.ts';
import { contentOf, placeOfLine, spanOfLine } from '../repository/line-search.ts';
import type { HelmCall } from '../root/root.ts';

interface HelmTracerInput extends TracerInput {
  readonly call: HelmCall;
}

/** The output of one template. */
interface Piece {
  /** The first line of the output in the rendered text, counted from 1. The output ends before line `to`. */
  readonly from: number;
  readonly to: number;
  /** The template file; undefined if it is not in the repository. */
  readonly file: string | undefined;
  /** Line of the rendered text → line of the template; computed on first use. */
  lines?: ReadonlyMap<number, number>;
}

/**
 * Traces Helm's output back to its source: to the template by the `# Source:` comment, to a line by equal text, and from a
 * line with only a value to that value.
 */
export class HelmTracer {
  readonly #input: HelmTracerInput;
  readonly #index: LineIndex;
  readonly #pieces: readonly Piece[];
  readonly #read = new Map<string, ReadValues | undefined>();

  constructor(input: HelmTracerInput) {
    this.#input = input;
    this.#index = new LineIndex(input.text);
    this.#pieces = piecesOf(this.#index, input);
  }

  trace(start: number, end: number): Place {
    const { text } = this.#input;
    const anchor = start + text.slice(start, end).search(/\S|$/);
    const { line } = this.#index.position(anchor);
    const piece = this.#pieces.findLast(({ from }) => from <= line);
    if (piece?.file === undefined) return this.#elsewhere(anchor);

    const template = this.#input.read(piece.file);
    if (template === undefined) return this.#elsewhere(anchor);

    piece.lines ??= aligned(this.#index, piece, new LineIndex(template));
    const templateLine = piece.lines.get(line);
    if (templateLine === undefined)
      return this.#fromValues(line) ?? this.#onlyValue(this.#valueIn(line), []) ?? this.#near(piece, line, template);

    return this.#onLine({ file: piece.file, template, templateLine }, { start, end, line });
  }

  /** The place in the template line that became the rendered line. */
  #onLine({ file, template, templateLine }: OwnLine, stretch: MadeStretch): Place {
    const index = new LineIndex(template);
    const line = index.line(templateLine);
    if (line.includes('{{'))
      return this.#taken(line, stretch) ?? { span: spanOfLine(file, index, templateLine), isExact: true };

    const { text } = this.#input;
    const there =
      index.start(templateLine) +
      indentOf(line) -
      indentOf(this.#index.line(stretch.line)) +
      (stretch.start - this.#index.start(stretch.line));

    const length = stretch.end - stretch.start;
    const isSame = template.slice(there, there + length) === text.slice(stretch.start, stretch.end);

    if (isSame) return { span: { file, start: there, end: there + length }, isExact: true };
    return { span: spanOfLine(file, index, templateLine), isExact: true };
  }

  /** The value that a line inserts, if it inserts exactly one and that one is found. */
  #taken(line: string, { start, end, line: madeLine }: MadeStretch): Place | undefined {
    const inserted = insertedPath(line);
    const content = this.#index.line(madeLine);
    const valueAt = valueColumn(content);
    const from = this.#index.start(madeLine) + valueAt;
    // A key alone is in the template.
    if (inserted === undefined || valueAt < 2 || (start < from && end <= from)) return undefined;

    const value = this.#valueIn(madeLine);
    for (const file of inserted.isWhole ? this.#valueFiles() : []) {
      const written = valuePlace(this.#valuesOf(file), inserted.path);
      if (written?.value === value) return { span: written.span, isExact: true };
      if (written !== undefined) return undefined;
    }

    // An item of a list that is written on one line.
    const item = unquoted(this.#input.text.slice(start, end));
    if (start > from && item !== value) return this.#onlyValue(item, []);
    if (inserted.isWhole) return undefined;
    return this.#onlyValue(value, inserted.path);
  }

  /** The value of a rendered line. */
  #valueIn(line: number): string {
    const content = this.#index.line(line);
    return unquoted(content.slice(Math.max(2, valueColumn(content))));
  }

  /** The only place of a value in the first values file that has it. */
  #onlyValue(value: string, path: readonly string[]): Place | undefined {
    if (value === '') return undefined;

    for (const file of this.#valueFiles()) {
      const [only, ...others] = valuesEndingWith(this.#valuesOf(file), { path, value });
      if (only === undefined) continue;
      if (others.length > 0) return undefined;
      return { span: only, isExact: false };
    }

    return undefined;
  }

  /** A values file is read once. */
  #valuesOf(file: string): ReadValues | undefined {
    if (!this.#read.has(file)) this.#read.set(file, readValues(file, this.#input.read(file) ?? ''));
    return this.#read.get(file);
  }

  /** The values files, highest precedence first. */
  #valueFiles(): string[] {
    const { call } = this.#input;
    return [...call.valueFiles.toReversed(), inFolder(call.chart, 'values.yaml')];
  }

  /** For a line that is in no template line, such as output of `toYaml`: the only line of the values with the same text. */
  #fromValues(line: number): Place | undefined {
    const { text, read, root } = this.#input;
    const files = [...this.#valueFiles(), root.file];
    return placeOfLine(text, this.#index.start(line), { files, read });
  }

  /** The nearest template line before it. */
  #near(piece: Piece, line: number, template: string): Place {
    for (let before = line; before >= piece.from; before--) {
      const templateLine = piece.lines?.get(before);
      if (templateLine !== undefined)
        return { span: spanOfLine(piece.file!, new LineIndex(template), templateLine), isExact: false };
    }
    return atStart(piece.file!);
  }

  #elsewhere(offset: number): Place {
    const { text, root, read } = this.#input;
    return placeOfLine(text, offset, { files: root.files, read }) ?? atStart(root.file);
  }
}

interface OwnLine {
  readonly file: string;
  readonly template: string;
  readonly templateLine: number;
}

interface MadeStretch {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

function piecesOf(index: LineIndex, { root, call }: HelmTracerInput): Piece[] {
  const starts: { from: number; file: string | undefined }[] = [];
  const files = new Set(root.files);
  for (let line = 1; line <= index.lineCount; line++) {
    const source = /^# Source: [^/\s]+\/(\S+)$/.exec(index.line(line))?.[1];
    if (source !== undefined) starts.push({ from: line + 1, file: templateFile(source, call, files) });
  }

  return starts.map((start, i) => ({ ...start, to: (starts[i + 1]?.from ?? index.lineCount + 2) - 1 }));
}

/** The file of a template by its name within the chart. A chart that replaces a dependency is in a different folder. */
function templateFile(name: string, call: HelmCall, files: ReadonlySet<string>): string | undefined {
  const path = inFolder(call.chart, name);
  if (files.has(path)) return path;
  const [, dependency, template] = /^charts\/([^/]+)\/(.+)$/.exec(name) ?? [];
  const folder = call.dependencies.find((candidate) => candidate.name === dependency)?.folder;
  if (folder === undefined) return undefined;

  const file = inFolder(folder, template!);
  if (files.has(file)) return file;
  return undefined;
}

/** Longer texts are not compared line by line, because the cost is the product of the two lengths. */
const maxCells = 4_000_000;

/**
 * Matches lines of a piece with lines of its template: the longest common subsequence. A line with equal text counts twice as
 * much as a line with the same key and an expression.
 */
function aligned(output: LineIndex, { from, to }: Piece, template: LineIndex): Map<number, number> {
  const outputLines = Array.from({ length: Math.max(0, to - from) }, (_, i) => contentOf(output.line(from + i)));
  const right = Array.from({ length: template.lineCount }, (_, i) => contentOf(template.line(i + 1)));
  const lines = new Map<number, number>();
  if (outputLines.length * right.length > maxCells) return lines;

  const width = right.length + 1;
  const best = new Uint32Array((outputLines.length + 1) * width);

  for (let i = outputLines.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--) {
      const taken = likeness(outputLines[i]!, right[j]!);
      const skipped = Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!);
      best[i * width + j] = taken === 0 ? skipped : Math.max(skipped, taken + best[(i + 1) * width + j + 1]!);
    }

  for (let i = 0, j = 0; i < outputLines.length && j < right.length; ) {
    const here = best[i * width + j]!;
    const taken = likeness(outputLines[i]!, right[j]!);
    if (taken > 0 && here === taken + best[(i + 1) * width + j + 1]!) lines.set(from + i++, ++j);
    else if (here === best[(i + 1) * width + j]!) i++;
    else j++;
  }

  return lines;
}

function likeness(output: string, template: string): 0 | 1 | 2 {
  if (output === '' || template === '') return 0;
  if (output === template) return 2;
  const at = template.indexOf('{{');
  // `key: {{ … }}` or `- {{ … }}`. A line with only an expression does not show what it renders to.
  if (at > 0 && output.startsWith(template.slice(0, at))) return 1;
  return 0;
}

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2');

/** Where the value of `key: value` or `- value` begins in a line; below 2 if there is none. */
function valueColumn(line: string): number {
  const colon = line.indexOf(': ');
  if (colon > 0) return colon + 2;
  return line.indexOf('- ') + 2;
}

/** The value that an expression inserts. */
interface Inserted {
  /** Its path in the values, or the end of it within a loop or a block; empty for the item itself. */
  readonly path: readonly string[];
  readonly isWhole: boolean;
}

/** `.Values.limits.cpu`, `$.Values.limits.cpu`, `$pool.limits.cpu` or `.` of a line with one expression; undefined for other lines. */
function insertedPath(line: string): Inserted | undefined {
  const from = line.indexOf('{{');
  const to = line.indexOf('}}', from);
  if (to === -1 || line.indexOf('{{', to) !== -1) return undefined;

  const [expression = ''] = line
    .slice(from + 2, to)
    .replaceAll('-', ' ')
    .split('|');
  const tokens = expression.split(' ').filter((token) => token !== '');
  const last = tokens.at(-1) ?? '';
  if (!/^\$?\w*(?:\.\w+)*\.?$/.test(last) || !/^[$.]/.test(last)) return undefined;

  const [, ...steps] = last.split('.').filter((step, at) => at === 0 || step !== '');
  if (steps[0] === 'Values') return { path: steps.slice(1), isWhole: true };
  return { path: steps, isWhole: false };
}

/** A values file as an object. */
interface ReadValues {
  readonly values: Manifest;
  spanOf(path: Path): Place['span'];
}

function readValues(file: string, text: string): ReadValues | undefined {
  // A values file is not a manifest. With such a header it can be parsed as one, and offsets shift by the header's length.
  const head = 'apiVersion: v1\nkind: Values\n';
  const [values] = parseManifests({ file, text: head + text }, { set: {} }).manifests;
  if (values === undefined) return undefined;

  return {
    values,
    spanOf(path) {
      const { start, end } = values.span(path);
      return { file, start: start - head.length, end: end - head.length };
    },
  };
}

/** The scalar at a path in a values file. */
function valuePlace(
  read: ReadValues | undefined,
  path: readonly string[],
): { readonly span: Place['span']; readonly value: string } | undefined {
  const value = read?.values.get(path);
  if (read === undefined || value === undefined || typeof value === 'object') return undefined;
  return { span: read.spanOf(path), value: String(value) };
}

/** The most values of a file that are compared. */
const maxValues = 5000;

/** The scalars of a values file with a value, at paths that end in some steps. Two are enough to know that there are several. */
function valuesEndingWith(
  read: ReadValues | undefined,
  { path, value }: { readonly path: readonly string[]; readonly value: string },
): Place['span'][] {
  if (read === undefined) return [];

  const places: Path[] = [];
  let valuesLeft = maxValues;
  const visit = (node: Value | undefined, at: Path): void => {
    if (valuesLeft-- <= 0 || places.length > 1) return;
    if (typeof node === 'object' && node !== null) {
      for (const [key, item] of Object.entries(node)) visit(item, [...at, Array.isArray(node) ? Number(key) : key]);
      return;
    }

    const isAtEnd = path.every((step, i) => String(at[at.length - path.length + i]) === step);
    if (isAtEnd && String(node) === value) places.push(at);
  };
  visit(read.values.object, []);

  return places.map((at) => read.spanOf(at));
}
