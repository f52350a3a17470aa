import { isEnvironmentName } from '../../manifest/hints/environment-name.ts';
import { editDistance } from '../../text/nearest.ts';

/** Words that tell clusters of one owner apart, such as environments, regions and numbers. */
export const isDistinctive = (word: string): boolean =>
  isEnvironmentName(word) || word.length < 5 || /\d/.test(word) || /^(?:north|south|east|west|central)/.test(word);

/** Longer names are compared only for equality. Names of EKS clusters have at most 100 characters. */
const maxNameLength = 100;

/**
 * Whether two names can mean one cluster, of which one is misspelled or incomplete: `orders` and `orders-prod`,
 * `ordres` and `orders`. `orders-dev` and `orders-prod` are two clusters.
 */
export function canBeOneName(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.max(a.length, b.length) > maxNameLength) return false;
  const [mine, theirs] = [wordsOf(a), wordsOf(b)];
  const [few, many] = mine.length <= theirs.length ? [mine, theirs] : [theirs, mine];
  if (few.length < many.length) return few.every((word) => many.includes(word));
  return few.every((word, i) => isSameWord(word, many[i]!));
}

const wordsOf = (name: string): string[] => name.toLowerCase().split(/[-_./]/);

const isSameWord = (a: string, b: string): boolean =>
  a === b || (!isDistinctive(a) && !isDistinctive(b) && editDistance(a, b) <= 2);
