import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Job, JobOutcome } from '../../src/hosts/bot/jobs/job.ts';
import { type Failure, failureOf, JobError } from '../../src/hosts/bot/jobs/job-failure.ts';
import type { QueueHost } from '../../src/hosts/bot/queue/queue.ts';
import { RedisQueue } from '../../src/hosts/bot/queue/redis-queue.ts';
import { Redis } from './redis.ts';

let redis: Redis;
let queue: RedisQueue;
let prefixes = 0;

beforeAll(async () => {
  redis = await Redis.start();
});
afterAll(() => redis.stop());
beforeEach(() => {
  queue = opened(`test-${prefixes++}`);
});
afterEach(() => queue.close(0));

const opened = (prefix: string): RedisQueue =>
  new RedisQueue({ url: redis.url, concurrency: 1, prefix, lockMs: 2_000, onError: () => {} });

const job = (number: number, installationId = 1, deliveryId = ''): Job => ({
  kind: 'review',
  deliveryId: deliveryId || `${installationId}-${number}`,
  installationId,
  repository: { owner: 'acme', repo: 'infra' },
  number,
});

/** A host that does what the test says, and records its calls. */
function host(work: (one: Job, times: number) => JobOutcome | Failure | Promise<JobOutcome>) {
  const seen: string[] = [];
  const said: string[] = [];
  const hosting: QueueHost = {
    work: async (one) => {
      seen.push(`${one.installationId}/${one.kind === 'review' ? one.number : one.kind}`);
      const result = await work(one, seen.length);
      if ('outcome' in result) return result;
      throw new JobError(result);
    },
    failureOf,
    onRetry: (_, { kind }, seconds) => void said.push(`retry ${kind} ${seconds}`),
    onDead: (_, { message }) => void said.push(`dead ${message}`),
    onForget: () => void said.push('forgotten'),
  };
  return { seen, said, hosting };
}

const done: JobOutcome = { outcome: 'written' };
const calm = () =>
  expect
    .poll(async () => {
      const { waiting, active, delayed } = await queue.depth();
      return waiting + active + delayed;
    })
    .toBe(0);

describe('the queue on Redis', () => {
  test('lets installations take turns, however many jobs one of them has in the queue', async () => {
    for (let number = 1; number <= 5; number++) await queue.add(job(number, 1));
    await queue.add(job(1, 2));
    await queue.add(job(1, 3));
    const { seen, hosting } = host(() => done);
    queue.start(hosting);
    await calm();
    expect(seen.slice(0, 3).sort()).toEqual(['1/1', '2/1', '3/1']);
    expect(seen.slice(3)).toEqual(['1/2', '1/3', '1/4', '1/5']);
  });

  test('T21: runs a delivery once, even if it arrives twice at the same time or after it is done', async () => {
    const { seen, hosting } = host(() => done);
    await Promise.all(Array.from({ length: 20 }, () => queue.add(job(1))));
    queue.start(hosting);
    await calm();
    await queue.add(job(1));
    await calm();
    expect(seen).toEqual(['1/1']);
  });

  test('runs one job of a subject at a time, and one more for everything that came meanwhile', async () => {
    let running = 0;
    let most = 0;
    let finishFirst = () => {};
    const first = new Promise<void>((resolve) => {
      finishFirst = resolve;
    });
    const { seen, hosting } = host(async () => {
      most = Math.max(most, ++running);
      await first;
      running--;
      return done;
    });
    queue.start(hosting);
    await queue.add(job(1, 1, 'first'));
    await expect.poll(() => seen.length).toBe(1);
    for (let i = 0; i < 10; i++) await queue.add(job(1, 1, `later-${i}`));
    finishFirst();
    await calm();
    expect([seen.length, most]).toEqual([2, 1]);
  });

  test('retries when GitHub says so, and does not count a failed attempt', async () => {
    const { said, hosting } = host((_, times) =>
      times < 7 ? { kind: 'later', seconds: 0, message: 'limited' } : done,
    );
    queue.start(hosting);
    await queue.add(job(1));
    await calm();
    expect(said).toEqual(Array.from({ length: 6 }, () => 'retry later 1'));
    expect((await queue.depth()).dead).toBe(0);
  });

  test('tries again after a failure of GitHub', async () => {
    const { said, hosting } = host((_, times) => (times === 1 ? { kind: 'transient', message: '502' } : done));
    queue.start(hosting);
    await queue.add(job(1));
    await calm();
    expect(said).toEqual(['retry transient 5']);
  });

  test('keeps jobs that were given up, and a replay runs them again', async () => {
    const { seen, said, hosting } = host((_, times) => (times === 1 ? { kind: 'permanent', message: 'no' } : done));
    queue.start(hosting);
    await queue.add(job(1));
    await calm();
    expect(said).toEqual(['dead no']);
    expect(await queue.dead()).toMatchObject([{ job: { number: 1 }, reason: 'no' }]);
    expect(await queue.replay()).toBe(1);
    await calm();
    expect(seen.length).toBe(2);
    expect(await queue.dead()).toEqual([]);
  });

  test('drops jobs that somebody else put into Redis, and runs the next one', async () => {
    const { seen, hosting } = host(() => done);
    queue.start(hosting);
    const forged = { ...job(1, 1, 'forged'), repository: { owner: '../../app', repo: 'x' } };
    await queue.add(forged);
    await queue.add(job(2));
    await calm();
    expect(seen).toEqual(['1/2']);
    expect((await queue.depth()).dead).toBe(1);
    expect([await queue.dead(), await queue.replay()]).toEqual([[], 0]);
  });

  test('is not ready without Redis, and is ready again with it', async () => {
    expect(await queue.isReady()).toBe(true);
    await redis.crash();
    await expect.poll(() => queue.isReady()).toBe(true);
    const { seen, hosting } = host(() => done);
    queue.start(hosting);
    await queue.add(job(1));
    await calm();
    expect(seen).toEqual(['1/1']);
  });
});

describe('plumbline bot --dead and --replay', () => {
  const run = (flag: string): string[] => {
    const cli = join(process.env.PLUMBLINE_DIST ?? 'dist', 'cli.js');
    const env = { PATH: process.env.PATH, REDIS_URL: redis.url };
    return execFileSync(process.execPath, [cli, 'bot', flag], { env, encoding: 'utf8' }).trim().split('\n');
  };

  test('list the jobs that were given up, and put them back into the queue', async () => {
    await queue.close(0);
    queue = opened('plumbline');
    const { hosting } = host(() => ({ kind: 'permanent', message: 'no such permission' }));
    queue.start(hosting);
    await queue.add(job(9));
    await expect.poll(async () => (await queue.depth()).dead).toBe(1);
    await queue.close(0);
    queue = opened('plumbline');
    expect(JSON.parse(run('--dead')[0]!)).toMatchObject({
      subject: '1/acme/infra/pull/9',
      reason: 'no such permission',
    });
    expect(JSON.parse(run('--replay').at(-1)!)).toMatchObject({ jobs: 1 });
    expect(await queue.depth()).toMatchObject({ dead: 0, waiting: 1 });
  });
});
