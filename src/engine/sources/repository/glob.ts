/** Takes the work that a match has cost; what it answers says whether there is any left. */
type Spend = (amount: number) => boolean;

/** A pattern of whole steps: `*` and `?` within one step, `**` for any number of them. */
export type Glob = readonly string[];

export const globOf = (pattern: string): Glob =>
  pattern
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
    .split('/')
    .filter((one, i, all) => one !== '**' || all[i - 1] !== '**');

/** Whether the steps of a path match; false also when there is no work left. */
export function globMatches(glob: Glob, steps: readonly string[], spend: Spend): boolean {
  let [at, step, retry, mark] = [0, 0, -1, 0];
  while (step < steps.length) {
    if (!spend(costOf(glob[at], steps[step]!))) return false;
    if (glob[at] === '**') [retry, mark] = [at++, step];
    else if (at < glob.length && stepMatches(glob[at]!, steps[step]!)) [at, step] = [at + 1, step + 1];
    else if (retry !== -1) [at, step] = [retry + 1, ++mark];
    else return false;
  }
  return glob.slice(at).every((one) => one === '**');
}

/** A step costs about as much as eight characters that are looked at. */
const stepCost = 8;

const costOf = (pattern: string | undefined, step: string): number =>
  pattern === undefined || pattern === '**' || !pattern.includes('*')
    ? stepCost
    : stepCost + pattern.length * step.length;

/** Whether a text matches a pattern with `*` and `?`, in time of the product of the two lengths, whatever the pattern holds. */
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
