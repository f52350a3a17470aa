/** A list of names for a sentence: `a`, `b`. */
export const quotedNames = (names: readonly string[], separator: ', ' | ' and ' | ' or ' = ', '): string =>
  names.map((name) => `\`${name}\``).join(separator);
