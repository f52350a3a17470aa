import type { ParsedNode } from 'yaml';
import { isScalar } from 'yaml';
import type { Diagnostic, ResourceRef } from '../diagnostic.ts';
import type { Source, Span } from '../source.ts';
import { splitDocuments } from './document-splitter.ts';
import { jsonItems } from './json-items.ts';
import { LocatedDocument, maxYamlLength } from './located-document.ts';
import { isObject, type Manifest, type Path, type Value, valueAt } from './manifest.ts';
import type { ParsedFile } from './manifest-set.ts';
import { firstFrom, isTemplated, type MaskedText, maskTemplates, type PlaceholderValues } from './placeholder.ts';
import { mayBePolicy, mayBeValues, mayHoldManifest } from './prefilter.ts';
import { findSuppressions } from './suppression.ts';
import { explainFault } from './syntax-fault.ts';
import {
  type DocumentText,
  type DuplicateKey,
  type Fault,
  type Located,
  maxDepth,
  readDocument,
  type YamlDocument,
} from './yaml-document.ts';

/** How to read a file. */
export interface ParseOptions {
  /** Values for placeholders: `${NAME}`. */
  readonly set: PlaceholderValues;
}

/** Texts longer than this (in UTF-16 code units) are not read. */
export const maxTextLength = 32 * 1024 * 1024;
/** Files with more objects than this are not read to the end. */
export const maxObjects = 20_000;

const karpenterApi = /\bkarpenter\.(?:sh|k8s\.aws)\/v\d/;

