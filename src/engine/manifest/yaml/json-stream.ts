import type { DocumentRange } from './document-splitter.ts';
import { isClosing, isOpening } from './json-items.ts';

const [quote, backslash] = [0x22, 0x5c];

const blank = /[\s\x85]*/y;
/** A JSON value that is neither an object nor a list. */
const scalar = /-?\d[\d.eE+-]*|true|false|null|"(?:[^"\\\r\n]|\\.)*"/y;

const endOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  if (pattern.test(text)) return pattern.lastIndex;
  return from;
};

/** The end of the object or list that starts at an offset, judged only by brackets, or -1. */
function bracketEnd(text: string, from: number): number {
  let depth = 0;
  let isInString = false;

  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === backslash) at++;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if (isOpening(code)) depth++;
    else if (isClosing(code) && --depth === 0) return at + 1;
  }

  return -1;
}

/** Whether a text is one JSON value. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Splits consecutive JSON values, with nothing between them, from the text after the last one. kubectl decodes each value, and reads the
 * rest as YAML. Undefined for a text that does not start with JSON.
 */
export function jsonStream(
  text: string,
): { readonly values: readonly DocumentRange[]; readonly rest: number } | undefined {
  const values: DocumentRange[] = [];
  let at = endOf(blank, text, 0);

  for (let next = at; next < text.length; next = endOf(blank, text, at)) {
    const end = isOpening(text.charCodeAt(next)) ? bracketEnd(text, next) : endOf(scalar, text, next);
    const isValue = end > next && isJson(text.slice(next, end));
    // kubectl reads JSON only if the text starts with an object.
    if (!isValue || (values.length === 0 && text[next] !== '{')) break;

    values.push({ start: next, end });
    at = end;
  }

  if (values.length === 0) return undefined;
  return { values, rest: at };
}
