const compiled = new Map<string, RegExp | undefined>();

/** Longer texts are not matched: backtracking on them could take for ever, and no real value comes near. */
const longestText = 4096;
/** The same where several wildcards stand side by side, so that time grows with a high power of the length. */
const longestWildcardText = 100;

/** Whether a text matches a schema's pattern; undefined where that is not judged. */
export function matchesPattern(text: string, pattern: string): boolean | undefined {
  const wildcards = pattern.split(/\.[+*]/).length - 1;
  if (text.length > (wildcards > 2 ? longestWildcardText : longestText)) return undefined;
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
  return compiled.get(pattern)?.test(text);
}

/** Patterns are written for Go's engine; one that JavaScript cannot read is not judged. */
function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}