class DocumentManifest implements Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly object: { readonly [key: string]: Value };
  readonly source: Source;
  readonly index: number;
  readonly ref: ResourceRef;
  readonly isPartial: boolean;
  readonly #document: LocatedDocument;
  readonly #base: Path;

  #partial: DocumentManifest | undefined;

  constructor(found: FoundObject, document: LocatedDocument, place: { index: number; isPartial: boolean }) {
    const { object, apiVersion, kind } = found;
    const metadata = isObject(object.metadata) ? object.metadata : {};
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.name = textOf(metadata.name) ?? found.name ?? '';
    this.namespace = textOf(metadata.namespace);
    this.object = object;
    this.source = document.source;
    this.index = place.index;
    this.isPartial = place.isPartial;
    const { name, namespace } = this;
    this.ref = namespace === undefined ? { apiVersion, kind, name } : { apiVersion, kind, name, namespace };
    this.#document = document;
    this.#base = found.base;
  }

  get(path: Path): Value | undefined {
    return valueAt(this.object, path);
  }

  span(path: Path): Span {
    const { node, pair } = this.locate(path);
    // A key without a value has an empty node after the colon; the key is what people see.
    if (pair && (node === null || node.range[0] === node.range[1])) return this.#document.span(pair.key);
    return this.#document.span(node);
  }

  keySpan(path: Path): Span {
    const { pair } = this.locate(path);
    return pair ? this.#document.span(pair.key) : this.span(path);
  }

  /** The same object, of which more may stand elsewhere; made once, so that it keeps its identity. */
  get partial(): Manifest {
    const { object, apiVersion, kind, name } = this;
    const found = { object, apiVersion, kind, name, base: this.#base };
    this.#partial ??= new DocumentManifest(found, this.#document, { index: this.index, isPartial: true });
    return this.#partial;
  }

  /** The nodes at a path, for edits. */
  locate(path: Path): Located {
    return this.#document.locate([...this.#base, ...path]);
  }

  /** The text of the document it stands in, and the way there from the document's root. */
  get document(): { readonly text: DocumentText; readonly base: Path } {
    return { text: this.#document.text, base: this.#base };
  }

  /** Offset of the document in its file, from which the nodes' ranges count. */
  get offset(): number {
    return this.#document.text.start;
  }
}

const textOf = (value: Value | undefined): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;

/** The nodes at a path of a parsed manifest, and the offset in the file from which their ranges count. */
export function locateInManifest(manifest: Manifest, path: Path): (Located & { offset: number }) | undefined {
  return manifest instanceof DocumentManifest ? { ...manifest.locate(path), offset: manifest.offset } : undefined;
}

/** The document that a parsed manifest stands in, and the path from its root to the object; undefined for what was not parsed. */
export const documentOf = (manifest: Manifest): { readonly text: DocumentText; readonly base: Path } | undefined =>
  manifest instanceof DocumentManifest ? manifest.document : undefined;

/** A manifest as one of which more stands elsewhere: what seems missing may well be there. */
export const asPartial = (manifest: Manifest): Manifest =>
  manifest instanceof DocumentManifest ? manifest.partial : manifest;

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

interface FoundObject {
  readonly object: { readonly [key: string]: Value };
  readonly apiVersion: string;
  readonly kind: string;
  /** Where `metadata` does not say. */
  readonly name?: string;
  /** Path from the root of the document to the object: lists hold objects in `items`. */
  readonly base: Path;
}

/** What is no API object, and says all the same how Karpenter's controller runs: an IAM policy, or values of its chart. */
function foreignObject(value: Value | undefined, file: string): FoundObject[] | undefined {
  if (!isObject(value) || value.apiVersion !== undefined) return undefined;
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  if (Array.isArray(value.Statement))
    return [{ object: value, apiVersion: 'iam/v1', kind: 'IamPolicy', name, base: [] }];
  return isValues(value, file)
    ? [{ object: value, apiVersion: 'helm/v1', kind: 'HelmValues', name, base: [] }]
    : undefined;
}

const settingNames = ['clusterName', 'clusterEndpoint', 'interruptionQueue', 'interruptionQueueName'];

/** Other charts have `settings` too: two names of Karpenter's, or one where the file is called so. */
function isValues(value: { readonly [key: string]: Value }, file: string): boolean {
  const { settings } = isObject(value.karpenter) ? value.karpenter : value;
  const count = isObject(settings) ? settingNames.filter((name) => settings[name] !== undefined).length : 0;
  return count >= (/karpenter/i.test(file) || value.karpenter !== undefined ? 1 : 2);
}

/** The API objects of a value: itself, or what a List holds. */
function objectsIn(
  value: Value | undefined,
  base: Path,
  inherited?: { apiVersion: string; kind: string },
): FoundObject[] {
  if (!isObject(value)) return [];
  // Items of a typed list, as the API serves them, leave out what the list already says.
  const apiVersion = value.apiVersion ?? inherited?.apiVersion;
  const kind = value.kind ?? inherited?.kind;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return [];
  if (!kind.endsWith('List') || !Array.isArray(value.items)) return [{ object: value, apiVersion, kind, base }];
  const itemKind = kind.slice(0, -'List'.length);
  const forItems = itemKind === '' ? undefined : { apiVersion, kind: itemKind };
  // One more than is read tells that there are more.
  const items = (value.items as readonly Value[]).slice(0, maxObjects + 1);
  return items.flatMap((item, i) => objectsIn(item, [...base, 'items', i], forItems));
}

/** Objects of a dump, each as if it were a document of its own: to find a place in one, the others need not be read. */
function dumpedObjects(
  value: Value | undefined,
  dump: DocumentText,
): readonly (readonly [FoundObject, DocumentText])[] {
  const { masked, start, end } = dump;
  const items = jsonItems(masked.text.slice(start, end));
  return objectsIn(value, []).map((found) => {
    const [list, i, ...base] = found.base;
    const item = list === 'items' ? items[Number(i)] : undefined;
    if (item === undefined) return [found, dump];
    return [
      { ...found, base },
      { masked, start: start + item.start, end: start + item.end },
    ];
  });
}

function faultDiagnostic(source: Source, fault: Fault, isTemplate: boolean): Diagnostic {
  const { message, help, start, end } = explainFault(fault, source.text);
  const span = { file: source.file, start, end };
  const common = { span, labels: [], resource: null };
  if (isTemplate) {
    const text = 'This template names a Karpenter API and is no YAML until it is rendered, so it is not reviewed';
    return {
      ...common,
      code: 'yaml/template',
      severity: 'note',
      message: text,
      help: 'Review the rendered manifests.',
    };
  }
  const diagnostic = { ...common, code: fault.code, severity: 'error', message } as const;
  return help === undefined ? diagnostic : { ...diagnostic, help };
}

function duplicateDiagnostic(source: Source, duplicate: DuplicateKey, isKarpenter: boolean): Diagnostic {
  const { file } = source;
  return {
    code: 'yaml/duplicate-key',
    severity: isKarpenter ? 'error' : 'warning',
    message: `The key \`${duplicate.key}\` stands twice in this mapping; the last one would count`,
    span: { file, start: duplicate.start, end: duplicate.end },
    labels: [{ span: { file, ...duplicate.first }, message: 'first defined here' }],
    resource: null,
    help: 'Remove one of them.',
  };
}

const splitIt = 'Split the file, or leave it out of the review.';

/** The finding for what is not read because it is too much. Unread is unjudged: padding must not be a way around the review. */
export const tooLarge = (file: string, message: string, { at = 0, help = splitIt } = {}): Diagnostic => ({
  code: 'yaml/too-large',
  severity: 'error',
  message,
  span: { file, start: at, end: at },
  labels: [],
  resource: null,
  help,
});

const megabytes = (length: number): string => (length / 1024 / 1024).toFixed(1).replace(/\.0$/, '');

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
      if (!original.includes('apiVersion') && !mayBePolicy(original) && !mayBeValues(original)) continue;
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
    if (dump === undefined && isLong) {
      this.#leaveOut(text, original);
      return;
    }
    const { value, duplicates, fault } = dump ?? readDocument(text, this.#options.set, isTemplate);
    const isKarpenter = karpenterApi.test(original);
    if (fault) {
      this.isBroken = true;
      this.#count++;
      // What is neither Karpenter's nor readable is no finding of ours: a third of real YAML is templates.
      if (isKarpenter) this.diagnostics.push(faultDiagnostic(this.#source, fault, isTemplate));
      return;
    }
    const foreign = foreignObject(value, this.#source.file);
    const count = dump && !foreign ? this.#addDump(value, text) : this.#add(foreign ?? objectsIn(value, []), text);
    if (count === 0) return;
    for (const duplicate of duplicates)
      this.diagnostics.push(duplicateDiagnostic(this.#source, duplicate, isKarpenter));
  }

  #leaveOut({ start }: DocumentText, original: string): void {
    this.isBroken = true;
    if (!mayHoldManifest(original)) return;
    const limit = megabytes(maxYamlLength);
    const message = `This document has ${megabytes(original.length)} MB of YAML, more than ${limit} MB, so it is not read`;
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
