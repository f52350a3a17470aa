import type { ParsedNode } from 'yaml';
import { isScalar } from 'yaml';
import type { Diagnostic } from '../diagnostic.ts';
import type { Source } from '../source.ts';
import { DocumentManifest } from './document-manifest.ts';
import { splitDocuments } from './document-splitter.ts';
import { dumpedObjects, type FoundObject, foreignObject, maxObjects, objectsIn } from './found-object.ts';
import { incompleteDiagnostic, incompleteObjects, mayLackApiVersion } from './incomplete-object.ts';
import { LocatedDocument } from './located-document.ts';
import type { Manifest, Value } from './manifest.ts';
import type { ParsedFile } from './manifest-set.ts';
import {
  firstFrom,
  hasPlaceholder,
  isTemplated,
  type MaskedText,
  maskTemplates,
  type PlaceholderValues,
} from './placeholder.ts';
import { mayBePolicy, mayBeValues, mayHoldManifest } from './prefilter.ts';
import {
  duplicateDiagnostics,
  faultDiagnostic,
  megabytes,
  openApiDiagnostic,
  tooLarge,
} from './reading-diagnostics.ts';
import { findSuppressions } from './suppression.ts';
import { type DocumentText, maxDepth, readDocument, type YamlDocument } from './yaml-document.ts';
import { maxYamlEntries, maxYamlLength, yamlExcess } from './yaml-size.ts';

/** How to read a file. */
export interface ParseOptions {
  /** Values for placeholders: `${NAME}`. */
  readonly set: PlaceholderValues;
}

/** Texts longer than this (in UTF-16 code units) are not read. */
export const maxTextLength = 32 * 1024 * 1024;

const karpenterApi = /\bkarpenter\.(?:sh|k8s\.aws)\/v\d/;

/** An object says so of itself, and not of another. */
const ownApi = /^apiVersion:[ \t]*["']?karpenter\.(?:sh|k8s\.aws)\/v\d\w*/m;

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
  text.includes('apiVersion') || mayBePolicy(text) || mayBeValues(text) || mayLackApiVersion(text);

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
    this.#masked = maskTemplates(source.text);
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
    const { value, duplicates, fault } = dump ?? readDocument(text, this.#options.set, isTemplate);
    const isKarpenter = karpenterApi.test(original);
    if (fault) {
      // What names no API is most likely no manifest.
      if (!original.includes('apiVersion') && !mayBePolicy(original) && !mayBeValues(original)) return;
      this.isBroken = true;
      this.#count++;
      // What is neither Karpenter's nor readable is no finding of ours: a third of real YAML is templates.
      if (isKarpenter) this.diagnostics.push(faultDiagnostic(this.#source, fault, isTemplate));
      return;
    }
    const foreign = foreignObject(value, this.#source.file);
    const objects = foreign ?? objectsIn(value, []);
    if (isTemplate) this.#sayIfOpen(objects, text, original);
    else if (!foreign && (isKarpenter || mayLackApiVersion(original))) this.#sayIfIncomplete(value, text);
    const count = dump && !foreign ? this.#addDump(value, text) : this.#add(objects, text);
    if (count === 0) return;
    this.diagnostics.push(...duplicateDiagnostics(this.#source, duplicates, isKarpenter));
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

function isInScalar(node: ParsedNode | null | undefined, offset: number): boolean {
  if (!node || offset < node.range[0] || offset >= node.range[2]) return false;
  if (isScalar(node)) return offset < node.range[1];
  if (!('items' in node)) return false;
  return node.items.some((item) =>
    'key' in item ? isInScalar(item.key, offset) || isInScalar(item.value, offset) : isInScalar(item, offset),
  );
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
