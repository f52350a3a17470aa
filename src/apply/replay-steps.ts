/** What becomes of one thing: an object of the plan, or an entry of the configuration. */
export interface ReplayStep {
  /** Tells things apart. */
  readonly key: string;
  /** As people read it. */
  readonly name: string;
  /** What it is before and after, or a hash of that; null where it is not there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The steps of one reviewed and approved change. */
export interface ApprovedSteps {
  /** `#12`. */
  readonly label: string;
  readonly steps: readonly ReplayStep[];
}

/**
 * Replays approved changes in the order of merging: each step has to start where the one before it ended, and the last has to end
 * where the whole does. So several changes merged one after the other are one, and nothing that nobody approved slips in. Gives
 * what is not explained that way, one sentence each.
 */
export function replaySteps(whole: readonly ReplayStep[], changes: readonly ApprovedSteps[]): string[] {
  const ends = new Map(whole.map((step) => [step.key, step]));
  const now = new Map<string, string | null>(whole.map(({ key, before }) => [key, before]));
  const starts = new Map(now);
  const names = new Map(whole.map(({ key, name }) => [key, name]));
  const gaps: string[] = [];
  for (const { label, steps } of changes)
    for (const { key, name, before, after } of steps) {
      names.set(key, name);
      if (!now.has(key)) {
        now.set(key, before);
        starts.set(key, before);
      }
      if (now.get(key) !== before)
        gaps.push(`${label} was reviewed on another base of ${name} than the one it was merged into`);
      now.set(key, after);
    }
  for (const [key, state] of now) {
    const end = ends.has(key) ? ends.get(key)!.after : starts.get(key)!;
    if (state !== end) gaps.push(`no approved pull request explains what became of ${names.get(key)}`);
  }
  return [...new Set(gaps)];
}
