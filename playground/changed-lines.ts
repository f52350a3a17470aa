/** Beyond this many pairs of lines, only the common beginning and end are found. */
const mostPairs = 4_000_000;

/** The lines of `after`, from 0, that `before` does not have at the same place of the longest common sequence. */
export function changedLines(before: readonly string[], after: readonly string[]): number[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1])
    [endBefore, endAfter] = [endBefore - 1, endAfter - 1];
  const [old, now] = [before.slice(start, endBefore), after.slice(start, endAfter)];
  const kept = old.length * now.length > mostPairs ? new Set<number>() : common(old, now);
  return now.flatMap((_, i) => (kept.has(i) ? [] : [start + i]));
}

/** Indexes of `now` that are in a longest common sequence. */
function common(old: readonly string[], now: readonly string[]): Set<number> {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === now[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const kept = new Set<number>();
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) {
      kept.add(j);
      [i, j] = [i + 1, j + 1];
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return kept;
}
