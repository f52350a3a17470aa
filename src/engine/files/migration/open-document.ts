import type { Manifest, Path, Value } from '../../manifest/model/manifest.ts';
import { documentOf } from '../../manifest/objects/document-manifest.ts';
import { isTemplated, maskTemplates } from '../../manifest/yaml/placeholder.ts';
import { composeDocument, type DocumentText, readDocument } from '../../manifest/yaml/yaml-document.ts';
import { DraftEntry, DraftList, type DraftMap, type DraftNode, dataOf, draftAt, UnwritableDocument } from './draft.ts';
import { draftText, type Layout, layoutOf } from './draft-printer.ts';
import { readDraft } from './draft-reader.ts';

/** A document of a file that is being rewritten. Offsets are relative to the file's text. */
export class OpenDocument {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly #text: DocumentText;
  readonly #root: DraftNode;
  readonly #layout: Layout;
  /** New objects that become separate documents after it. */
  readonly #added: DraftMap[] = [];

  constructor(file: string, text: DocumentText) {
    this.file = file;
    this.#text = text;
    const original = text.masked.original.slice(text.start, text.end);
    const { value } = readDocument(text, {}, isTemplated(original));
    if (value === undefined) throw new UnwritableDocument('it cannot be parsed');

    const { root, start, end } = readDraft(text, value);
    [this.#root, this.start, this.end] = [root, start, end];
    this.#layout = layoutOf(root);
  }

  /** The object at a path. Throws UnwritableDocument if it is not written there. */
  object(path: Path): DraftMap {
    const object = draftAt(this.#root, path);
    if (object === undefined) throw new UnwritableDocument('an alias or merge key refers to it');
    return object;
  }

  /** Throws UnwritableDocument if the content contains template lines. */
  requireWhole(): void {
    const { contents } = composeDocument(this.#text);
    const [from, to] = contents?.range ?? [0, 0];

    const isInside = this.#text.masked.blanks.some(
      ({ start }) =>
        start >= this.#text.start + from && start < this.#text.start + Math.max(from, lastContent(this.#text, to)),
    );

    if (isInside)
      throw new UnwritableDocument('template lines decide its content (migrate the rendered manifest instead)');
  }

  /** Adds an object after another of this document: as an item of the same list, or as a document. */
  add(object: DraftMap, behind: Path): void {
    const index = behind.at(-1);
    const list = index === undefined ? undefined : this.#listAt(behind.slice(0, -1));
    if (list !== undefined) list.insert(new DraftEntry('', object), Number(index) + 1);
    else if (this.file.endsWith('.json'))
      throw new UnwritableDocument('it becomes two objects, and a JSON file can contain only one');
    else this.#added.push(object);
  }

  #listAt(path: Path): DraftList | undefined {
    const parent = draftAt(this.#root, path.slice(0, -1));
    const list = parent?.get(String(path.at(-1)));
    if (list instanceof DraftList) return list;
    return undefined;
  }

  /** The new text of `[start, end)`. Throws UnwritableDocument if it does not parse to the intended objects. */
  newText(): string {
    const root = this.#checked(this.#root);
    const more = this.#added.map((object) => this.#checked(object));
    const isEnded = this.#text.masked.original.slice(this.start, this.end).endsWith('\n');
    const body = root.endsWith('\n') || more.length === 0 ? root : `${root}\n`;
    const text = [body, ...more].join('---\n');
    if (isEnded || !text.endsWith('\n')) return text;
    return text.slice(0, -1);
  }

  #checked(root: DraftNode): string {
    const text = draftText(root, this.#layout);
    const document = { masked: maskTemplates(text), start: 0, end: text.length };
    const { value, fault, duplicates } = readDocument(document, {}, isTemplated(text));
    const isSame = fault === undefined && duplicates.length === 0 && canonical(value) === canonical(dataOf(root));
    if (!isSame) throw new UnwritableDocument('its YAML cannot be rewritten line by line');
    return text;
  }
}

const canonical = (value: Value | undefined): string => JSON.stringify(value);

/** The offset after the last line of content of a document, not counting template lines and comments. */
function lastContent({ masked, start, end }: DocumentText, to: number): number {
  const text = masked.text.slice(start, Math.min(end, start + to));
  let last = text.length;

  for (let at = text.lastIndexOf('\n'); at !== -1; at = at === 0 ? -1 : text.lastIndexOf('\n', at - 1)) {
    if (!/^[ \t]*(?:#[^\n]*)?$/.test(text.slice(at + 1, last))) break;
    last = at;
  }

  return last;
}

/** Parses the document of a manifest again. Throws UnwritableDocument. */
export function openDocument(manifest: Manifest): { document: OpenDocument; path: Path } {
  const document = documentOf(manifest);
  if (document === undefined) throw new UnwritableDocument('it was not read from a file');
  return { document: new OpenDocument(manifest.source.file, document.text), path: document.base };
}
