import { describe, expect, test } from 'vitest';
import type { Job, JobOutcome } from '../jobs/job.ts';
import { type Failure, failureOf, JobError } from '../jobs/job-failure.ts';
import { MemoryQueue } from './memory-queue.ts';
import { nextStep, type QueueHost } from './queue.ts';

const job = (number: number, { installationId = 1, deliveryId = '', repo = 'infra' } = {}): Job => ({
  kind: 'review',
  deliveryId: deliveryId || `${installationId}-${repo}-${number}`,
  installationId,
  repository: { owner: 'acme', repo },
  number,
});

/** A queue whose jobs end when the test ends them. */
function opened(concurrency = 1) {
  const queue = new MemoryQueue(concurrency);
  const started: Job[] = [];
  const log: string[] = [];
  const ends: { resolve: (done: JobOutcome) => void; reject: (error: unknown) => void }[] = [];
  const host: QueueHost = {
    work: (one) => {
      started.push(one);
      return new Promise((resolve, reject) => ends.push({ resolve, reject }));
    },
    failureOf,
    onRetry: (_, { kind }, seconds) => void log.push(`retry ${kind} ${seconds}`),
    onDead: (_, { message }) => void log.push(`dead ${message}`),
    onForget: () => void log.push('forgotten'),
  };
  queue.start(host);
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    queue,
    started,
    log,
    end: async (done: JobOutcome = { outcome: 'written' }) => {
      ends.shift()!.resolve(done);
      await turn();
    },
    fail: async (failure: Failure) => {
      ends.shift()!.reject(new JobError(failure));
      await turn();
    },
  };
}

const who = (jobs: readonly Job[]): string[] =>
  jobs.map((one) => `${one.installationId}/${one.kind === 'review' ? one.number : one.kind}`);

describe('the queue in memory', () => {
  test('takes installations in turn, however many jobs one of them has waiting', async () => {
    const { queue, started, end } = opened();
    for (let number = 1; number <= 5; number++) await queue.add(job(number, { installationId: 1 }));
    await queue.add(job(1, { installationId: 2 }));
    await queue.add(job(1, { installationId: 3 }));
    for (let i = 0; i < 7; i++) await end();
    expect(who(started)).toEqual(['1/1', '2/1', '3/1', '1/2', '1/3', '1/4', '1/5']);
  });

  test('takes repositories of one installation in turn', async () => {
    const { queue, started, end } = opened();
    for (let number = 1; number <= 3; number++) await queue.add(job(number, { repo: 'hostile' }));
    await queue.add(job(9, { repo: 'infra' }));
    for (let i = 0; i < 4; i++) await end();
    expect(who(started)).toEqual(['1/1', '1/9', '1/2', '1/3']);
  });

  test('T51: leaves one thread for others, so that another repository does not wait for a review', async () => {
    const { queue, started, end } = opened(3);
    for (let number = 1; number <= 5; number++) await queue.add(job(number, { repo: 'hostile' }));
    expect(who(started)).toEqual(['1/1', '1/2']);
    await queue.add(job(9, { repo: 'infra' }));
    expect(who(started)).toEqual(['1/1', '1/2', '1/9']);
    await end();
    expect(who(started)).toEqual(['1/1', '1/2', '1/9', '1/3']);
  });

  test('T51: with a single thread, another repository waits for one review', async () => {
    const { queue, started, fail } = opened(1);
    for (let number = 1; number <= 5; number++) await queue.add(job(number, { repo: 'hostile' }));
    await queue.add(job(9, { repo: 'infra', installationId: 2 }));
    await fail({ kind: 'permanent', message: 'the review took more than 300 s' });
    expect(who(started)).toEqual(['1/1', '2/9']);
  });

  test('runs a delivery once, even if it arrives again after its job is done', async () => {
    const { queue, started, end } = opened();
    await queue.add(job(1));
    await queue.add(job(1));
    await end();
    await queue.add(job(1));
    expect(started.length).toBe(1);
  });

  test('runs one job of a subject, and one more for all that arrived meanwhile', async () => {
    const { queue, started, end } = opened(4);
    for (let i = 0; i < 10; i++) await queue.add(job(1, { deliveryId: `d${i}` }));
    expect(started.length).toBe(1);
    await end();
    expect(started.map(({ deliveryId }) => deliveryId)).toEqual(['d0', 'd9']);
    await end();
    expect(await queue.depth()).toEqual({ waiting: 0, active: 0, delayed: 0, dead: 0 });
  });

  test('runs the jobs that a job asks for next', async () => {
    const { queue, started, end } = opened();
    await queue.add(job(1));
    await end({ outcome: 'restarted', next: [job(2)] });
    expect(who(started)).toEqual(['1/1', '1/2']);
  });

  test('gives up a job that cannot succeed, and runs it again on replay', async () => {
    const { queue, started, log, fail, end } = opened();
    await queue.add(job(1));
    await fail({ kind: 'permanent', message: 'no' });
    expect(log).toEqual(['dead no']);
    expect((await queue.dead()).map(({ reason }) => reason)).toEqual(['no']);
    expect(await queue.replay()).toBe(1);
    await end();
    expect(started.length).toBe(2);
    expect(await queue.dead()).toEqual([]);
  });

  test('drops a job whose repository no longer exists', async () => {
    const { queue, log, fail } = opened();
    await queue.add(job(1));
    await fail({ kind: 'gone', message: '404' });
    expect(log).toEqual(['forgotten']);
    expect((await queue.depth()).dead).toBe(0);
  });

  test('returns the jobs that were not done when it closes', async () => {
    const { queue } = opened();
    await queue.add(job(1));
    await queue.add(job(2));
    expect((await queue.close(1)).length).toBe(2);
  });

  test('finishes waiting jobs if there is time', async () => {
    const { queue, started, end } = opened();
    await queue.add(job(1));
    await queue.add(job(2));
    const closing = queue.close(600_000);
    await end();
    await end();
    expect(await closing).toEqual([]);
    expect(started.length).toBe(2);
  });
});

test.each([
  [{ kind: 'transient', message: '' }, { attempts: 1, waits: 0 }, { retryIn: 5 }],
  [{ kind: 'transient', message: '' }, { attempts: 3, waits: 0 }, { retryIn: 20 }],
  [{ kind: 'transient', message: '' }, { attempts: 5, waits: 0 }, 'dead'],
  [{ kind: 'later', message: '', seconds: 900 }, { attempts: 5, waits: 3 }, { retryIn: 900 }],
  [{ kind: 'later', message: '', seconds: 900 }, { attempts: 1, waits: 50 }, 'dead'],
  [{ kind: 'permanent', message: '' }, { attempts: 1, waits: 0 }, 'dead'],
  [{ kind: 'gone', message: '' }, { attempts: 1, waits: 0 }, 'forget'],
] as const)('%j after %j: %j', (failure, so, step) => expect(nextStep(failure, so)).toEqual(step));
