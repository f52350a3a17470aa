/**
 * Breaks blank lines above an offset into ones that are no deeper than its line, keeping the length. A template that stands alone at the
 * start of a block scalar is masked by such a line, and YAML takes leading blank lines that are deeper than the text for a fault.
 * Lines that are blank in `original` too stay as they are. Undefined when there is nothing to break.
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

/** As many characters as there were, no more than `width` of them blanks in a row. */
const pieces = (length: number, width: number): string =>
  `${' '.repeat(width)}\n`.repeat(Math.ceil(length / (width + 1))).slice(0, length);
