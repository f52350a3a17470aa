/** Records the work that a match takes; false if the work limit is used up. */
type Spend = (amount: number) => boolean;

/** A pattern, split into path segments: `*` and `?` within a segment, `**` for any number of segments. */
export type Glob = readonly string[];

export const globOf = (pattern: string): Glob =>
  pattern
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
    .split('/')
    .filter((part, i, all) => part !== '**' || all[i - 1] !== '**');

/** Whether the segments of a path match; also false if the work limit is used up. */
export function globMatches(glob: Glob, steps: readonly string[], spend: Spend): boolean {
  let [at, step, retry, mark] = [0, 0, -1, 0];

  while (step < steps.length) {
    if (!spend(costOf(glob[at], steps[step]!))) return false;
    if (glob[at] === '**') [retry, mark] = [at++, step];
    else if (at < glob.length && stepMatches(glob[at]!, steps[step]!)) [at, step] = [at + 1, step + 1];
    else if (retry !== -1) [at, step] = [retry + 1, ++mark];
    else return false;
  }

  return glob.slice(at).every((part) => part === '**');
}

/** Checking a segment costs about as much as checking eight characters. */
const stepCost = 8;

const costOf = (pattern: string | undefined, step: string): number => {
  if (pattern === undefined || pattern === '**' || !pattern.includes('*')) return stepCost;
  return stepCost + pattern.length * step.length;
};

/** Whether a text matches a pattern with `*` and `?`. The time is at most proportional to the product of the two lengths. */
export function stepMatches(pattern: string, text: string): boolean {
  let [at, from, retry, mark] = [0, 0, -1, 0];

  while (from < text.length) {
    if (pattern[at] === '*') [retry, mark] = [at++, from];
    else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[from]))
      [at, from] = [at + 1, from + 1];
    else if (retry !== -1) [at, from] = [retry + 1, ++mark];
    else return false;
  }

  while (pattern[at] === '*') at++;

  return at === pattern.length;
}
