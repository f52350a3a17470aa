/** A text with only line feeds, and how to map offsets and new text back to the original. */
export interface PlainText {
  readonly text: string;
  originalOffset(offset: number): number;
  /** Returns new text with the line ends of the original. */
  restored(piece: string): string;
}

/** Removes carriage returns and the byte order mark. A text with mixed line ends stays unchanged. */
export function plainText(original: string): PlainText {
  const mark = original.startsWith('\uFEFF') ? 1 : 0;
  const body = original.slice(mark);
  const isCrlf = body.includes('\r\n') && !/(?:^|[^\r])\n|\r(?!\n)/.test(body);
  if (!isCrlf) return { text: body, originalOffset: (offset) => offset + mark, restored: (piece) => piece };

  const text = body.replaceAll('\r\n', '\n');
  const breaks: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks.push(at);

  return {
    text,
    originalOffset: (offset) => offset + mark + countBelow(breaks, offset),
    restored: (piece) => piece.replaceAll('\n', '\r\n'),
  };
}

/** How many of the sorted numbers are smaller than a value. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];

  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < limit) low = middle + 1;
    else high = middle;
  }

  return low;
}
