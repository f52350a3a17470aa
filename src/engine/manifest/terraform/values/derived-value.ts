import { sha256 } from '../../../text/sha256.ts';
import type { Span } from '../../../text/source.ts';
import { objectOf, type TfUnknown, type TfValue, textOf } from './tf-value.ts';
import { encodeYaml } from './yaml-text.ts';

/**
 * An unknown value that follows from others, such as a hash. Its name ends with what it follows from, so that it is another unknown value if they
 * differ. If nothing says what they are, it ends with `unknown`.
 */
export function derivedValue(at: Span, name: string, from: readonly TfValue[]): TfUnknown {
  const all = objectOf(
    from.map((value, i) => [`${i}`, { value }] as const),
    at,
  );

  const mark = from.some(isVague) ? vagueMark : markOf(textOf(encodeYaml(all)));

  return { kind: 'unknown', at, name: `${name}.${mark}`, isDerived: true };
}

/** The same for a value that a function makes of derived ones: `substr(sha1(a), 0, 8)`. */
export function derivedFrom(at: Span, from: readonly TfValue[]): TfUnknown | undefined {
  const derived = from.find((value) => value.kind === 'unknown' && value.isDerived === true);
  if (derived?.kind === 'unknown') return derivedValue(at, derived.name.replace(/\.[^.]*$/, ''), from);
  return undefined;
}

const vagueMark = 'unknown';
/** An unknown value that follows from nothing here. */
const otherUnknown = /\$\{(?![\w.]{1,300}\.[0-9a-f]{12}\})[^}]{1,300}\}/g;

/** What is known of a text, and the unknown values in it, each as digits. */
function markOf(text: string): string {
  const unknowns = text.match(otherUnknown) ?? [];
  const content = sha256(text.replace(otherUnknown, '${}')).slice(0, 8);
  const digest = unknowns.length === 0 ? '0000' : sha256(unknowns.join()).slice(0, 4);
  return `${content}${digest}`;
}

/** The ends of the names of derived values in a text. */
const marks = /(?<=\$\{[\w.]{1,300}\.)(?:[0-9a-f]{12}|unknown)(?=\})/g;

/**
 * Whether two texts may be equal once their derived values are known. They are not if these follow from values that differ, and that contain the
 * same unknown values. Undefined if the texts have no derived values, or differ otherwise.
 */
export function mayBeSameDerived(oldText: string, newText: string): boolean | undefined {
  const [before, after] = [oldText, newText].map((text) => text.match(marks) ?? []);
  if (before!.length === 0 || before!.length !== after!.length) return undefined;
  if (oldText.replace(marks, '') !== newText.replace(marks, '')) return undefined;

  const isOpen = (mark: string, i: number): boolean =>
    mark === vagueMark || after![i] === vagueMark || mark.slice(8) !== after![i]!.slice(8);

  return before!.every((mark, i) => isOpen(mark, i) || mark === after![i]);
}

/** Whether a part of a value has no name, so that it may be another one on the other side. */
function isVague(value: TfValue): boolean {
  switch (value.kind) {
    case 'scalar':
      return false;
    case 'unknown':
      return value.name === vagueMark || value.name.endsWith(`.${vagueMark}`);
    case 'string':
      return value.pieces.some(({ text, isUnknown }) => isUnknown && mayBeAnother(text));
    case 'list':
      return value.items.some(isVague);
    case 'object':
      return value.isPartial || [...value.entries.values()].some((entry) => isVague(entry.value));
  }
}

/** Whether a text has a placeholder that may stand for something else on the other side of a change, although it is written in the same way. */
export const mayBeAnother = (text: string): boolean => /\$\{(?:[\w.]*\.)?unknown\}/.test(text);
