import type { Diagnostic } from '../text/diagnostic.ts';
import type { Source } from '../text/source.ts';
import { megabytes } from '../text/words/megabytes.ts';
import type { ParsedFile } from './manifest-set.ts';
import { karpenterGroupPattern } from './model/karpenter-kinds.ts';
import type { Manifest, Value } from './model/manifest.ts';
import { DocumentManifest } from './objects/document-manifest.ts';
import {
  dumpedObjects,
  type FoundObject,
  foreignObject,
  inflatedCharts,
  maxObjects,
  objectsIn,
} from './objects/found-object.ts';
import { incompleteDiagnostic, incompleteObjects, mayLackApiVersion } from './objects/incomplete-object.ts';
import { hidesLetters } from './objects/kind-spelling.ts';
import { LocatedDocument } from './objects/located-document.ts';
import { objectsInValues, valuesInConfigMap } from './objects/objects-in-values.ts';
import {
  isTemplatePath,
  mayBePolicy,
  mayBeValues,
  mayHoldManifest,
  mayHoldObject,
  mayInflateCharts,
} from './prefilter.ts';
import { duplicateDiagnostics, faultDiagnostic, openApiDiagnostic, tooLarge } from './reading-diagnostics.ts';
import { findSuppressions } from './suppression.ts';
import { isKindUnrendered } from './unrendered.ts';
import { type DocumentRange, splitDocuments } from './yaml/document-splitter.ts';
import { jsonStream } from './yaml/json-stream.ts';
import {
  firstFrom,
  hasPlaceholder,
  isTemplated,
  type MaskedText,
  maskTemplates,
  type PlaceholderValues,
} from './yaml/placeholder.ts';
import { findTemplates, type TemplateExpression } from './yaml/template-scanner.ts';
import {
  type DocumentText,
  isInScalar,
  maxDepth,
  readDocument,
  type YamlDocument,
  type YamlFault,
} from './yaml/yaml-document.ts';
import { maxYamlEntries, maxYamlLength, yamlExcess } from './yaml/yaml-size.ts';

/** The options for parsing a file. */
interface ParseOptions {
  /** Values for placeholders: `${NAME}`. */
  readonly set: PlaceholderValues;
  /** Whether the texts of a kustomization count as objects: its patches, which rendered values are traced to. */
  readonly arePatchesRead?: boolean;
}

/** Longer texts (in UTF-16 code units) are not read. */
export const maxTextLength = 32 * 1024 * 1024;

const karpenterApi = new RegExp(String.raw`\b${karpenterGroupPattern}/v\d`);

/** The API version of an object itself, not of an object that it refers to. */
const ownApi = new RegExp(String.raw`^apiVersion:[ \t]*["']?${karpenterGroupPattern}/v\d\w*`, 'm');

/** JSON documents of at least this length are dumps written by a program. */
const largeJsonLength = 64 * 1024;

