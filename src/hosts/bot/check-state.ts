/** What our check run says of one pull request or merge group that has its head commit. */
export interface CheckEntry {
  /** Number of the pull request, or `base` SHA of a merge group. */
  readonly subject: number | string;
  readonly result: 'pass' | 'warn' | 'block' | 'pending';
  /** What the review rested on. */
  readonly fingerprint: string;
  /** Digest of the annotations that the run shows for it; empty when there are none. */
  readonly annotations: string;
}

const entryPattern = /^(\d+|[0-9a-f]{40}|[0-9a-f]{64}):(pass|warn|block|pending):([0-9a-f]*):([0-9a-f]*)$/;

/**
 * The state of a check run as its external id, which only the app can write. Several pull requests may have one head
 * commit, towards different branches: the check is as bad as the worst of them, so that none can whitewash another.
 */
export const writeCheckState = (entries: readonly CheckEntry[]): string =>
  [...entries]
    .sort((a, b) => (String(a.subject) < String(b.subject) ? -1 : 1))
    .map(({ subject, result, fingerprint, annotations }) => `${subject}:${result}:${fingerprint}:${annotations}`)
    .join(' ');

/** Reads an external id; what we did not write is nothing. */
export function readCheckState(externalId: string): CheckEntry[] {
  return externalId.split(' ').flatMap((text) => {
    const [, subject, result, fingerprint, annotations] = entryPattern.exec(text) ?? [];
    if (subject === undefined) return [];
    const isNumber = subject.length < 40;
    return [
      {
        subject: isNumber ? Number(subject) : subject,
        result: result as CheckEntry['result'],
        fingerprint: fingerprint!,
        annotations: annotations!,
      },
    ];
  });
}

/** The pull requests and the bases of merge groups that an external id speaks of. */
export function pullsOfExternalId(externalId: string): {
  readonly numbers: readonly number[];
  readonly mergeGroups: readonly string[];
} {
  const subjects = readCheckState(externalId).map(({ subject }) => subject);
  return {
    numbers: subjects.filter((subject) => typeof subject === 'number'),
    mergeGroups: subjects.filter((subject) => typeof subject === 'string'),
  };
}

const badness = ['pass', 'warn', 'block'] as const;

/** The worst result of all; pending as long as one is. */
export function worst(entries: readonly CheckEntry[]): CheckEntry['result'] {
  if (entries.some(({ result }) => result === 'pending')) return 'pending';
  return badness.findLast((result) => entries.some((entry) => entry.result === result)) ?? 'pass';
}
