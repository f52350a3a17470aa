/** Characters for private use, which are plain text in YAML. The two before these mask templates. */
const [first, last] = [0xe002, 0xf8ff];

/** Such a character, as it is or as an escape. */
const privateUse = /[\uE002-\uF8FF]|\\(?:u|U0000)([ef][\da-f]{3})/gi;

/**
 * A character that stands for no character in a repaired text, so that all offsets stay valid. The text contains it
 * neither as it is nor as an escape, so that what is removed after parsing was never part of a value. Undefined if the
 * text uses all of them.
 */
export function fillerFor(text: string): string | undefined {
  const used = new Set<number>();
  for (const [character, escaped] of text.matchAll(privateUse))
    used.add(escaped === undefined ? character.charCodeAt(0) : Number.parseInt(escaped, 16));

  for (let code = first; code <= last; code++) if (!used.has(code)) return String.fromCharCode(code);
  return undefined;
}
