import type { DocumentRange } from './document-splitter.ts';

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
/** An opening brace or bracket. */
export const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b;
/** A closing brace or bracket. */
export const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** The offset of the quotation mark that ends the string starting at `from`. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); ; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
}

/** The place of each item of a list (`{"items": [ITEM, …]}`), in valid JSON. The last `items` is used, as in JSON.parse. */
export function jsonItems(text: string): DocumentRange[] {
  let items: DocumentRange[] = [];
  let [depth, start, end, key, isWithin] = [0, -1, -1, '', false];

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) continue;

    const from = at;
    if (isWithin && depth === 2 && (code === comma || isClosing(code))) {
      if (start >= 0) items.push({ start, end });
      start = -1;
    } else if (isWithin && start < 0) start = from;

    if (code === quote) {
      at = stringEnd(text, at);
      if (depth === 1) key = text.slice(from, at + 1);
    } else if (isOpening(code)) {
      depth++;
      if (depth === 2 && code === 0x5b && JSON.parse(key) === 'items') [items, isWithin] = [[], true];
    } else if (isClosing(code)) {
      depth--;
      if (depth === 1) isWithin = false;
    }

    end = at + 1;
  }

  return items;
}
