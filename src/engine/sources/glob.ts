/** Whether a path matches a pattern of whole steps: `*` and `?` within one step, `**` for any number of them. */
export function globMatches(pattern: string, path: string): boolean {
  const [wanted, steps] = [pattern.replace(/^\.\//, '').replace(/\/$/, '').split('/'), path.split('/')];
  let [at, step, retry, mark] = [0, 0, -1, 0];
  while (step < steps.length) {
    if (wanted[at] === '**') [retry, mark] = [at++, step];
    else if (at < wanted.length && stepMatches(wanted[at]!, steps[step]!)) [at, step] = [at + 1, step + 1];
    else if (retry !== -1) [at, step] = [retry + 1, ++mark];
    else return false;
  }
  return wanted.slice(at).every((one) => one === '**');
}

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
