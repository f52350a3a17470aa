/** The change of one item: an object of the plan, a file that nobody can plan, or an entry of the configuration. */
export interface ReplayStep {
  /** Identifies the item. */
  readonly key: string;
  /** The item's name in messages. */
  readonly name: string;
  /** Its state before and after, or a hash of the state; null if it does not exist. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The steps of one reviewed and approved change. */
interface ApprovedSteps {
  /** `#12`. */
  readonly label: string;
  readonly steps: readonly ReplayStep[];
}

/**
 * Replays approved changes in the order of merging. Each step has to start where the one before it ended, and the last one has
 * to end in the final state. So several merged changes can be applied as one, and unapproved changes are noticed. Returns what
 * the approved changes do not explain, one sentence each.
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
        gaps.push(`${label} was reviewed against a different ${name} than the one it was merged into`);
      now.set(key, after);
    }

  for (const [key, state] of now) {
    const end = ends.has(key) ? ends.get(key)!.after : starts.get(key)!;
    if (state !== end) gaps.push(`no approved pull request explains the change of ${names.get(key)}`);
  }

  return [...new Set(gaps)];
}
