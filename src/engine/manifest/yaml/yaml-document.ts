import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLParseError,
  type YAMLSeq,
} from 'yaml';
import type { Code } from '../../text/diagnostic.ts';
import { KnownTexts } from '../../text/words/known-texts.ts';
import type { Value } from '../model/manifest.ts';
import { breakBlankLines } from './blank-lines.ts';
import { fillerFor } from './filler.ts';
import { joinFlowLines, openBracket, rootFlowEnd } from './flow-lines.ts';
import { isJson, jsonStream } from './json-stream.ts';
import {
  firstFrom,
  type MaskedText,
  type PlaceholderValues,
  unknownValue,
  unmask,
  unmaskedPlain,
} from './placeholder.ts';
import { plainKey, plainScalar } from './plain-scalar.ts';

/** An error in a document, with offsets in its file. */
export interface YamlFault {
  readonly code: Code;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** The code of a syntax error in the `yaml` package. */
  readonly reason?: string;
}

/** A duplicate key of a mapping. `first` is the place of its first occurrence. */
export interface DuplicateKey {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly first: { readonly start: number; readonly end: number };
}

/** One YAML document as a value, with its errors. */
export interface YamlDocument {
  readonly value: Value | undefined;
  readonly duplicates: readonly DuplicateKey[];
  readonly fault: YamlFault | undefined;
  /** Where its content starts and ends, relative to the start of the document. Absent if it was not parsed as YAML, or is empty. */
  readonly range?: readonly [start: number, end: number];
}

/** The place of a document in its file. */
export interface DocumentText {
  readonly masked: MaskedText;
  readonly start: number;
  readonly end: number;
}

/** The highest nesting of a document. Parsers run out of stack at a few hundred levels, and no manifest needs that many. */
export const maxDepth = 200;
/** The highest number of values that aliases may add to a document. In real manifests they add some dozens. */
const maxAliasedValues = 100_000;

/**
 * Scalars are parsed as strings (`failsafe`), because Kubernetes' types differ from both schemas of the package (plain-scalar.ts). Merge
 * keys and duplicates are resolved here in go-yaml's order. The mode is not `strict`, because go-yaml accepts what that mode rejects,
 * such as a closing bracket that is not indented.
 */
const options = {
  schema: 'failsafe',
  resolveKnownTags: false,
  uniqueKeys: false,
  strict: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** The highest number of repairs of one document, for text that go-yaml accepts and the package does not. Each needs another parse. */
const maxRepairs = 20;
/** The highest total length of text that is parsed again for repairs, in UTF-16 code units. One repair is always allowed. */
const maxRepairedLength = 1024 * 1024;

/** The line breaks that go-yaml accepts in addition to the line feed. */
const otherBreaks = /\r(?!\n)|[\x85\u2028\u2029]/g;

/** The text with all line breaks replaced by line feeds. JSON strings may contain most of them. */
function withLineFeeds(text: string): string {
  if (text.search(otherBreaks) === -1) return text;
  return text.replace(isJson(text) ? /\r(?!\n)/g : otherBreaks, '\n');
}

/**
 * kubectl gives go-yaml whole lines: LineReader of apimachinery's pkg/util/yaml/decoder.go adds the break that the last line of a file may lack. Only
 * blanks after a block scalar are read differently without it, because the `yaml` package adds a break to any other block scalar.
 */
function withFinalBreak(text: string): string {
  if (/(?:^|\n)[ \t]+$/.test(text)) return `${text}\n`;
  return text;
}

/** The total length of the documents whose nodes are kept, in UTF-16 code units. Nodes take a hundred times that memory. */
const maxComposedLength = 128 * 1024;

/** The nodes of the last documents. In a small change, the places of changed lines are asked for soon after their values. */
const composed = new KnownTexts<Composed>(maxComposedLength);

/** The nodes of a document, which nobody may change. Offsets are relative to the start of the document. */
export function composeDocument({ masked, start, end }: DocumentText): Composed {
  const text = withFinalBreak(withLineFeeds(masked.text.slice(start, end)));
  const original = withFinalBreak(masked.original.slice(start, end));
  const key = text === original ? text : `${original}\0${text}`;
  return composed.read(key, () => composeWhole(text, original));
}

function composeWhole(text: string, original: string): Composed {
  const document = composeText(text, original);
  const plain = withoutStrayComments(text, document.contents);
  if (plain === text) return document;
  return composeText(plain, original);
}

function composeText(written: string, original: string): Composed {
  let text = written;
  const first = parseDocument<ParsedNode>(text, options);
  let document = first;
  const filler = document.errors.length > 0 ? fillerFor(written) : undefined;
  if (filler === undefined) return first;

  const repairable = Math.max(1, Math.floor(maxRepairedLength / Math.max(1, text.length)));

  for (let repairs = 0; repairs < Math.min(maxRepairs, repairable); repairs++) {
    const [error] = document.errors;
    if (error === undefined) return withoutFiller(document, filler);

    const repaired = repair({ text, original, filler }, document);
    if (repaired === undefined || repaired === text) return first;

    text = repaired;
    document = parseDocument<ParsedNode>(text, options);
  }

  return first;
}

/** The document of a repaired text, with the values that the text had before. */
function withoutFiller(document: Composed, filler: string): Composed {
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string') node.value = node.value.replaceAll(filler, '');
    },
  });
  return document;
}

