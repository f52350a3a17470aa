/** Names as a sentence shows them: `a`, `b`. */
export const quotedNames = (names: readonly string[], separator: ', ' | ' and ' | ' or ' = ', '): string =>
  names.map((name) => `\`${name}\``).join(separator);
