/**
 * The candidate closest to a misspelled name, or undefined if none is close. At most a third of the letters may differ, and swapping two
 * adjacent letters counts as one difference. Case is ignored, and the first name wins a tie.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  const letters = lettersOf(wanted);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;

  for (const candidate of candidates) {
    const limit = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3));
    const distance = distanceWithin(wanted, candidate.toLowerCase(), letters, Math.min(limit, bestDistance));
    if (distance === undefined || (distance === bestDistance && candidate > best!)) continue;

    [best, bestDistance] = [candidate, distance];
  }

  return best;
}

/** Whether another candidate is as close to a name as the nearest one. */
export function isAmbiguous(name: string, closest: string, candidates: readonly string[]): boolean {
  const distance = editDistance(name, closest);
  const letters = lettersOf(name);
  return candidates.some((other) => other !== closest && distanceWithin(name, other, letters, distance) === distance);
}

/**
 * The edit distance of two texts, or undefined if it is larger than `most`. Most pairs differ too much in length or in letters, which is
 * cheaper to find out: a file may have a thousand wrong names, each with a thousand candidates.
 */
function distanceWithin(
  a: string,
  b: string,
  lettersOfA: ReadonlyMap<string, number>,
  most: number,
): number | undefined {
  if (Math.abs(a.length - b.length) > most || differentLetters(lettersOfA, b) > most) return undefined;

  const distance = editDistance(a, b);
  if (distance > most) return undefined;
  return distance;
}

/** How often a text has each letter. */
function lettersOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

/** Letters that one of two texts has more often than the other. Their edit distance is at least as large. */
function differentLetters(letters: ReadonlyMap<string, number>, other: string): number {
  const unmatched = new Map(letters);
  let added = 0;

  for (const letter of other) {
    const count = unmatched.get(letter) ?? 0;
    if (count === 0) added += 1;
    else unmatched.set(letter, count - 1);
  }

  let missing = 0;
  for (const count of unmatched.values()) missing += count;
  return Math.max(added, missing);
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
