/**
 * The candidate closest to a misspelled name, or undefined if none is close. At most a third of the letters may differ, and swapping two
 * adjacent letters counts as one difference. Case is ignored, and the first name wins a tie.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;

  for (const candidate of [...candidates].sort()) {
    const limit = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3));
    // Skip candidates whose length differs too much. This also keeps very long names cheap.
    if (Math.abs(wanted.length - candidate.length) > limit) continue;

    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance <= limit && distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }

  return best;
}

/** The help that suggests a similar name. */
export const didYouMean = (candidate: string): string => `Did you mean \`${candidate}\`?`;

/** The number of insertions, deletions, substitutions and swaps of adjacent letters between two texts (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);

  for (let i = 1; i <= a.length; i++) {
    const row = [i];

    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
    }

    [beforeLast, last] = [last, row];
  }

  return last[b.length]!;
}
