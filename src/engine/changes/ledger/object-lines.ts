import { asMapping, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { addToGroup } from '../../text/group-by.ts';
import { LineIndex, type Source } from '../../text/source.ts';

/** A line of a file as a place in an object: the longest path whose value or key is on the line and that no other path shares. */
export interface PlacedLine {
  readonly manifest: Manifest;
  readonly path: Path;
  /** Only the key is on the line, and its values are on others. */
  readonly isKey: boolean;
}

/** Looking for a place takes time for each of the values around it. Files with more values around changed lines are one place. */
const maxPlaces = 20_000;

/** How many lines may be looked at in the time of a place. */
const linesOfPlace = 100;

/** Finds the objects of a file at its lines. */
export class ObjectLines {
  readonly manifests: readonly Manifest[];
  /** Whether a document could not be read. */
  readonly isBroken: boolean;
  readonly #lines: LineIndex;
  #left = maxPlaces;

  constructor(source: Source) {
    const { manifests, isBroken } = parseManifests(source, { set: {} });
    this.manifests = manifests;
    this.isBroken = isBroken;
    this.#lines = new LineIndex(source.text);
  }

  /** Places of ascending lines. Lines without an object are absent. Null if there is too much to look at. */
  placesOf(wanted: readonly number[]): ReadonlyMap<number, PlacedLine> | null {
    const places = new Map<number, PlacedLine>();
    for (const manifest of this.manifests) {
      const lines = this.#within(wanted, this.#range(manifest, []));
      if (lines.length > 0) this.#place(manifest, [], manifest.object, { lines, placed: places });
      if (this.#left < 0) return null;
    }

    return places;
  }

  #place(manifest: Manifest, path: Path, value: Value | undefined, { lines, placed }: Placing): void {
    const steps = Array.isArray(value) ? value.map((_, i) => i) : Object.keys(asMapping(value) ?? {});
    this.#left -= steps.length;
    if (this.#left < 0) return;

    const children = steps.map((step) => ({ step, range: this.#range(manifest, [...path, step]) }));
    const on = new Map<number, (string | number)[]>();
    for (const { step, range } of children) for (const line of this.#within(lines, range)) addToGroup(on, line, step);
    if (this.#left < 0) return;

    const inside = new Map<string | number, number[]>();
    for (const line of lines) {
      const [step, ...others] = on.get(line) ?? [];
      if (step === undefined || others.length > 0)
        placed.set(line, { manifest, path, isKey: step === undefined && steps.length > 0 });
      else addToGroup(inside, step, line);
    }

    for (const [step, numbers] of inside) {
      const inner = (value as { readonly [key: string | number]: Value })[step];
      this.#place(manifest, [...path, step], inner, { lines: numbers, placed });
    }
  }

  /** The ascending lines from a first to a last one. Each counts as work, because aliases may give many values the same range. */
  #within(lines: readonly number[], [from, to]: readonly [number, number]): readonly number[] {
    const start = firstAtLeast(lines, from);
    let end = start;
    while (end < lines.length && lines[end]! <= to) end++;

    this.#left -= (end - start) / linesOfPlace;
    if (this.#left < 0) return [];
    return lines.slice(start, end);
  }

  /** The first and the last line of a key and its value. */
  #range(manifest: Manifest, path: Path): readonly [number, number] {
    const [key, value] = [path.length === 0 ? manifest.span(path) : manifest.keySpan(path), manifest.span(path)];
    const [start, end] = [Math.min(key.start, value.start), Math.max(key.end, value.end)];
    const last = Math.max(start, this.#lines.text.slice(start, end).trimEnd().length + start - 1);
    return [this.#lines.position(start).line, this.#lines.position(last).line];
  }
}

/** The index of the first of some ascending numbers that is not less than a number. */
function firstAtLeast(numbers: readonly number[], least: number): number {
  let [from, to] = [0, numbers.length];

  while (from < to) {
    const middle = (from + to) >> 1;
    if (numbers[middle]! < least) from = middle + 1;
    else to = middle;
  }

  return from;
}

interface Placing {
  readonly lines: readonly number[];
  readonly placed: Map<number, PlacedLine>;
}
