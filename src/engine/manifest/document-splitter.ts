/** Offsets of one YAML document in its file. */
export interface DocumentRange {
  readonly start: number;
  readonly end: number;
}

// A marker ends any document, even inside a block scalar: YAML's own rule, and where kubectl splits a file.
const marker = /^(?:---|\.\.\.)(?=[ \t\r\n]|$)/gm;

/** Splits a file at `---` and `...`; a range starts at its marker, for content may stand on that line. */
export function splitDocuments(text: string): DocumentRange[] {
  const ranges: DocumentRange[] = [];
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (const { index, 0: found } of text.matchAll(marker)) {
    if (index > start) ranges.push({ start, end: index });
    start = found === '...' ? index + found.length : index;
  }
  if (start < text.length) ranges.push({ start, end: text.length });
  return ranges;
}
