const compiled = new Map<string, RegExp | undefined>();

/** Longer texts are not matched. No real value is that long, and some patterns take time that grows with the square of the length. */
const longestText = 4096;
/** The same bound for patterns with several wildcards in a row, whose time grows with a high power of the length. */
const longestWildcardText = 100;

/**
 * Matches a text against a pattern of Karpenter's own definitions: null if it does not match, undefined if that is unknown. Patterns that
 * come with a pull request never get here: `withoutPrograms` removes them, and Go's engine matches them in linear time.
 */
export function firstMatch(text: string, pattern: string): string | null | undefined {
  const wildcards = pattern.split(/\.[+*]/).length - 1;
  if (text.length > (wildcards > 2 ? longestWildcardText : longestText)) return undefined;
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
  const expression = compiled.get(pattern);
  if (expression === undefined) return undefined;
  return expression.exec(text)?.[0] ?? null;
}

/** Patterns are written for Go's engine. One that JavaScript cannot read is not matched. */
function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}
