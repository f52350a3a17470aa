import type { Diagnostic } from '../diagnostic.ts';
import type { Source } from '../source.ts';
import { megabytes } from '../text/megabytes.ts';
import { karpenterGroupPattern } from './karpenter-kinds.ts';
import type { Manifest, Value } from './manifest.ts';
import type { ParsedFile } from './manifest-set.ts';
import { DocumentManifest } from './objects/document-manifest.ts';
import { dumpedObjects, type FoundObject, foreignObject, maxObjects, objectsIn } from './objects/found-object.ts';
import { incompleteDiagnostic, incompleteObjects, mayLackApiVersion } from './objects/incomplete-object.ts';
import { hidesLetters } from './objects/kind-spelling.ts';
import { LocatedDocument } from './objects/located-document.ts';
import { mayBePolicy, mayBeValues, mayHoldManifest, mayHoldObject } from './prefilter.ts';
import { duplicateDiagnostics, faultDiagnostic, openApiDiagnostic, tooLarge } from './reading-diagnostics.ts';
import { findSuppressions } from './suppression.ts';
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

/** How to read a file. */
export interface ParseOptions {
  /** Values for placeholders: `${NAME}`. */
  readonly set: PlaceholderValues;
}

/** Texts longer than this (in UTF-16 code units) are not read. */
export const maxTextLength = 32 * 1024 * 1024;

const karpenterApi = new RegExp(String.raw`\b${karpenterGroupPattern}/v\d`);

/** An object says so of itself, and not of another. */
const ownApi = new RegExp(String.raw`^apiVersion:[ \t]*["']?${karpenterGroupPattern}/v\d\w*`, 'm');

/** JSON documents from this length on are dumps that a program wrote. */
const largeJsonLength = 64 * 1024;

