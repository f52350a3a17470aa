import type { DatedSummary, PullKey } from './review-summary.ts';

/** What is known about the reviews of one repository. */
export interface RepositoryReviews {
  /** Its open pull requests, the newest review first. */
  readonly open: readonly DatedSummary[];
  /** Its newest review, also if that pull request is closed by now. */
  readonly last: DatedSummary;
}

/** How much is kept. Older reviews are dropped first. */
export const boardLimits = { repositories: 2_000, pulls: 100, days: 90 } as const;

/**
 * Keeps the newest review of each open pull request for the overview. It is only a copy: everything in it is also on GitHub, and the next
 * review writes it again.
 */
export interface ReviewBoard {
  put(summary: DatedSummary): Promise<void>;
  /** The pull request is closed, or no longer changes anything that is reviewed. */
  remove(key: PullKey): Promise<void>;
  /** The reviews of these repositories, by ID. Repositories without a review are left out. */
  of(repositoryIds: readonly number[], now: number): Promise<ReadonlyMap<number, RepositoryReviews>>;
  close(): Promise<void>;
}

/** Reviews of a repository as they are stored: the last one, and those of open pull requests. */
export function recentReviews(
  last: DatedSummary | undefined,
  open: readonly DatedSummary[],
  now: number,
): RepositoryReviews | undefined {
  const since = now - boardLimits.days * 86_400_000;
  const recent = open.filter(({ at }) => Date.parse(at) > since).sort(newestFirst);
  const newest = [...recent, ...(last && Date.parse(last.at) > since ? [last] : [])].sort(newestFirst)[0];

  return newest && { open: recent, last: newest };
}

/** The newest first. Of those at the same time, the highest number. */
export const newestFirst = (one: DatedSummary, other: DatedSummary): number =>
  Date.parse(other.at) - Date.parse(one.at) || other.number - one.number;

interface Kept {
  last: DatedSummary;
  readonly open: Map<number, DatedSummary>;
}

/** The board of a single process. It is empty when the process starts. */
export class MemoryBoard implements ReviewBoard {
  readonly #repositories = new Map<number, Kept>();

  async put(summary: DatedSummary): Promise<void> {
    const { repositoryId, number } = summary;
    const open = this.#repositories.get(repositoryId)?.open ?? new Map<number, DatedSummary>();
    // Added again at the end, so that the first ones are those whose reviews are the oldest.
    open.delete(number);
    open.set(number, summary);
    if (open.size > boardLimits.pulls) open.delete(open.keys().next().value!);
    this.#repositories.delete(repositoryId);
    this.#repositories.set(repositoryId, { last: summary, open });
    if (this.#repositories.size > boardLimits.repositories)
      this.#repositories.delete(this.#repositories.keys().next().value!);
  }

  async remove({ repositoryId, number }: PullKey): Promise<void> {
    this.#repositories.get(repositoryId)?.open.delete(number);
  }

  async of(repositoryIds: readonly number[], now: number): Promise<ReadonlyMap<number, RepositoryReviews>> {
    return new Map(
      repositoryIds.flatMap((id): [number, RepositoryReviews][] => {
        const kept = this.#repositories.get(id);
        const reviews = kept && recentReviews(kept.last, [...kept.open.values()], now);
        return reviews ? [[id, reviews]] : [];
      }),
    );
  }

  async close(): Promise<void> {}
}
