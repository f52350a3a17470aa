import { findTemplates } from './template-scanner.ts';

/** The offsets of a part of a text. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Directives of Go, Jinja and Terraform that start a block, which may print its text never, once or many times. */
const opening =
  /^\{\{-?\s*(?:if|range|with|define|block)\b|^\{%[-+]?\s*(?:if|for|macro|call|filter|raw|set\s+\w+\s*[-+]?%)|^%\{~?\s*(?:if|for)\b/;
const closing = /^\{\{-?\s*end\b|^\{%[-+]?\s*end|^%\{~?\s*end(?:if|for)\b/;

/**
 * The expressions of a text, with everything from the start of a block such as `{{ if }}` to its end as one. A block that does not end
 * extends to the end of the text, and an end without a start is an expression.
 */
export function outermostExpressions(text: string): (Extent & { readonly isBlock: boolean })[] {
  const extents: (Extent & { readonly isBlock: boolean })[] = [];
  let depth = 0;
  let from = 0;

  for (const { start, end } of findTemplates(text)) {
    const expression = text.slice(start, end);
    const isClosing = closing.test(expression);
    const isBlock = depth > 0 || opening.test(expression);

    if (depth === 0) from = start;
    if (opening.test(expression)) depth++;
    else if (isClosing && depth > 0) depth--;
    if (depth === 0) extents.push({ start: from, end, isBlock });
  }

  if (depth > 0) return [...extents, { start: from, end: text.length, isBlock: true }];
  return extents;
}
