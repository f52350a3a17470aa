/** A regular expression of Go's syntax, matched in time of the product of `size` and the text's length. */
export interface LinearPattern {
  /** Steps that one letter may take. */
  readonly size: number;
  /** Group by name, as the pattern has them. */
  readonly names: Readonly<Record<string, number>>;
  /** Matches as Go finds them, from left to right and at most `limit`: start and end of the whole and of each group, -1 for a group that is not part of it. */
  matches(text: string, limit?: number): readonly (readonly number[])[];
}

/** Compiles a pattern; undefined where Go does not take it, or where it is too large. Handed in by the host, for JavaScript's own patterns may take for ever. */
export type CompilePattern = (pattern: string) => LinearPattern | undefined;

/** Work of one match, in the units of an evaluation. */
export const workOf = (pattern: LinearPattern, length: number): number => 1 + (pattern.size * length) / 32;

/** A template of Go's `Expand`: texts, and groups by number or name. */
const reference = /\$(?:\$|(\w+)|\{(\w+)\})/g;

/** What a template makes of a match: `$1`, `${1}`, `$name`, `${name}`, and `$$` for a dollar. A group that is not there is empty. */
export function expanded(template: string, groupOf: (name: string) => string): string {
  return template.replace(reference, (whole, plain, braced) => (whole === '$$' ? '$' : groupOf(plain ?? braced)));
}
