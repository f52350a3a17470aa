import type { ResourceRef } from '../../text/diagnostic.ts';
import type { Source, Span } from '../../text/source.ts';
import { getsNamespace, isClusterScoped } from '../model/cluster-scope.ts';
import { asText, intoText, isObject, type Manifest, type Path, type Value, valueAt } from '../model/manifest.ts';
import { hasPlaceholder } from '../yaml/placeholder.ts';
import type { DocumentText, Located } from '../yaml/yaml-document.ts';
import { EmbeddedDocument } from './embedded-document.ts';
import type { FoundObject } from './found-object.ts';
import type { LocatedDocument } from './located-document.ts';

/** A manifest parsed from a document. The document is parsed again when a place is requested. */
export class DocumentManifest implements Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly object: { readonly [key: string]: Value };
  readonly source: Source;
  readonly index: number;
  readonly ref: ResourceRef;
  readonly isPartial: boolean;
  readonly isInValues?: true;
  readonly #document: LocatedDocument;
  readonly #base: Path;

  #partial: DocumentManifest | undefined;
  /** Blocks of text with YAML by their path. */
  readonly #embedded = new Map<string, EmbeddedDocument | undefined>();

  constructor(entry: FoundObject, document: LocatedDocument, place: { index: number; isPartial: boolean }) {
    const { object, apiVersion, kind } = entry;
    const metadata = isObject(object.metadata) ? object.metadata : {};
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.name = asText(metadata.name) ?? entry.name ?? '';
    this.source = document.source;
    this.namespace = namespaceOfObject(entry, this.source);
    this.object = object;
    this.index = place.index;
    this.isPartial = place.isPartial;
    if (entry.isInValues) this.isInValues = true;

    const { name, namespace } = this;
    this.ref = namespace === undefined ? { apiVersion, kind, name } : { apiVersion, kind, name, namespace };
    this.#document = document;
    this.#base = entry.base;
  }

  get(path: Path): Value | undefined {
    const inner = this.#inside(path);
    if (inner) return shownAt(inner.embedded.value, inner.rest);
    return shownAt(this.object, path);
  }

  span(path: Path): Span {
    if (path.length === 0 && this.#base.length === 0) return this.#document.contentSpan;
    const { node, pair } = this.locate(path);
    const document = this.documentAt(path);
    // A key without a value has an empty node after the colon, so use the key, which people can see.
    if (pair && (node === null || node.range[0] === node.range[1])) return document.span(pair.key);
    return document.span(node);
  }

  keySpan(path: Path): Span {
    const { pair } = this.locate(path);
    if (pair) return this.documentAt(path).span(pair.key);
    return this.span(path);
  }

  /** The YAML in a block of text that a path leads into, and the rest of the path. */
  #inside(path: Path): { readonly embedded: EmbeddedDocument; readonly rest: Path } | undefined {
    const at = path.indexOf(intoText);
    if (at === -1) return undefined;

    const outer = path.slice(0, at);
    const key = JSON.stringify(outer);
    const isKnown = this.#embedded.has(key);
    const embedded = isKnown ? this.#embedded.get(key) : EmbeddedDocument.in(this.#document, [...this.#base, ...outer]);

    if (!isKnown) this.#embedded.set(key, embedded);

    return embedded && { embedded, rest: path.slice(at + 1) };
  }

  /** The same object marked as partial. It is created only once, so that it keeps its identity. */
  get partial(): Manifest {
    const { object, apiVersion, kind, name, isInValues } = this;
    const entry = { object, apiVersion, kind, name, base: this.#base, ...(isInValues && { isInValues }) };
    this.#partial ??= new DocumentManifest(entry, this.#document, { index: this.index, isPartial: true });
    return this.#partial;
  }

  /** The nodes at a path, for edits. */
  locate(path: Path): Located {
    const inner = this.#inside(path);
    if (inner) return inner.embedded.document.locate(inner.rest);
    return this.#document.locate([...this.#base, ...path]);
  }

  /** The document whose nodes are at a path. */
  documentAt(path: Path): LocatedDocument {
    return this.#inside(path)?.embedded.document ?? this.#document;
  }

  /** The text of its document, and the path from the document's root to the object. */
  get document(): { readonly text: DocumentText; readonly base: Path } {
    return { text: this.#document.text, base: this.#base };
  }
}

/**
 * The value at a path. What is below an unknown value is unknown, too: of `spec: ${SPEC}`, every field has the value `${SPEC}`, so that no reader
 * takes it for a field that is not set.
 */
function shownAt(root: Value | undefined, path: Path): Value | undefined {
  const value = valueAt(root, path);
  if (value !== undefined) return value;

  const above = path.slice(0, -1).map((_, i) => valueAt(root, path.slice(0, i + 1)));
  return above.find((value) => typeof value === 'string' && hasPlaceholder(value));
}

/** The nodes at a path of a parsed manifest, and the offset in the file that their ranges are relative to. */
export function locateInManifest(manifest: Manifest, path: Path): (Located & { offset: number }) | undefined {
  if (manifest instanceof DocumentManifest)
    return { ...manifest.locate(path), offset: manifest.documentAt(path).text.start };

  return undefined;
}

/** The document of a parsed manifest, and the path from its root to the object. Undefined if it was not parsed. */
export const documentOf = (manifest: Manifest): { readonly text: DocumentText; readonly base: Path } | undefined => {
  if (manifest instanceof DocumentManifest) return manifest.document;
  return undefined;
};

/** A manifest marked as partial: fields that seem to be missing may be defined elsewhere. */
export const asPartial = (manifest: Manifest): Manifest => {
  if (manifest instanceof DocumentManifest) return manifest.partial;
  return manifest;
};

/**
 * The namespace in which an object is created. Helm and Argo CD give it to objects that name none (helm pkg/kube/client.go Build, argo-cd
 * util/argo/normalizers and gitops-engine pkg/sync SyncContext.namespace).
 */
function namespaceOfObject(entry: FoundObject, { origin, namespace }: Source): string | undefined {
  if (isClusterScoped(entry)) return undefined;
  const metadata = isObject(entry.object.metadata) ? entry.object.metadata : {};
  const written = asText(metadata.namespace);
  if (written === undefined && getsNamespace(entry)) return origin?.namespace ?? namespace;
  return written;
}
