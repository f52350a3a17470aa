/** Whether a path of the configuration matches a file: the file itself, its folder, or a pattern with `*` and `**`. `.` matches everything. */
export function matchesPath(pattern: string, file: string): boolean {
  const trimmed = pattern.replace(/^\.?\//, '').replace(/\/$/, '');
  const wanted = trimmed === '' ? [] : trimmed.split('/').filter((step) => step !== '.');
  return matchesSteps(wanted, file.split('/'));
}

/** Whether a path of an environment contains a file or folder. An empty path contains everything. */
export const containsPath = (pattern: string, path: string): boolean => pattern === '' || matchesPath(pattern, path);

/** Whether a file or folder is in one of some paths. Everything is if there are none. */
export const isInPaths = (paths: readonly string[], file: string): boolean =>
  paths.length === 0 || paths.some((path) => containsPath(path, file));

/** Matches step by step and remembers the last `**`, so the time is proportional to the product of the two lengths. */
function matchesSteps(pattern: readonly string[], steps: readonly string[]): boolean {
  let at = 0;
  let retry: { at: number; step: number } | undefined;

  for (let step = 0; step < steps.length; ) {
    // Everything below a matching folder matches.
    if (at === pattern.length) return true;
    if (pattern[at] === '**') retry = { at: at++, step };
    else if (matchesStep(pattern[at]!, steps[step]!)) [at, step] = [at + 1, step + 1];
    else if (retry) [at, step] = [retry.at + 1, ++retry.step];
    else return false;
  }

  return pattern.slice(at).every((part) => part === '**');
}

function matchesStep(pattern: string, step: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return step === first;

  const last = rest.pop()!;
  if (!step.startsWith(first) || step.length < first.length + last.length || !step.endsWith(last)) return false;

  let from = first.length;

  for (const part of rest) {
    const index = step.indexOf(part, from);
    if (index === -1 || index + part.length > step.length - last.length) return false;

    from = index + part.length;
  }

  return true;
}
