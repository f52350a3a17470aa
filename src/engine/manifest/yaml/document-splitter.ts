/** The offsets of one YAML document in its file. */
export interface DocumentRange {
  readonly start: number;
  readonly end: number;
}

const lineBreak = '\\n\\r\\x85\\u2028\\u2029';

// A marker ends any document, even inside of a block scalar. That is YAML's rule, and kubectl splits files there.
const marker = new RegExp(`(?<![^${lineBreak}])(?:---|\\.\\.\\.)(?=[ \\t${lineBreak}]|$)`, 'g');

/** Concatenated files keep their byte order marks, and go-yaml skips one at the start of a document. kubectl removes that of the file itself. */
const byteOrderMarks = /\uFEFF+/y;
const bareMarker = /---[ \t]*(?:#.*)?\r?\n(?=\uFEFF)/y;

function contentStart(text: string, start: number): number {
  let from = start;
  for (const skipped of [bareMarker, byteOrderMarks]) {
    skipped.lastIndex = from;
    if (skipped.test(text)) from = skipped.lastIndex;
  }
  return from;
}

/** Splits a file at `---` and `...`. A range starts at its marker, because the line of the marker may have content. */
export function splitDocuments(text: string): DocumentRange[] {
  const ranges: DocumentRange[] = [];
  let start = 0;

  const add = (end: number): void => {
    const from = contentStart(text, start);
    if (end > from) ranges.push({ start: from, end });
  };

  for (const { index, 0: markerText } of text.matchAll(marker)) {
    add(index);
    start = markerText === '...' ? index + markerText.length : index;
  }

  add(text.length);

  return ranges;
}
