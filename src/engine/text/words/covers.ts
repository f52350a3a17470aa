/** Whether a pattern with `*` and `?` matches a text. IAM compares actions without case, so callers lowercase them. */
export function covers(pattern: string, text: string): boolean {
  // A loop instead of a regular expression, so a hostile pattern costs at most its length times the length of the text.
  let [p, t, star, mark] = [0, 0, -1, 0];

  while (t < text.length) {
    if (pattern[p] === '*') [star, mark, p] = [p, t, p + 1];
    else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) [p, t] = [p + 1, t + 1];
    else if (star >= 0) [mark, p, t] = [mark + 1, star + 1, mark + 1];
    else return false;
  }

  while (pattern[p] === '*') p++;

  return p === pattern.length;
}