/** A dump is read a hundred times as fast by JSON's own parser; undefined where the YAML parser has to look at it. */
function largeJson(text: string): YamlDocument | undefined {
  if (text.length < largeJsonLength || !/^\s*\{/.test(text)) return undefined;
  try {
    const value: Value = JSON.parse(text);
    // The YAML parser says where it gets too deep.
    return isTooDeep(value, maxDepth) ? undefined : { value, duplicates: [], fault: undefined };
  } catch {
    return undefined;
  }
}

const isTooDeep = (value: Value, left: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((child) => isTooDeep(child, left - 1)));

const mayBeRead = (text: string): boolean =>
  mayHoldObject(text) || mayBePolicy(text) || mayBeValues(text) || mayLackApiVersion(text);

/** What an expression within one scalar does not hold: a line break, an escape, or the end of a key. */
const structure = /[\\\n\r\x85\u2028\u2029]|:[\s"'[{&*!|>]|["']\s*:/g;

/**
 * Template expressions of a text that kubectl reads as it stands up to an offset. There, what looks like an expression and takes in keys
 * or lines is text like any other: `# {{/*` above a manifest makes it no comment. The others are parts of a scalar, and leave no line out.
 */
function templatesOf(text: string, readEnd: number): readonly TemplateExpression[] {
  const isWide = wideIn(text);
  const found = findTemplates(text, (place) => place.start >= readEnd || !isWide(place));
  return found.map((one) => (one.start < readEnd ? { ...one, isBlockTemplate: false } : one));
}

/** Whether places of a text, asked for by ascending offset, take in more than a part of one scalar. */
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

/** Where the first document starts that is not valid YAML as it stands: kubectl knows no templates, and reads a file up to there. */
function endOfReadable(text: string): number {
  if (!isTemplated(text)) return text.length;
  for (const range of splitDocuments(text)) {
    const read = readableEnd(text, range);
    if (read < range.end) return read;
  }
  return text.length;
}

/** Up to where a document is valid YAML, or JSON with YAML after it. */
function readableEnd(text: string, { start, end }: DocumentRange): number {
  if (yamlExcess(text.slice(start, end)) !== undefined) return start;
  const masked = { text, original: text, placeholders: [], blanks: [] };
  const isYaml = (from: number): boolean => readDocument({ masked, start: from, end }, {}, false).fault === undefined;
  if (isYaml(start)) return end;
  const stream = jsonStream(text.slice(start, end));
  if (stream === undefined) return start;
  return isYaml(start + stream.rest) ? end : start + stream.rest;
}

const excesses = {
  length: (text: string) => `${megabytes(text.length)} MB of YAML, more than ${megabytes(maxYamlLength)} MB`,
  entries: () => `more than ${maxYamlEntries} entries`,
};

/** Gathers what the documents of one file hold. */
class FileParser {
  readonly manifests: Manifest[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: Source;
  readonly #masked: MaskedText;
  /** Up to here kubectl reads the text as it stands. */
  readonly #readEnd: number;
  readonly #options: ParseOptions;
  /** Documents that were read, for telling comments from scalars. */
  readonly #documents: LocatedDocument[] = [];
  /** JSON, which has no comments. */
  readonly #dumps: DocumentText[] = [];
  #count = 0;
  #isFull = false;
  isBroken = false;

  constructor(source: Source, options: ParseOptions) {
    this.#source = source;
    this.#readEnd = endOfReadable(source.text);
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

  /** Leaves the rest of the file unread. */
  #endAt(at: number): void {
    const message = `This file holds more than ${maxObjects} objects; the rest is not read`;
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
    const { value, duplicates, fault } =
      dump ?? readDocument(text, this.#options.set, isTemplate && text.start >= this.#readEnd);
    if (fault) {
      if (!this.#stream(text, original)) this.#fault(fault, original);
      return;
    }
    const isKarpenter = karpenterApi.test(original);
    const foreign = foreignObject(value, this.#source.file);
    const objects = foreign ?? objectsIn(value, []);
    if (isTemplate) this.#sayIfOpen(objects, text, original);
    else if (!foreign && (isKarpenter || mayLackApiVersion(original))) this.#sayIfIncomplete(value, text);
    const count = dump && !foreign ? this.#addDump(value, text) : this.#add(objects, text);
    if (count === 0) return;
    this.diagnostics.push(...duplicateDiagnostics(this.#source, duplicates, isKarpenter));
  }

  /** Reads JSON values that follow each other, and what comes after them; says whether the text is such a stream. */
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
    // What names no API is most likely no manifest.
    if (!mayHoldObject(original) && !mayBePolicy(original) && !mayBeValues(original)) return;
    this.isBroken = true;
    this.#count++;
    const isTemplate = isTemplated(original);
    const mayBeKarpenter = karpenterApi.test(original) || hidesLetters(original);
    // A third of real YAML is templates: those that are not Karpenter's are left to whoever renders them.
    if (mayBeKarpenter || (!isTemplate && mayHoldManifest(original)))
      this.diagnostics.push(faultDiagnostic(this.#source, fault, { isTemplate, mayBeKarpenter }));
  }

  /** Says where an object is Karpenter's and which one it is only rendering tells. */
  #sayIfOpen(objects: readonly FoundObject[], { start }: DocumentText, original: string): void {
    const named = ownApi.exec(original);
    if (!named || objects.some(({ apiVersion, kind }) => karpenterApi.test(apiVersion) && !hasPlaceholder(kind)))
      return;
    const at = start + named.index;
    this.diagnostics.push(openApiDiagnostic(this.#source, at, at + named[0].length));
  }

  /** What no API server takes is no object of ours either; what it was in base is unknown, not removed. */
  #sayIfIncomplete(value: Value | undefined, text: DocumentText): void {
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
    const help = 'Write its objects as documents of their own, with `---` between them, or as JSON.';
    this.diagnostics.push(tooLarge(this.#source.file, message, { at: start, help }));
  }

  /** Takes in the objects of a document, and says how many it has. */
  #add(objects: readonly FoundObject[], text: DocumentText): number {
    const document = new LocatedDocument(this.#source, text);
    this.#documents.push(document);
    // A document without an object is one to be counted too.
    if (objects.length === 0) this.#count++;
    for (const object of objects) this.#object(object, document);
    return objects.length;
  }

  #addDump(value: Value | undefined, dump: DocumentText): number {
    this.#dumps.push(dump);
    const found = dumpedObjects(value, dump);
    for (const [object, text] of found) this.#object(object, new LocatedDocument(this.#source, text));
    return found.length;
  }

  #object(object: FoundObject, document: LocatedDocument): void {
    const { text } = document;
    if (this.#count === maxObjects && !this.#isFull) this.#endAt(text.start);
    if (this.#isFull) return;
    this.#count++;
    const { blanks } = this.#masked;
    const isPartial = (blanks[firstFrom(blanks, text.start)]?.start ?? text.end) < text.end;
    this.manifests.push(new DocumentManifest(object, document, { index: this.manifests.length, isPartial }));
  }

  /** Whether a `#` starts a comment: it does not inside a scalar. Where nothing could be parsed, it is taken for one. */
  readonly isComment = (offset: number): boolean => {
    if (this.#dumps.some(({ start, end }) => start <= offset && offset < end)) return false;
    const document = this.#documents.find(({ text }) => text.start <= offset && offset < text.end);
    return document === undefined || !isInScalar(document.locate([]).node, offset - document.text.start);
  };
}

/** Reads the API objects of one YAML or JSON file. Bad content ends as findings; this never throws. */
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