/** Parses a dump with JSON's own parser, which is a hundred times as fast. Undefined if the YAML parser must read it. */
function largeJson(text: string): YamlDocument | undefined {
  if (text.length < largeJsonLength || !/^\s*\{/.test(text)) return undefined;
  try {
    const value: Value = JSON.parse(text);
    // The YAML parser reports where it is nested too deeply.
    if (isTooDeep(value, maxDepth)) return undefined;
    return { value, duplicates: [], fault: undefined };
  } catch {
    return undefined;
  }
}

const isTooDeep = (value: Value, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((child) => isTooDeep(child, depth - 1)));

const mayBeRead = (text: string): boolean =>
  mayHoldObject(text) || mayBePolicy(text) || mayBeValues(text) || mayInflateCharts(text) || mayLackApiVersion(text);

/**
 * Whether a file is named after a patch. `kubectl patch`, kustomize or a script merges it into an object, so fields
 * that it lacks are not missing.
 */
const isPatchFile = ({ file, origin }: Source): boolean =>
  origin === undefined && /(?:^|[/._-])patch(?:es)?(?:[._-][^/]*)?$|\/patches\//i.test(`/${file}`);

/** Text that an expression inside of one scalar does not contain: a line break, an escape, or the end of a key. */
const structure = /[\\\n\r\x85\u2028\u2029]|:[\s"'[{&*!|>]|["']\s*:/g;

/**
 * The template expressions of a text that kubectl reads without rendering up to an offset. Up to there, a match that includes keys or
 * line breaks is ordinary text: `# {{/*` above a manifest does not comment it out. Other matches are parts of a scalar, and remove no line.
 */
function templatesOf(text: string, readEnd: number): readonly TemplateExpression[] {
  const isWide = wideIn(text);
  const expressions = findTemplates(text, (place) => place.start >= readEnd || !isWide(place));
  return expressions.map((expression) => {
    if (expression.start < readEnd) return { ...expression, isBlockTemplate: false };
    return expression;
  });
}

/** Whether ranges of a text, given by ascending offset, include more than a part of one scalar. */
function wideIn(text: string): (place: { readonly start: number; readonly end: number }) => boolean {
  let at = -1;
  return ({ start, end }) => {
    if (at < start) {
      structure.lastIndex = start;
      at = structure.exec(text)?.index ?? text.length;
    }
    return at < end;
  };
}

/** The documents that are valid YAML without rendering, by their offset. */
type ReadDocuments = Map<number, YamlDocument>;

/** The start of the first document that is not valid YAML without rendering. kubectl does not know templates, and reads a file up to there. */
function endOfReadable(text: string, read: ReadDocuments): number {
  if (!isTemplated(text)) return text.length;
  for (const range of splitDocuments(text)) {
    const readTo = readableEnd(text, range, read);
    if (readTo < range.end) return readTo;
  }
  return text.length;
}

/** The offset up to which a document is valid YAML, or JSON followed by YAML. */
function readableEnd(text: string, { start, end }: DocumentRange, read: ReadDocuments): number {
  if (yamlExcess(text.slice(start, end)) !== undefined) return start;

  const masked = { text, original: text, placeholders: [], blanks: [] };
  const document = readDocument({ masked, start, end }, {}, false);
  if (document.fault === undefined) {
    read.set(start, document);
    return end;
  }

  const isYaml = (from: number): boolean => readDocument({ masked, start: from, end }, {}, false).fault === undefined;
  const stream = jsonStream(text.slice(start, end));
  if (stream === undefined) return start;

  if (isYaml(start + stream.rest)) return end;
  return start + stream.rest;
}

const excesses = {
  length: (text: string) => `${megabytes(text.length)} MB of YAML, more than ${megabytes(maxYamlLength)} MB`,
  entries: () => `more than ${maxYamlEntries} entries`,
};

/** Collects the objects and findings of one file. */
class FileParser {
  readonly manifests: Manifest[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: Source;
  readonly #masked: MaskedText;
  /** The offset up to which kubectl reads the text without rendering. */
  readonly #readEnd: number;
  readonly #options: ParseOptions;
  /** Documents that need not be parsed again. */
  readonly #read: ReadDocuments = new Map();
  /** The parsed documents, to distinguish comments from scalars. */
  readonly #documents: LocatedDocument[] = [];
  /** The ranges of JSON, which has no comments. */
  readonly #dumps: DocumentText[] = [];
  #count = 0;
  #isFull = false;
  isBroken = false;

  constructor(source: Source, options: ParseOptions) {
    this.#source = source;
    // kubectl never reads a template before it is rendered.
    this.#readEnd = isTemplatePath(source.file) ? 0 : endOfReadable(source.text, this.#read);
    this.#masked = maskTemplates(source.text, templatesOf(source.text, this.#readEnd));
    this.#options = options;
  }

  parse(): void {
    for (const range of splitDocuments(this.#masked.text)) {
      const original = this.#source.text.slice(range.start, range.end);
      if (!mayBeRead(original)) continue;

      if (this.#count === maxObjects) this.#endAt(range.start);
      if (this.#isFull) return;

      this.#document({ masked: this.#masked, ...range }, original);
    }
  }

  /** Stops reading the file. */
  #endAt(at: number): void {
    const message = `This file contains more than ${maxObjects} objects. The rest is not read`;
    this.diagnostics.push(tooLarge(this.#source.file, message, { at }));
    this.isBroken = true;
    this.#isFull = true;
  }

  #document(text: DocumentText, original: string): void {
    const isLong = original.length > maxYamlLength;
    const isTemplate = isTemplated(original);
    const dump = isTemplate && !isLong ? undefined : largeJson(original);
    const excess = dump === undefined ? yamlExcess(original) : undefined;

    if (excess !== undefined) {
      this.#leaveOut(text, original, excess);
      return;
    }

    const read: YamlDocument =
      dump ??
      this.#readBefore(text, original) ??
      readDocument(text, this.#options.set, isTemplate && text.start >= this.#readEnd);

    const { value, duplicates, fault, range } = read;

    if (fault) {
      if (!this.#stream(text, original)) this.#fault(fault, original);
      return;
    }

    const isKarpenter = karpenterApi.test(original);
    const foreign = foreignObject(value, this.#source.file);
    const objects = foreign ?? [...objectsIn(value, []), ...inflatedCharts(value, this.#source.file)];
    if (isTemplate) this.#reportIfOpen(objects, text, original);
    else if (!foreign && (isKarpenter || mayLackApiVersion(original))) this.#reportIfIncomplete(value, text);

    const count = () => {
      if (dump && !foreign) return this.#addDump(value, text);
      return (
        this.#add(objects, text, range) +
        (isKarpenter ? this.#addValues(value, text) : 0) +
        (mayBeValues(original) ? this.#addConfigured(value, text) : 0)
      );
    };

    if (count() === 0) return;

    this.diagnostics.push(...duplicateDiagnostics(this.#source, duplicates, isKarpenter));
  }

  /** A document without placeholders that was parsed to find out how far the file can be read. */
  #readBefore({ masked, start, end }: DocumentText, original: string): YamlDocument | undefined {
    if (masked.text.slice(start, end) === original) return this.#read.get(start);
    return undefined;
  }

  /** Reads consecutive JSON values and the text after them. Returns whether the text is such a stream. */
  #stream({ masked, start, end }: DocumentText, original: string): boolean {
    const stream = jsonStream(original);
    if (stream === undefined) return false;

    const { values, rest } = stream;
    if (values.length === 1 && values[0]!.end === original.trimEnd().length) return false;

    const after = start + rest;
    const ranges = [
      ...values.map((range) => ({ start: start + range.start, end: start + range.end })),
      { start: after, end },
    ];

    for (const range of ranges) {
      const piece = this.#source.text.slice(range.start, range.end);
      if (mayBeRead(piece) && !this.#isFull) this.#document({ masked, ...range }, piece);
    }

    return true;
  }

  #fault(fault: YamlFault, original: string): void {
    // Text without an API is most likely not a manifest.
    if (!mayHoldObject(original) && !mayBePolicy(original) && !mayBeValues(original)) return;

    this.isBroken = true;
    this.#count++;
    const isTemplate = isTemplated(original);
    const mayBeKarpenter = karpenterApi.test(original) || hidesLetters(original);
    // A third of real YAML files are templates. Those that do not concern Karpenter are ignored.
    if (mayBeKarpenter || (!isTemplate && mayHoldManifest(original)))
      this.diagnostics.push(faultDiagnostic(this.#source, fault, { isTemplate, mayBeKarpenter }));
  }

  /** Reports a template that decides the API version of a Karpenter object. */
  #reportIfOpen(objects: readonly FoundObject[], { start }: DocumentText, original: string): void {
    const named = ownApi.exec(original);
    if (!named || objects.some(({ apiVersion, kind }) => karpenterApi.test(apiVersion) && !hasPlaceholder(kind)))
      return;
    const at = start + named.index;
    this.diagnostics.push(openApiDiagnostic(this.#source, at, at + named[0].length));
  }

  /** Reports incomplete objects, which are skipped. If base had them, they are unknown, not removed. */
  #reportIfIncomplete(value: Value | undefined, text: DocumentText): void {
    const document = new LocatedDocument(this.#source, text);
    for (const object of incompleteObjects(value)) {
      this.isBroken = true;
      this.diagnostics.push(incompleteDiagnostic(object, document));
    }
  }

  #leaveOut({ start }: DocumentText, original: string, excess: keyof typeof excesses): void {
    this.isBroken = true;
    if (!mayHoldManifest(original)) return;
    const message = `This document has ${excesses[excess](original)}, so it is not read`;
    const help = 'Write each object as a separate document, with `---` between them, or write the file as JSON.';
    this.diagnostics.push(tooLarge(this.#source.file, message, { at: start, help }));
  }

  /** Adds the objects of a document, and returns their number. */
  #add(objects: readonly FoundObject[], text: DocumentText, range: YamlDocument['range']): number {
    const document = new LocatedDocument(this.#source, text, range);
    this.#documents.push(document);
    // A document without an object is also counted.
    if (objects.length === 0) this.#count++;
    for (const object of objects) this.#object(object, document);
    return objects.length;
  }

  /** Adds the objects that charts create from their values. */
  #addValues(value: Value | undefined, text: DocumentText): number {
    if (this.#source.hasRenderedValues) return 0;
    const objects = objectsInValues(value, new LocatedDocument(this.#source, text), this.#options.arePatchesRead);
    return this.#addAll(
      objects.map(({ found: foundObject, document }) => [{ ...foundObject, isInValues: true }, document]),
    );
  }

  /** Adds the values of Karpenter's chart in a ConfigMap. */
  #addConfigured(value: Value | undefined, text: DocumentText): number {
    const objects = valuesInConfigMap(value, new LocatedDocument(this.#source, text));
    return this.#addAll(objects.map(({ found: foundObject, document }) => [foundObject, document]));
  }

  #addDump(value: Value | undefined, dump: DocumentText): number {
    this.#dumps.push(dump);
    const objects = dumpedObjects(value, dump);
    return this.#addAll(objects.map(([object, text]) => [object, new LocatedDocument(this.#source, text)]));
  }

  /** Adds objects that are in documents of their own, and returns their number. */
  #addAll(objects: readonly (readonly [object: FoundObject, document: LocatedDocument])[]): number {
    for (const [object, document] of objects) this.#object(object, document);
    return objects.length;
  }

  #object(object: FoundObject, document: LocatedDocument): void {
    const { text } = document;
    if (this.#count === maxObjects && !this.#isFull) this.#endAt(text.start);
    if (this.#isFull) return;

    this.#count++;
    const { blanks } = this.#masked;
    const isPartial =
      (blanks[firstFrom(blanks, text.start)]?.start ?? text.end) < text.end ||
      isKindUnrendered(this.#source, object.kind) ||
      isPatchFile(this.#source);

    this.manifests.push(new DocumentManifest(object, document, { index: this.manifests.length, isPartial }));
  }

  /** Whether a `#` starts a comment. It does not inside of a scalar. In text that could not be parsed, it always does. */
  readonly isComment = (offset: number): boolean => {
    if (this.#dumps.some(({ start, end }) => start <= offset && offset < end)) return false;
    const document = this.#documents.find(({ text }) => text.start <= offset && offset < text.end);
    return document === undefined || !isInScalar(document.locate([]).node, offset - document.text.start);
  };
}

/** Parses the API objects of one YAML or JSON file. Invalid content results in findings. This never throws. */
export function parseManifests(source: Source, options: ParseOptions): ParsedFile {
  if (source.text.length > maxTextLength) {
    const message = `This file is longer than ${megabytes(maxTextLength)} MB, so it is not read`;
    return { source, manifests: [], diagnostics: [tooLarge(source.file, message)], suppressions: [], isBroken: true };
  }

  const parser = new FileParser(source, options);
  parser.parse();
  const { suppressions, diagnostics } = findSuppressions(source, parser.isComment);

  return {
    source,
    manifests: parser.manifests,
    diagnostics: [...parser.diagnostics, ...diagnostics],
    suppressions,
    isBroken: parser.isBroken,
  };
}
