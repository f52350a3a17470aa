import { Lexer } from 'yaml';

/**
 * Whether values are nested deeper than a number of levels, by brackets or by a line that begins so far to the right. The text is only cut into
 * tokens, so no text ends the stack. A block of text is one token.
 */
export function isNestedDeeper(text: string, levels: number): boolean {
  if (!mayBeDeeper(text, levels)) return false;

  let brackets = 0;
  let indent = 0;
  let isAtStart = true;

  for (const token of new Lexer().lex(text)) {
    if (isMark(token)) continue;

    if (token === '[' || token === '{') brackets++;
    else if (token === ']' || token === '}') brackets--;

    if (/^\r?\n$/.test(token)) [indent, isAtStart] = [0, true];
    else if (isAtStart && /^(?: +|[-?:])$/.test(token)) indent += token.length;
    else isAtStart = false;

    if (brackets + indent > levels) return true;
  }

  return false;
}

/** What the lexer adds where a document, a scalar or a line of brackets begins or ends. */
const isMark = (token: string): boolean => token === '\u0002' || token === '\u0018' || token === '\u001f';

/** Whether there are so many brackets, or a line that begins so far to the right. It takes a fraction of the time that tokens take. */
function mayBeDeeper(text: string, levels: number): boolean {
  let brackets = 0;
  let indent = 0;
  let isAtStart = true;

  for (const character of text) {
    if (character === '[' || character === '{') brackets++;

    if (character === '\n') [indent, isAtStart] = [0, true];
    else if (isAtStart && ' -?:'.includes(character)) indent++;
    else isAtStart = false;

    if (brackets > levels || indent > levels) return true;
  }

  return false;
}
