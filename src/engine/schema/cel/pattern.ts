const compiled = new Map<string, RegExp | undefined>();

/** Longer texts are not matched: no real value comes near, and the time that some patterns take grows with the square of the length. */
const longestText = 4096;
/** The same where several wildcards stand side by side, so that time grows with a high power of the length. */
const longestWildcardText = 100;

/**
 * Where a text matches a pattern of Karpenter's own definitions; null where it does not, undefined where that is not judged. Patterns that
 * come with a pull request never get here: `withoutPrograms` takes them out, and Go's engine matches them in linear time.
 */
export function firstMatch(text: string, pattern: string): string | null | undefined {
  const wildcards = pattern.split(/\.[+*]/).length - 1;
  if (text.length > (wildcards > 2 ? longestWildcardText : longestText)) return undefined;
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
  const expression = compiled.get(pattern);
  return expression === undefined ? undefined : (expression.exec(text)?.[0] ?? null);
}

/** Patterns are written for Go's engine; one that JavaScript cannot read is not judged. */
function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}
