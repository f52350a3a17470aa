import type { Job } from '../jobs/job.ts';

/** The repository of a job, within its installation. */
export const jobRepositoryKey = ({ installationId, repository }: Job): string =>
  `${installationId}/${repository.owner}/${repository.repo}`;

/**
 * How many jobs of one repository run at the same time. With several threads, one is always left for other repositories. So
 * somebody who opens many slow pull requests delays another repository by at most one review.
 */
export class Shares {
  readonly #most: number;
  readonly #running = new Map<string, number>();

  constructor(threads: number) {
    this.#most = Math.max(1, threads - 1);
  }

  /** Whether one more job of a repository may start. */
  isFree(repository: string): boolean {
    return (this.#running.get(repository) ?? 0) < this.#most;
  }

  enter(repository: string): void {
    this.#running.set(repository, (this.#running.get(repository) ?? 0) + 1);
  }

  leave(repository: string): void {
    const running = (this.#running.get(repository) ?? 0) - 1;
    if (running > 0) this.#running.set(repository, running);
    else this.#running.delete(repository);
  }
}

/** How many names are remembered. A name that was served longer ago counts as new. */
const remembered = 10_000;

/** The order in which names were served. The name that was not served for the longest time is next. */
export class Turns {
  readonly #served = new Map<string, number>();
  #count = 0;

  serve(name: string): void {
    this.#served.delete(name);
    this.#served.set(name, ++this.#count);
    if (this.#served.size > remembered) this.#served.delete(this.#served.keys().next().value!);
  }

  /** The one whose turn it is; the first if several are equal. */
  next<T extends readonly [name: string, ...unknown[]]>(waiting: Iterable<T>): T | undefined {
    let best: T | undefined;
    for (const candidate of waiting)
      if (best === undefined || this.#of(candidate[0]) < this.#of(best[0])) best = candidate;
    return best;
  }

  #of(name: string): number {
    return this.#served.get(name) ?? 0;
  }
}
