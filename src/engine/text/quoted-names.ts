/** The first three names for a sentence, and how many more there are: `a`, `b`, `c` and 2 more. */
export function firstNames(names: readonly string[]): string {
  const more = names.length - 3;
  return more > 0 ? `${quotedNames(names.slice(0, 3))} and ${more} more` : quotedNames(names);
}

/** A list of names for a sentence: `a`, `b`, or with ` and `: `a`, `b` and `c`. */
export function quotedNames(names: readonly string[], separator: ', ' | ' and ' | ' or ' = ', '): string {
  const quoted = names.map((name) => `\`${name}\``);
  return [...quoted.slice(0, -2), quoted.slice(-2).join(separator)].join(', ');
}
