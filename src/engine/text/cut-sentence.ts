/** Pieces that are never cut: a span of inline code, or a word with the space before it. */
const pieces = /\s*(?:`[^`]*`\S*|[^\s`]+)/g;

/** The start of a sentence, at most `max` characters long, which ends with a whole word or a whole code span. */
export function cutSentence(text: string, max: number): string {
  if (text.length <= max) return text;
  let cut = '';
  for (const [piece] of text.slice(0, 4 * max).matchAll(pieces)) {
    if (cut.length + piece.length > max - 2) break;
    cut += piece;
  }
  // A single word that is longer than the limit is returned whole. The function that escapes it also shortens it.
  return cut === '' ? text : `${cut.replace(/[\s,;:.(]+$/, '')} …`;
}

/** Where a clause ends: a full stop, colon or semicolon with a space behind it, outside inline code. */
const clauseEnd = /^((?:`[^`]*`|[^`])*?)(?:[.:;]\s|[.:;]?$)/;

/** The first clause of a message: what is wrong, without why it matters. */
export const firstClause = (message: string): string => clauseEnd.exec(message)?.[1] ?? message;
