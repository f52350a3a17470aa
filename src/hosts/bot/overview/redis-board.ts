import { Redis } from 'ioredis';
import { boardLimits, newestFirst, type RepositoryReviews, type ReviewBoard, recentReviews } from './review-board.ts';
import { type DatedSummary, type PullKey, readSummary } from './review-summary.ts';

export interface RedisBoardOptions {
  readonly url: string;
  /** Keys in Redis start with it. */
  readonly prefix?: string;
  readonly onError: (error: Error) => void;
}

/** The field of the newest review. The others are numbers of pull requests. */
const lastField = 'last';

/** The board of several processes: one hash for each repository, which expires. */
export class RedisBoard implements ReviewBoard {
  readonly #redis: Redis;
  readonly #prefix: string;

  constructor({ url, prefix = 'plumbline', onError }: RedisBoardOptions) {
    this.#prefix = prefix;

    this.#redis = new Redis(url, {
      // A page is not worth waiting for Redis.
      maxRetriesPerRequest: 1,
      retryStrategy: (times) => Math.min(100 * times, 2_000),
    });

    this.#redis.on('error', onError);
  }

  #key(repositoryId: number): string {
    return `${this.#prefix}:reviews:${repositoryId}`;
  }

  async put(summary: DatedSummary): Promise<void> {
    const key = this.#key(summary.repositoryId);
    const text = JSON.stringify(summary);
    await this.#redis.hset(key, { [lastField]: text, [String(summary.number)]: text });
    await this.#redis.expire(key, boardLimits.days * 86_400);
    if ((await this.#redis.hlen(key)) <= boardLimits.pulls + 1) return;

    const { open } = read(await this.#redis.hgetall(key));
    const surplus = open.sort(newestFirst).slice(boardLimits.pulls);
    if (surplus.length > 0) await this.#redis.hdel(key, ...surplus.map(({ number }) => String(number)));
  }

  async remove({ repositoryId, number }: PullKey): Promise<void> {
    await this.#redis.hdel(this.#key(repositoryId), String(number));
  }

  async of(repositoryIds: readonly number[], now: number): Promise<ReadonlyMap<number, RepositoryReviews>> {
    const pipeline = this.#redis.pipeline();
    for (const id of repositoryIds) pipeline.hgetall(this.#key(id));
    const answers = (await pipeline.exec()) ?? [];

    return new Map(
      answers.flatMap(([error, fields], index): [number, RepositoryReviews][] => {
        if (error) throw error;
        const { last, open } = read(fields as Readonly<Record<string, string>>);
        const reviews = recentReviews(last, open, now);
        return reviews ? [[repositoryIds[index]!, reviews]] : [];
      }),
    );
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }
}

/** Whoever can write to Redis could write anything, so what is not a summary is left out. */
function read(fields: Readonly<Record<string, string>>): { last: DatedSummary | undefined; open: DatedSummary[] } {
  const { [lastField]: last, ...pulls } = fields;
  return {
    last: last === undefined ? undefined : readSummary(last),
    open: Object.values(pulls).flatMap((text) => readSummary(text) ?? []),
  };
}
