/** A list of names for a sentence: `a`, `b`, or with ` and `: `a`, `b` and `c`. */
export function quotedNames(names: readonly string[], separator: ', ' | ' and ' | ' or ' = ', '): string {
  const quoted = names.map((name) => `\`${name}\``);
  return [...quoted.slice(0, -2), quoted.slice(-2).join(separator)].join(', ');
}
