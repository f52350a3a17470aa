import type { ParsedNode } from 'yaml';
import type { Source, Span } from '../../text/source.ts';
import type { Path } from '../model/manifest.ts';
import { composeDocument, type DocumentText, type Located, locate } from '../yaml/yaml-document.ts';
import { maxYamlLength, yamlExcess } from '../yaml/yaml-size.ts';

/** The total text length of documents whose nodes are cached, in UTF-16 code units. Nodes take a hundred times that memory. */
const maxComposedLength = 128 * 1024;

/** The documents whose nodes are cached, in the order of their removal. */
class ComposedDocuments {
  readonly #kept = new Set<LocatedDocument>();
  #length = 0;

  add(document: LocatedDocument): void {
    this.#kept.add(document);
    this.#length += document.length;

    for (const oldest of this.#kept) {
      if (this.#length <= maxComposedLength || oldest === document) return;
      this.#kept.delete(oldest);
      this.#length -= oldest.length;
      oldest.forget();
    }
  }
}

const composed = new ComposedDocuments();

/** A document whose nodes are parsed again when a place is requested, so that thousands of documents take little memory. */
export class LocatedDocument {
  readonly source: Source;
  readonly text: DocumentText;
  #root: ParsedNode | null | undefined;
  #isTooMuch: boolean | undefined;
  readonly #range: readonly [start: number, end: number] | undefined;

  get length(): number {
    return this.text.end - this.text.start;
  }

  forget(): void {
    this.#root = undefined;
  }

  /** `range` is where its content starts and ends, if that is known without parsing it again. */
  constructor(source: Source, text: DocumentText, range?: readonly [start: number, end: number]) {
    this.source = source;
    this.text = text;
    this.#range = range;
  }

  /** The place of its content. */
  get contentSpan(): Span {
    if (this.#range === undefined) return this.span(this.locate([]).node);
    const [from, to] = this.#range;
    return { file: this.source.file, start: this.text.start + from, end: this.text.start + to };
  }

  locate(path: Path): Located {
    // Only JSON's own parser accepts deeper documents, and it has no places.
    if (this.#isExcessive()) return { node: null, pair: undefined, parent: undefined, isExact: false };
    if (this.#root === undefined) {
      this.#root = composeDocument(this.text).contents;
      composed.add(this);
    }

    return locate(this.#root, path);
  }

  #isExcessive(): boolean {
    const { masked, start, end } = this.text;
    this.#isTooMuch ??= yamlExcess(masked.text.slice(start, end)) !== undefined;
    return this.#isTooMuch;
  }

  span(node: ParsedNode | null | undefined): Span {
    const { start, end } = this.text;
    const [from, to] = node?.range ?? [0, this.length > maxYamlLength ? 0 : end - start];
    return { file: this.source.file, start: start + from, end: start + to };
  }
}
