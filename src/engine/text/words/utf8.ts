/**
 * The number of bytes of a text in UTF-8, because GitHub's limits count bytes. A lone surrogate counts as its replacement
 * character.
 */
export function byteLength(text: string): number {
  let bytes = 0;

  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const next = text.charCodeAt(i + 1);

    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
      bytes += 4;
      i++;
    } else bytes += 3;
  }

  return bytes;
}
