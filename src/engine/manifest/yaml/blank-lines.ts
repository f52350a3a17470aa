/**
 * Breaks blank lines above an offset into shorter ones that are not deeper than its line, and keeps the length. A template alone on the
 * first line of a block scalar is masked by such a line, but YAML does not allow leading blank lines deeper than the text. Lines that are
 * also blank in `original` stay unchanged. Undefined if there is nothing to break.
 */
export function breakBlankLines(text: string, original: string, offset: number): string | undefined {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  const [above] = /(?:(?<=\n)[ \r]*\n)*$/.exec(text.slice(0, line))!;
  const start = line - above.length;
  const broken = above.replace(/ +/g, (blanks, at: number) =>
    original.slice(start + at, start + at + blanks.length) === blanks ? blanks : pieces(blanks.length, offset - line),
  );
  return broken === above ? undefined : text.slice(0, start) + broken + text.slice(line);
}

/** White space of the same length, with at most `width` spaces in a row. */
const pieces = (length: number, width: number): string =>
  `${' '.repeat(width)}\n`.repeat(Math.ceil(length / (width + 1))).slice(0, length);
