/** Offset of the bracket that is still open at an offset, or -1. */
export function openBracket(text: string, offset: number): number {
  let depth = 0;
  for (let i = offset - 1; i >= 0; i--) {
    if (text[i] === ']' || text[i] === '}') depth++;
    else if ((text[i] === '[' || text[i] === '{') && depth-- === 0) return i;
  }
  return -1;
}

/** A private-use character that stands for no character: it keeps a text as long as it was. */
export const nothing = '\uE002';

/** Quoted text without its line breaks: an escaped one stands for nothing, another one for a blank. */
const onOneLine = (quoted: string): string =>
  quoted.replace(
    /(?<!\\)((?:\\\\)*)\\\r?\n[ \t]*|(?<![ \t])[ \t]*\r?\n[ \t]*(?!\s)/g,
    (lineBreak, backslashes?: string) =>
      backslashes === undefined
        ? ` ${nothing.repeat(lineBreak.length - 1)}`
        : backslashes + nothing.repeat(lineBreak.length - backslashes.length),
  );

/** End of the quoted text that starts at an offset. */
function quoteEnd(text: string, start: number): number {
  const quote = text[start]!;
  for (let i = start + 1; i < text.length; i++) {
    if (quote === '"' && text[i] === '\\') i++;
    else if (text[i] === quote) return i + 1;
  }
  return text.length;
}

/** A piece of a flow collection: quoted text, a comment, or one character; and how many brackets are open after it. */
interface FlowPiece {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  readonly isComment: boolean;
}

/** The pieces of the flow collection that starts at an offset, up to its last bracket. */
function* flowPieces(text: string, from: number): Generator<FlowPiece> {
  let depth = 0;
  for (let start = from; start < text.length; ) {
    const char = text[start]!;
    const isComment = char === '#' && /\s/.test(text[start - 1] ?? '');
    const isQuote = char === '"' || char === "'";
    const end = isQuote ? quoteEnd(text, start) : isComment ? lineEnd(text, start) : start + 1;
    if (char === '[' || char === '{') depth++;
    else if (char === ']' || char === '}') depth--;
    yield { start, end, depth, isComment };
    if (depth === 0) return;
    start = end;
  }
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline;
}

/** Offset behind the flow collection that a document consists of, or -1. */
export function rootFlowEnd(text: string): number {
  const start = /^(?:---)?(?:\s|#[^\n]*\n)*(?=[{[])/.exec(text)?.[0].length;
  if (start === undefined) return -1;
  for (const { end, depth } of flowPieces(text, start)) if (depth === 0) return end;
  return -1;
}

/**
 * Joins the lines of the flow collection that starts at an offset, keeping its length. YAML wants its content deeper than
 * its parent, go-yaml (hence the API server) does not care; on one line there is nothing to indent. Undefined when it is
 * never closed.
 */
export function joinFlowLines(text: string, from: number): string | undefined {
  if (from === -1) return undefined;
  const parts = [text.slice(0, from)];
  for (const { start, end, depth, isComment } of flowPieces(text, from)) {
    const piece = text.slice(start, end);
    if (isComment) parts.push(' '.repeat(piece.length));
    else if (piece.length > 1) parts.push(onOneLine(piece));
    else parts.push(/[\n\r\t]/.test(piece) ? ' ' : piece);
    if (depth === 0) return parts.join('') + text.slice(end);
  }
  return undefined;
}
