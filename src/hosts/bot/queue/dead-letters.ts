import { PlumblineError } from '../../../shared/errors.ts';
import { subjectOf } from '../jobs/job.ts';
import type { Journal } from '../service/journal.ts';
import { RedisQueue } from './redis-queue.ts';

/** Lists the jobs that failed for good, one JSON object per line, or puts them back into the queue. */
export async function deadLetters(
  redisUrl: string | undefined,
  { isReplay, journal }: { isReplay: boolean; journal: Journal },
): Promise<void> {
  if (redisUrl === undefined)
    throw new PlumblineError('usage', '`REDIS_URL` is not set, so failed jobs are lost when the bot’s process ends', {
      help: 'Redeliver them in the settings of the GitHub App, under Advanced.',
    });

  const onError = (error: Error): void => journal.error({ err: error }, 'Redis error');
  const queue = new RedisQueue({ url: redisUrl, concurrency: 1, onError });

  try {
    if (!(await queue.isReady()))
      throw new PlumblineError('config', 'The Redis at `REDIS_URL` does not answer', {
        help: 'Check that the URL is right and that Redis is running.',
      });

    const dead = await queue.dead();
    for (const { job, reason } of dead)
      journal.info({ delivery: job.deliveryId, job: job.kind, subject: subjectOf(job), reason }, 'failed for good');
    if (isReplay) journal.info({ jobs: await queue.replay() }, 'back in the queue');
  } finally {
    await queue.close(0);
  }
}
