/** Pieces that are never cut: a span of inline code, or a word with the space before it. */
const pieces = /(?<!\s)\s*(?:`[^`]*`\S*|[^\s`]+)/g;

/** The first word of a clause, at the end of a cut text: what stands before it is a sentence. */
const nextClause = /,\s+(?:and|as|because|but|or|so|which)$/;

/** What a cut text must not end with: punctuation, and words such as `so` that need more text after them. */
const danglingEnd = /(?:[\s,;:.(]|\s(?:and|as|because|but|if|or|so|that|which))+$/;

/**
 * The start of a sentence, at most `max` characters long, which ends with a whole word, a whole code span or, without
 * an ellipsis, a whole clause.
 */
export function cutSentence(text: string, max: number): string {
  if (text.length <= max) return text;

  let cut = '';
  for (const [piece] of text.slice(0, 4 * max).matchAll(pieces)) {
    if (cut.length + piece.length > max - 2) break;
    cut += piece;
  }

  // A single word that is longer than the limit is returned whole. The function that escapes it also shortens it.
  if (nextClause.test(cut)) return cut.replace(nextClause, '');

  if (cut === '') return text;
  return `${cut.replace(danglingEnd, '')} …`;
}

/** Where a sentence ends: a full stop with a space behind it. */
const sentenceEnd = /\.\s/g;

/** The first sentences of a text, at most `max` characters long: a sentence that does not fit is left out. If the first one does not, it is cut. */
export function wholeSentences(text: string, max: number): string {
  if (text.length <= max) return text;

  // Full stops in inline code do not end a sentence.
  const start = text.slice(0, max + 2);
  const masked = start.replace(/`[^`]*`?/g, (span) => 'x'.repeat(span.length));
  const ends = [...masked.matchAll(sentenceEnd)].map(({ index }) => index + 1).filter((end) => end <= max);
  const last = ends.at(-1);

  if (last === undefined) return cutSentence(text, max);
  return text.slice(0, last);
}

/** Where a clause ends: a full stop, colon or semicolon with a space behind it, outside inline code. */
const clauseEnd = /^((?:`[^`]*`|[^`])*?)(?:[.:;]\s|[.:;]?$)/;

/** What the API server says about a field. It needs its colons: `spec.maxReplicas`: Required value: must be greater than 0. */
const ofField = /^`[^`]*`:\s(?:`[^`]*`|[^`])*?(?=[.;]\s|[.;]?$)/;

/** The first clause of a message: what is wrong, without why it matters. */
export const firstClause = (message: string): string =>
  ofField.exec(message)?.[0] ?? clauseEnd.exec(message)?.[1] ?? message;

/** A text of the same length without its inline code, in which punctuation ends nothing. */
const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, (span) => 'x'.repeat(span.length));

/** The first sentence of a message, up to a semicolon, without its full stop. */
function firstSentence(message: string): string {
  const end = withoutCode(message).search(/[.;]\s/);
  if (end === -1) return message.replace(/\.$/, '');
  return message.slice(0, end);
}

/** A message of a finding, which may quote a very long value. */
export const clipped = (message: string): string => {
  if (message.length > 600) return `${message.slice(0, 599)}…`;
  return message;
};

/** Where a clause can end without losing what is wrong: before its consequence or its reason. */
const looseEnds = [/;\s/, /,\s(?:and\s)?(?:so|because)\s/];

/** A longer clause than this ends at the first of these places. */
const glance = 200;

/** The first sentence of a message if it is short, with why it matters. Otherwise its first clause, which ends where it stays true if it is long. */
export function shortClause(message: string): string {
  const sentence = firstSentence(message);
  if (sentence.length <= glance) return sentence;

  const clause = firstClause(message);
  if (clause.length <= glance) return clause;

  const masked = withoutCode(clause);
  const [end] = looseEnds.map((loose) => masked.search(loose)).filter((at) => at > 0);

  if (end === undefined) return clause;
  return clause.slice(0, end);
}