/** Comments between a key or dash and its value, below a blank line. There the package joins a plain value with the following text. */
const strayComments = /(?<=[:-][ \t]*(?:#[^\n]{0,300})?\n(?:[ \t]{0,100}\n){1,20})(?:[ \t]*#[^\n]*\n)+/g;

function withoutStrayComments(text: string, contents: ParsedNode | null): string {
  if (text.search(strayComments) === -1) return text;
  const scalars = scalarRanges(contents, []);
  let next = 0;
  return text.replace(strayComments, (comments, at: number) => {
    while (next < scalars.length && scalars[next]![1] <= at) next++;
    const isContent = (scalars[next]?.[0] ?? text.length) <= at;
    if (isContent) return comments;
    return comments.replace(/[^\n]/g, ' ');
  });
}

type Range = readonly [start: number, end: number, ...rest: readonly number[]];

/** The places of the scalars in a node, in order. */
function scalarRanges(node: unknown, ranges: Range[]): readonly Range[] {
  if (isPair(node)) {
    scalarRanges(node.key, ranges);
    scalarRanges(node.value, ranges);
  } else if (isCollection(node)) for (const item of node.items) scalarRanges(item, ranges);
  else if (isScalar(node) && node.range) ranges.push(node.range);
  return ranges;
}

/** Whether an offset of a document is inside of a scalar. */
export function isInScalar(node: ParsedNode | null | undefined, offset: number): boolean {
  if (!node || offset < node.range[0] || offset >= node.range[2]) return false;
  if (isScalar(node)) return offset < node.range[1];
  if (!('items' in node)) return false;
  return node.items.some((item) => {
    if ('key' in item) return isInScalar(item.key, offset) || isInScalar(item.value, offset);
    return isInScalar(item, offset);
  });
}

type Composed = ReturnType<typeof parseDocument<ParsedNode>>;

/** go-yaml stops reading a document when the brackets at its root close, and ignores the text up to the next marker. */
function withoutRest(text: string, original: string): string | undefined {
  const end = jsonStream(original) === undefined ? rootFlowEnd(text) : -1;
  if (end === -1) return undefined;
  return text.slice(0, end) + text.slice(end).replace(/[^\n]/g, ' ');
}

/** go-yaml reads `\'` in double quotes as an apostrophe. */
function withApostrophes(text: string, errors: readonly YAMLParseError[], filler: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { code, pos } of errors) {
    if (code !== 'BAD_DQ_ESCAPE' || pos[0] < from || !text.startsWith("\\'", pos[0])) continue;
    parts.push(text.slice(from, pos[0]), filler);
    from = pos[0] + 1;
  }

  return parts.join('') + text.slice(from);
}

/** The start of the outermost flow collection around an offset. */
function flowStart(node: unknown, offset: number): number | undefined {
  if (isPair(node)) return flowStart(node.key, offset) ?? flowStart(node.value, offset);
  if (!isCollection(node) || !node.range || offset < node.range[0] || offset > node.range[2]) return undefined;
  if (node.flow) return node.range[0];

  for (const item of node.items) {
    const flow = flowStart(item, offset);
    if (flow !== undefined) return flow;
  }

  return undefined;
}

/** The text without what only the package considers an error, with the same length. `filler` stands for no character. */
function repair(
  { text, original, filler }: { readonly text: string; readonly original: string; readonly filler: string },
  { contents, errors }: Composed,
): string | undefined {
  const { code, message, pos } = errors[0]!;
  if (code === 'BAD_DQ_ESCAPE' && text.startsWith("\\'", pos[0])) return withApostrophes(text, errors, filler);
  if (code === 'BAD_INDENT' && message.startsWith('Flow'))
    return joinFlowLines(text, flowStart(contents, pos[0]) ?? openBracket(text, pos[0]), filler);
  if (code === 'MISSING_CHAR' && message.startsWith('Block scalars')) return breakBlankLines(text, original, pos[0]);

  return withoutRest(text, original);
}

/** The tag of a node in its short form, such as `!!str`. Handles and characters of tags can be written in several ways. */
function tagOf({ tag }: { readonly tag?: string }): string | undefined {
  if (tag === undefined) return undefined;
  const written = tag.replace('tag:yaml.org,2002:', '!!');

  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Whether a key is a merge key for go-yaml: `<<` without quotes, or with the tag. */
function isMergeKey(key: unknown): boolean {
  if (!isScalar(key) || key.value !== '<<') return false;
  const tag = tagOf(key);
  return (
    tag === '!!merge' || tag === '!' || (tag === undefined && (key.type === Scalar.PLAIN || key.type === undefined))
  );
}

class DocumentFault extends Error {
  readonly fault: YamlFault;

  constructor(fault: YamlFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** A value, and the number of values in it after expanding aliases. */
interface Sized {
  readonly value: Value;
  readonly size: number;
}

const setOwn = (object: Record<string, Value>, key: string, value: Value): void => {
  // Assigning to `__proto__` would change the prototype of the object instead of adding a key.
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
};

/** Converts nodes to the value that the API server would see. */
class Reader {
  readonly duplicates: DuplicateKey[] = [];
  readonly #document: DocumentText;
  readonly #values: PlaceholderValues;
  readonly #isTemplate: boolean;
  readonly #anchors = new Map<string, Sized | 'open'>();
  #aliased = 0;
  #depth = 0;

  constructor(document: DocumentText, values: PlaceholderValues, isTemplate: boolean) {
    this.#document = document;
    this.#values = values;
    this.#isTemplate = isTemplate;
  }

  read(node: ParsedNode | null): Sized {
    if (node === null) return { value: null, size: 1 };
    if (isAlias(node)) return this.#alias(node.source, node);

    const anchor = node.anchor;
    if (anchor !== undefined) this.#anchors.set(anchor, 'open');
    if (++this.#depth > maxDepth) throw new DocumentFault(tooDeep(this.#document));

    const result = this.#content(node);
    this.#depth--;
    if (anchor !== undefined) this.#anchors.set(anchor, result);

    return result;
  }

  #content(node: Scalar.Parsed | YAMLSeq.Parsed | YAMLMap.Parsed): Sized {
    if (isMap(node)) return this.#map(node);
    if (isSeq(node)) return this.#sequence(node.items);
    return this.#scalar(node);
  }

  #fault(code: Code, message: string, node: ParsedNode): DocumentFault {
    const [start, end] = node.range;
    return new DocumentFault({ code, message, start: this.#document.start + start, end: this.#document.start + end });
  }

  #alias(name: string, node: ParsedNode): Sized {
    const target = this.#anchors.get(name);
    if (target === undefined)
      throw this.#fault('yaml/syntax', `The alias \`*${name}\` has no anchor \`&${name}\` before it`, node);
    if (target === 'open') throw this.#fault('yaml/syntax', `The anchor \`&${name}\` contains itself`, node);

    this.#aliased += target.size;

    if (this.#aliased > maxAliasedValues) {
      const message = `Aliases add more than ${maxAliasedValues} values to this document, so it is not read`;
      throw this.#fault('yaml/alias-bomb', message, node);
    }

    return target;
  }

  #sequence(items: readonly ParsedNode[]): Sized {
    let size = 1;
    const value = items.map((item) => {
      const read = this.read(item);
      size += read.size;
      return read.value;
    });

    return { value, size };
  }

  #map(node: YAMLMap<ParsedNode, ParsedNode | null>): Sized {
    const value: Record<string, Value> = {};
    const seen = new Map<string, ParsedNode>();
    let size = 1;

    for (const { key, value: item } of node.items) {
      if (isMergeKey(key)) {
        // go-yaml merges at the place of the `<<`: it overrides keys above it, and keys below override it.
        size += this.#merge(value, item, key);
        continue;
      }

      const name = this.#key(key);
      const read = this.read(item);
      size += read.size;
      const before = seen.get(name);
      if (before === undefined) {
        seen.set(name, key);
        setOwn(value, name, read.value);
      } else {
        this.#duplicate(name, key, before);
        // These are the branches of a template's `if` and `else`. Which one is rendered is unknown.
        const isSame = JSON.stringify(value[name]) === JSON.stringify(read.value);
        setOwn(value, name, this.#isTemplate && !isSame ? unknownValue : read.value);
      }
    }

    return { value, size };
  }

  #duplicate(key: string, node: ParsedNode, before: ParsedNode): void {
    const { start } = this.#document;
    this.duplicates.push({
      key,
      start: start + node.range[0],
      end: start + node.range[1],
      first: { start: start + before.range[0], end: start + before.range[1] },
    });
  }

  #merge(into: Record<string, Value>, node: ParsedNode | null, key: ParsedNode): number {
    // In reverse order, so that earlier mappings of a list win.
    const sources = node !== null && isSeq(node) ? [...(node.items as ParsedNode[])].reverse() : [node];
    let size = 0;

    for (const source of sources) {
      const read = this.read(source);
      if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) {
        throw this.#fault(
          'yaml/syntax',
          'The value of a merge key `<<` must be a mapping or a list of mappings',
          source ?? key,
        );
      }

      for (const [key, value] of Object.entries(read.value)) setOwn(into, key, value);
      size += read.size;
    }

    return size;
  }

  #key(key: ParsedNode | null): string {
    const { value } = this.read(key);

    if (typeof value === 'object' && key !== null) {
      throw this.#fault(
        'yaml/syntax',
        value === null ? 'A key must not be null' : 'A key must be a plain value, not a list or a mapping',
        key,
      );
    }

    // sigs.k8s.io/yaml turns keys of other types into strings, so `on:` is `"true"`.
    return String(value);
  }

  #scalar(node: Scalar.Parsed): Sized {
    const offset = this.#document.start + node.range[0];
    const unmasked = unmask(this.#document.masked, { text: String(node.value ?? ''), offset }, this.#values);
    return { value: this.#typed(node, unmasked), size: 1 };
  }

  #typed(node: Scalar.Parsed, unmasked: { text: string; isFilled: boolean }): Value {
    const tag = tagOf(node);
    if (tag === '!!binary') return decodedBinary(unmasked.text) ?? unmasked.text;
    if (tag === undefined) {
      if (node.type === Scalar.PLAIN) return unmaskedPlain(unmasked);
      return unmasked.text;
    }
    // go-yaml converts text with the tag of a type. With a custom tag, such as `!Ref`, it stays a string.
    if (/^!!(?:int|float|bool|null)$/.test(tag)) return plainScalar(unmasked.text);
    return unmasked.text;
  }
}

