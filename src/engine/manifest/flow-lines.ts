/** Offset of the bracket that is still open at an offset, or -1. */
function openBracket(text: string, offset: number): number {
  let depth = 0;
  for (let i = offset - 1; i >= 0; i--) {
    if (text[i] === ']' || text[i] === '}') depth++;
    else if ((text[i] === '[' || text[i] === '{') && depth-- === 0) return i;
  }
  return -1;
}

/** End of the quoted text that starts at an offset. */
function quoteEnd(text: string, start: number): number {
  const quote = text[start]!;
  for (let i = start + 1; i < text.length; i++) {
    if (quote === '"' && text[i] === '\\') i++;
    else if (text[i] === quote) return i + 1;
  }
  return text.length;
}

/**
 * Joins the lines of the flow collection that is open at an offset, keeping its length. YAML wants its content deeper than
 * its parent, go-yaml (hence the API server) does not care; on one line there is nothing to indent. Undefined when it is
 * never closed.
 */
export function joinFlowLines(text: string, offset: number): string | undefined {
  const start = openBracket(text, offset);
  if (start === -1) return undefined;
  const parts = [text.slice(0, start)];
  let depth = 0;
  for (let i = start; i < text.length; ) {
    const char = text[i]!;
    if (char === '"' || char === "'") {
      const end = quoteEnd(text, i);
      parts.push(text.slice(i, end));
      i = end;
      continue;
    }
    if (char === '#' && /\s/.test(text[i - 1]!)) {
      const newline = text.indexOf('\n', i);
      const end = newline === -1 ? text.length : newline;
      parts.push(' '.repeat(end - i));
      i = end;
      continue;
    }
    parts.push(char === '\n' || char === '\r' || char === '\t' ? ' ' : char);
    if (char === '[' || char === '{') depth++;
    if ((char === ']' || char === '}') && --depth === 0) return parts.join('') + text.slice(i + 1);
    i++;
  }
  return undefined;
}
