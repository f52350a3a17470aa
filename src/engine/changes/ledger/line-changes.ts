import { editsBetween, linesOf } from '../../files/migration/unified-diff.ts';

/** Which side of a change a line is on. */
export type SideName = 'before' | 'after';

/** The side that a change is compared with. */
export const oppositeSide = (side: SideName): SideName => {
  if (side === 'before') return 'after';
  return 'before';
};

/** What is on a side and on the opposite one, as before and after. */
export const asBeforeAndAfter = <Value, Counterpart>(
  side: SideName,
  value: Value,
  counterpart: Counterpart,
): readonly [before: Value | Counterpart, after: Value | Counterpart] => {
  if (side === 'before') return [value, counterpart];
  return [counterpart, value];
};

/** The lines (from 1) that a change removes from the text before, and adds to the text after. */
interface LineChanges {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Compares two texts line by line. Converted line endings do not count. An absent text has no lines. */
export function lineChanges(before: string | undefined, after: string | undefined): LineChanges {
  const [old, now] = [before ?? '', after ?? ''].map((text) => linesOf(text).map((line) => line.replace(/\r?\n$/, '')));
  const edits = editsBetween(old!, now!);
  return {
    before: edits.filter(({ kind }) => kind === '-').map(({ a }) => a + 1),
    after: edits.filter(({ kind }) => kind === '+').map(({ b }) => b + 1),
  };
}

/** Consecutive lines, both ends included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Ascending lines as ranges. */
export function rangesOf(lines: readonly number[]): LineRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const line of lines) {
    const open = ranges.at(-1);
    if (open !== undefined && line === open.last + 1) open.last = line;
    else ranges.push({ first: line, last: line });
  }

  return ranges;
}

/** The number of lines in ranges. */
export const countLines = (ranges: readonly LineRange[]): number =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
