import { PlumblineError } from '../../../errors.ts';
import { subjectOf } from '../jobs/job.ts';
import type { Journal } from '../journal.ts';
import { RedisQueue } from './redis-queue.ts';

/** Lists the jobs that were given up, one JSON object a line, or puts them back in line. */
export async function deadLetters(
  redisUrl: string | undefined,
  { isReplay, journal }: { isReplay: boolean; journal: Journal },
): Promise<void> {
  if (redisUrl === undefined)
    throw new PlumblineError('usage', 'Without `REDIS_URL` jobs that were given up end with their process', {
      help: 'Redeliver them on the page of the GitHub App, under Advanced.',
    });
  const onError = (error: Error): void => journal.error({ err: error }, 'Redis');
  const queue = new RedisQueue({ url: redisUrl, concurrency: 1, onError });
  try {
    if (!(await queue.isReady())) throw new PlumblineError('config', '`REDIS_URL` does not answer');
    const dead = await queue.dead();
    for (const { job, reason } of dead)
      journal.info({ delivery: job.deliveryId, job: job.kind, subject: subjectOf(job), reason }, 'given up');
    if (isReplay) journal.info({ jobs: await queue.replay() }, 'back in line');
  } finally {
    await queue.close(0);
  }
}
