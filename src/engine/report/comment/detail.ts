/** How many entries of each list a comment shows. It counts those that it leaves out. */
export interface Detail {
  /** Findings that are always visible. */
  readonly attention: number;
  /** Changed objects, unschedulable workloads, suppressions, assumptions. */
  readonly items: number;
  /** Changed fields of one object. */
  readonly fields: number;
  /** Rows of the table of nodes. */
  readonly nodes: number;
  /** Code points of a sentence. */
  readonly sentence: number;
}

/** From the most detailed comment to the shortest one that is still useful. */
export const details: readonly Detail[] = [
  { attention: 3, items: 40, fields: 40, nodes: 60, sentence: 400 },
  { attention: 3, items: 15, fields: 8, nodes: 15, sentence: 300 },
  { attention: 3, items: 5, fields: 3, nodes: 5, sentence: 200 },
  { attention: 3, items: 2, fields: 0, nodes: 0, sentence: 120 },
  { attention: 1, items: 0, fields: 0, nodes: 0, sentence: 80 },
];

/** The first `max` lines, and how many there would have been. */
export function capped<T>(items: readonly T[], max: number, line: (item: T) => readonly string[]): string[] {
  const rest = items.length - max;
  return [...items.slice(0, max).flatMap(line), ...(rest > 0 ? [`- … and ${rest} more`] : [])];
}

/** A folded section. `summary` is HTML. GitHub reads Markdown inside only after an empty line. */
export const folded = (summary: string, lines: readonly string[]): string[] => {
  if (lines.length === 0) return [];
  return [`<details><summary>${summary}</summary>`, '', ...lines, '', '</details>', ''];
};

/** A section with a title, or nothing if it has no lines. */
export const titled = (title: string, lines: readonly string[]): string[] => {
  if (lines.length === 0) return [];
  return [`**${title}**`, '', ...lines, ''];
};