/** The value of `!!binary`, or undefined if it is not valid base64. */
function decodedBinary(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** Reported at the start of the document, because the depth at which the parser fails depends on the machine. */
const tooDeep = ({ start }: DocumentText): YamlFault => ({
  code: 'yaml/too-deep',
  message: `This document is nested deeper than ${maxDepth} levels, so it is not read`,
  start,
  end: start,
});

/** Characters that YAML does not allow, but the `yaml` package accepts. */
function controlFault({ masked, start, end }: DocumentText): YamlFault | undefined {
  const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.exec(masked.text.slice(start, end));
  if (!control) return undefined;
  const at = start + control.index;
  const code = control[0].charCodeAt(0).toString(16).padStart(2, '0');
  const message = `The control character \`0x${code}\` is not allowed in YAML`;
  return { code: 'yaml/syntax', message, start: at, end: at + 1 };
}

/** The total length of the texts whose values are kept, in UTF-16 code units. */
const maxKnownLength = 4 * 1024 * 1024;

/** The values of sound documents by text. Several roots render the same documents, and each side has most of them. */
const cache = new KnownTexts<ReadText>(maxKnownLength);

/** Parses one document: its value, duplicate keys, and errors. Never throws on invalid YAML. */
export function readDocument(document: DocumentText, values: PlaceholderValues, isTemplate: boolean): YamlDocument {
  const { masked, start, end } = document;
  const text = masked.text.slice(start, end);
  const original = masked.original.slice(start, end);

  // A placeholder that continues after the end is not part of the text.
  if ((masked.placeholders[firstFrom(masked.placeholders, end) - 1]?.end ?? 0) > end)
    return readText(document, values, isTemplate);

  // The values of placeholders are not part of the text.
  const key = text === original ? text : `${JSON.stringify(values)}\0${original}\0${text}`;
  return cache.read(key, () => readText(document, values, isTemplate), isSound);
}

/** Whether a document is the same wherever its text is: faults have offsets in their file, and duplicates depend on whether it is a template. */
const isSound = ({ fault, duplicates, hasDuplicates }: ReadText): boolean =>
  fault === undefined && duplicates.length === 0 && hasDuplicates !== true;

interface ReadText extends YamlDocument {
  /** Whether the same key appears more than once, as templates may write it. */
  readonly hasDuplicates?: boolean;
}

function readText(document: DocumentText, values: PlaceholderValues, isTemplate: boolean): ReadText {
  const control = controlFault(document);
  if (control) return { value: undefined, duplicates: [], fault: control };

  const { contents, errors } = composeDocument(document);
  const [error] = errors;

  if (error) {
    if (error.code === 'RESOURCE_EXHAUSTION') return { value: undefined, duplicates: [], fault: tooDeep(document) };

    const [start, end] = error.pos;
    const { message, code: reason } = error;
    const code = 'yaml/syntax';
    const fault = { code, message, reason, start: document.start + start, end: document.start + end } as const;

    return { value: undefined, duplicates: [], fault };
  }

  const reader = new Reader(document, values, isTemplate);

  try {
    const { value } = reader.read(contents);
    const [start, end] = contents?.range ?? [];
    const length = document.end - document.start;

    return {
      value,
      duplicates: isTemplate ? [] : reader.duplicates,
      fault: undefined,
      hasDuplicates: reader.duplicates.length > 0,
      ...(start !== undefined && end !== undefined && { range: [start, Math.min(end, length)] as const }),
    };
  } catch (caught) {
    if (!(caught instanceof DocumentFault)) throw caught;
    return { value: undefined, duplicates: [], fault: caught.fault };
  }
}

/** The nodes at a path of a document: the value, and the key if it is an entry of a mapping. */
export interface Located {
  readonly node: ParsedNode | null;
  readonly pair: Pair<ParsedNode, ParsedNode | null> | undefined;
  readonly parent: ParsedNode | undefined;
  /** Whether the whole path was found literally: not below an alias or a merge key, and not only a parent. */
  readonly isExact: boolean;
}

type MapPair = Pair<ParsedNode, ParsedNode | null>;

/** The name of a pair. A merge key has none. */
function nameOf({ key }: MapPair): string | undefined {
  if (!isScalar(key) || isMergeKey(key)) return undefined;
  const text = String(key.value ?? '');
  if (key.type === Scalar.PLAIN && key.tag === undefined) return plainKey(text);
  return text;
}

const pairsByName = new WeakMap<object, ReadonlyMap<string | undefined, MapPair>>();

/** The pair of a name. Of duplicates, the last one is used. */
function findPair(map: YAMLMap<ParsedNode, ParsedNode | null>, name: string): MapPair | undefined {
  const pairs = pairsByName.get(map) ?? new Map(map.items.map((pair) => [nameOf(pair), pair]));
  pairsByName.set(map, pairs);
  return pairs.get(name);
}

/** Finds the node at a path, or its nearest parent in the text. */
export function locate(root: ParsedNode | null, path: readonly (string | number)[]): Located {
  let located: Located = { node: root, pair: undefined, parent: undefined, isExact: true };

  for (const step of path) {
    const { node } = located;
    if (isMap(node)) {
      const map = node as YAMLMap<ParsedNode, ParsedNode | null>;
      const pair = findPair(map, String(step)) ?? map.items.findLast(({ key }) => isMergeKey(key));
      if (pair === undefined) return { ...located, isExact: false };
      if (isMergeKey(pair.key)) return { node: pair.value, pair, parent: node, isExact: false };

      located = { node: pair.value, pair, parent: node, isExact: true };
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as ParsedNode | undefined;
      if (item === undefined) return { ...located, isExact: false };

      located = { node: item, pair: undefined, parent: node, isExact: true };
    } else {
      return { ...located, isExact: false };
    }
  }

  return located;
}
