import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import { type Manifest, type Path, type Value, valueAt } from '../../../manifest/model/manifest.ts';
import { locateInManifest } from '../../../manifest/objects/document-manifest.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import { type DocumentRange, splitDocuments } from '../../../manifest/yaml/document-splitter.ts';
import { folderOf, isWithin, type Place, type Span } from '../../../text/source.ts';
import { placeOfLine } from '../repository/line-search.ts';
import type { Root } from '../root/root.ts';
import { patchOperations, type WriteOperation, writtenBy } from './patch-operations.ts';

export interface TracerInput {
  readonly root: Root;
  /** The rendered text. */
  readonly text: string;
  read(file: string): string | undefined;
}

/** A key or a value in the rendered text, with its offsets. */
interface Spot {
  readonly path: Path;
  readonly isKey: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * Traces the output of kustomize back to its source: the value at the same path of the same object, in a patch or in the resource
 * itself, whichever has the same value.
 */
export class KustomizeTracer {
  readonly #input: TracerInput;
  /** The documents of the rendered text. Only those that are asked for are parsed. */
  readonly #documents: readonly DocumentRange[];
  readonly #made = new Map<DocumentRange, readonly Manifest[]>();
  readonly #files: readonly string[];
  readonly #sources = new Map<string, readonly Manifest[]>();
  /** File → the kinds that its text may have. */
  readonly #kinds = new Map<string, ReadonlySet<string>>();
  #operations: readonly WriteOperation[] | undefined;

  constructor(input: TracerInput) {
    this.#input = input;
    this.#documents = splitDocuments(input.text);
    const { root } = input;
    const folder = folderOf(root.file);
    // Files nearer to the root are applied later.
    const near = (file: string): number => {
      if (isWithin(file, folder)) return 0;
      return 1;
    };

    this.#files = [...root.files].filter((file) => /\.(?:ya?ml|json)$/.test(file)).sort((a, b) => near(a) - near(b));
  }

  /** The rendered object at an offset, or the last one before it, and the offset of its document. */
  #madeAt(offset: number): { readonly rendered: Manifest; readonly from: number } | undefined {
    for (const range of this.#documents.toReversed()) {
      if (range.start > offset) continue;

      const objects = this.#made.get(range) ?? objectsOf('', this.#input.text.slice(range.start, range.end));
      this.#made.set(range, objects);
      const rendered = objects.findLast((manifest) => manifest.span([]).start + range.start <= offset);
      if (rendered) return { rendered, from: range.start };
    }

    return undefined;
  }

  /** The objects of a kind in the files of the root, and others of the same files. Long files, such as CRDs, name many kinds and have one. */
  #sourcesOf(kind: string): readonly Manifest[] {
    return this.#files.flatMap((file) => {
      const text = this.#input.read(file) ?? '';
      if (!this.#sources.has(file) && !(text.includes(kind) && this.#mayHaveKind(file, text, kind))) return [];
      const objects = this.#sources.get(file) ?? objectsOf(file, text);
      this.#sources.set(file, objects);
      return objects;
    });
  }

  /** Whether an object in a file may be of a kind, also in JSON or behind a variable. */
  #mayHaveKind(file: string, text: string, kind: string): boolean {
    const kinds = this.#kinds.get(file) ?? new Set([...text.matchAll(kindField)].map(([, value]) => value ?? ''));
    this.#kinds.set(file, kinds);
    return kinds.has(kind) || kinds.has('$');
  }

  trace(start: number, end: number): Place {
    const text = this.#input.text.slice(start, end);
    const anchor = start + (text.length - text.trimStart().length);
    const anchored = this.#madeAt(anchor);
    const spot = anchored && spotAt(anchored.rendered, anchor - anchored.from, Math.max(end, anchor) - anchored.from);
    const place = spot && this.#placeOf(anchored.rendered, spot);
    if (!place) return this.#guess(anchor);

    const { file } = place.span;
    const there = place.span.start - (anchored.from + spot.start - start);
    const isSame = (this.#input.read(file) ?? '').slice(there, there + text.length) === text;

    if (isSame && there >= 0) return { ...place, span: { file, start: there, end: there + text.length } };
    return place;
  }

  #placeOf(rendered: Manifest, spot: Spot): Place | undefined {
    const candidates = this.#sourcesOf(rendered.kind).filter((source) => isSameObject(source, rendered));
    if (candidates.length === 0) return undefined;
    if (spot.path.length === 0) return whole(candidates);

    const value = rendered.get(spot.path);
    const adapted = candidates.map((source) => ({ source, path: adapt(rendered.object, source.object, spot.path) }));
    const saying = adapted.find(
      ({ source, path }) => path.length === spot.path.length && isEqualOrFilled(source.get(path), value),
    );
    if (saying) return { span: spanOf(saying.source, saying.path, spot.isKey), isExact: true };

    const written = this.#writtenByPatch(rendered, spot);
    if (written) return { span: written, isExact: true };

    // Of several candidates, the smallest is the patch.
    const bySize = adapted.toSorted((a, b) => sizeOf(b.source) - sizeOf(a.source));
    // A mapping or a list with patched parts is still the same mapping or list.
    const holding = bySize.find(
      ({ source, path }) => path.length === spot.path.length && isCollection(value) && isCollection(source.get(path)),
    );
    if (holding) return { span: spanOf(holding.source, holding.path, spot.isKey), isExact: true };

    // No source has exactly this value, so use the deepest path that any source has.
    const nearest = bySize.reduce((best, place) => {
      if (place.path.length > best.path.length) return place;
      return best;
    });
    if (nearest.path.length === 0) return { ...whole(candidates), isExact: false };

    return { span: spanOf(nearest.source, nearest.path, spot.isKey), isExact: false };
  }

  /** Where the only operation of a JSON patch that writes a value does so. A patch names its target in the kustomization. */
  #writtenByPatch(rendered: Manifest, { path, isKey }: Spot): Span | undefined {
    this.#operations ??= this.#files.flatMap((file) => patchOperations(file, this.#input.read(file) ?? ''));
    const places = this.#operations.flatMap((operation) => writtenBy(operation, rendered, path, isKey) ?? []);
    if (places.length === 1) return places[0];
    return undefined;
  }

  #guess(offset: number): Place {
    const { root, text, read } = this.#input;
    return placeOfLine(text, offset, { files: root.files, read }) ?? atStart(root.file);
  }
}

const kindField = /\bkind["']?[ \t]*:[ \t]*["']?(\w+|\$)/g;

/** The start of a file, if no better place is known. */
export const atStart = (file: string): Place => ({ span: { file, start: 0, end: 0 }, isExact: false });

const objectsOf = (file: string, text: string): readonly Manifest[] =>
  parseManifests({ file, text }, { set: {}, arePatchesRead: true }).manifests;

/** Compares without name prefixes and suffixes, which kustomize adds, and without the version, which patches may omit. */
const isSameObject = (source: Manifest, rendered: Manifest): boolean =>
  source.kind === rendered.kind &&
  source.name !== '' &&
  (rendered.name === source.name || rendered.name.includes(source.name) || isFilled(source.name, rendered.name));

/** Whether a name with variables can become another name. */
function isFilled(pattern: string, name: string): boolean {
  const pieces = pattern.split(/\$\{[^}]{0,200}\}/);
  return pieces.length > 1 && name.startsWith(pieces[0]!) && name.endsWith(pieces.at(-1)!);
}

/** The whole object: of several candidates, the largest, because a patch is smaller. */
function whole(candidates: readonly Manifest[]): Place {
  const fullest = candidates.reduce((best, candidate) => {
    if (sizeOf(candidate) > sizeOf(best)) return candidate;
    return best;
  });
  return { span: fullest.span([]), isExact: true };
}

const isCollection = (value: Value | undefined): boolean => typeof value === 'object' && value !== null;

const sizeOf = ({ object }: Manifest): number => JSON.stringify(object).length;

const spanOf = (source: Manifest, path: Path, isKey: boolean): Span => {
  if (isKey) return source.keySpan(path);
  return source.span(path);
};

/** Whether two values are equal, or the source has a variable that Flux replaces. */
function isEqualOrFilled(source: Value | undefined, rendered: Value | undefined): boolean {
  if (source === undefined) return false;
  return JSON.stringify(source) === JSON.stringify(rendered) || (typeof source === 'string' && source.includes('${'));
}

/** The part of a path that the source has. List items are found by name and not by position, because patches can move them. */
function adapt(rendered: Value, source: Value, path: Path): Path {
  const steps: (string | number)[] = [];
  let [renderedValue, sourceValue]: (Value | undefined)[] = [rendered, source];

  for (const step of path) {
    renderedValue = valueAt(renderedValue, [step]);
    const at =
      typeof step === 'number' && Array.isArray(sourceValue) ? itemLike(renderedValue, sourceValue, step) : step;
    if (at === undefined) return steps;

    sourceValue = valueAt(sourceValue, [at]);
    if (sourceValue === undefined) return steps;

    steps.push(at);
  }

  return steps;
}

/** Fields that name an item of a list. */
const namingKeys = ['name', 'key', 'id'] as const;

function itemLike(wanted: Value | undefined, list: readonly Value[], index: number): number | undefined {
  const isEqual = (value: Value | undefined): boolean => JSON.stringify(value) === JSON.stringify(wanted);
  if (isEqual(list[index])) return index;

  const equal = list.findIndex(isEqual);
  if (equal !== -1) return equal;

  const named = namingKeys.find((key) => valueAt(wanted, [key]) !== undefined);
  if (named === undefined) {
    if (index < list.length) return index;
    return undefined;
  }

  const like = list.findIndex((item) => valueAt(item, [named]) === valueAt(wanted, [named]));
  if (like === -1) return undefined;
  return like;
}

/** The innermost key or value that contains a range of the rendered text. */
function spotAt(rendered: Manifest, start: number, end: number): Spot | undefined {
  const root = locateInManifest(rendered, []);
  if (!root?.node) return undefined;

  const { offset } = root;

  const spot = (node: ParsedNode, path: Path, isKey = false): Spot => ({
    path,
    isKey,
    start: node.range[0] + offset,
    end: node.range[1] + offset,
  });

  const holds = (node: ParsedNode | null): node is ParsedNode =>
    node !== null && node.range[0] + offset <= start && end <= Math.max(node.range[1], node.range[0] + 1) + offset;

  const descend = (node: ParsedNode, path: Path): Spot => {
    if (isMap(node))
      for (const { key, value } of node.items as { key: ParsedNode; value: ParsedNode | null }[]) {
        const inner = [...path, String(isScalar(key) ? key.value : key)];
        if (holds(key)) return spot(key, inner, true);
        if (holds(value)) return descend(value, inner);

        // The range starts in the key and ends in its value.
        const last = (value as ParsedNode | null)?.range[1] ?? (key as ParsedNode).range[1];
        if ((key as ParsedNode).range[0] + offset <= start && end <= last + offset) return spot(key, inner, true);
      }

    if (isSeq(node))
      for (const [index, item] of (node.items as (ParsedNode | null)[]).entries())
        if (holds(item)) return descend(item, [...path, index]);
    return spot(node, path);
  };

  return descend(root.node, []);
}
