import { setTimeout as delay } from 'node:timers/promises';
import { type Job as BullJob, DelayedError, Queue, UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { type Job, subjectOf } from '../jobs/job.ts';
import { readJob } from '../jobs/job-shape.ts';
import { jobRepositoryKey, Shares } from './fair-shares.ts';
import { type DeadJob, type JobQueue, nextStep, type QueueDepth, type QueueHost } from './queue.ts';

interface RedisQueueOptions {
  readonly url: string;
  readonly concurrency: number;
  /** Keys in Redis start with it. */
  readonly prefix?: string;
  /** Milliseconds until another process takes over a job whose process died. */
  readonly lockMs?: number;
  readonly onError: (error: Error) => void;
}

interface Payload {
  readonly job: Job;
  readonly waits: number;
  /** How often it was delayed because its repository already used its share of the threads. */
  readonly putOff?: number;
}

/** How long such a job is delayed. */
const putOffMs = 1_000;

/** Finished jobs are remembered, so that each delivery counts once. */
const remembered = { age: 24 * 3600, count: 20_000 };
/** Jobs that failed for good. */
const deadLetters = { age: 14 * 24 * 3600, count: 5_000 };
/** How long Redis may take to answer before it counts as unavailable. */
const readyMs = 2_000;
/** BullMQ's largest priority. */
const maxPriority = 2 ** 21;
/** Priority values between two jobs of one repository. */
const placesOfRepository = 64;

/** A queue for any number of processes: BullMQ on Redis. */
export class RedisQueue implements JobQueue {
  readonly #queue: Queue<Payload>;
  readonly #options: RedisQueueOptions;
  #worker: Worker<Payload> | undefined;
  readonly #redis: Redis;
  #blocking: Redis | undefined;
  readonly #shares: Shares;

  constructor(options: RedisQueueOptions) {
    this.#options = options;
    this.#shares = new Shares(options.concurrency);
    // The number of retries is limited, because GitHub waits for an answer.
    this.#redis = open(options, 3);
    this.#queue = new Queue<Payload>('plumbline', { ...this.#common, connection: this.#redis });
    this.#queue.on('error', options.onError);
  }

  get #common() {
    return { prefix: this.#options.prefix ?? 'plumbline' };
  }

  async add(job: Job): Promise<void> {
    const subject = key(subjectOf(job));
    await this.#queue.add(
      job.kind,
      { job, waits: 0 },
      {
        // The delivery's id makes the job unique in one Redis operation. One delivery may ask for several jobs.
        jobId: `${key(job.deliveryId)}-${job.kind}-${subject}`,
        // For each subject, one job runs and one waits. The waiting one also covers deliveries that arrive meanwhile.
        deduplication: { id: subject, keepLastIfActive: true },
        priority: await this.#turn(job),
        removeOnComplete: remembered,
        removeOnFail: deadLetters,
        attempts: 1_000,
        backoff: { type: 'custom' },
      },
    );
  }

  /**
   * A repository's first waiting job goes before the second job of any other repository. The priority is the number of jobs that
   * the repository has waiting, then the number that its installation has. The counts are only for fairness. They expire, so that
   * counts left over from a crash disappear.
   */
  async #turn(job: Job): Promise<number> {
    const [ofRepository, ofInstallation] = await Promise.all(this.#turnKeys(job).map((name) => this.#enter(name)));
    return Math.min(
      ofRepository! * placesOfRepository + Math.min(ofInstallation!, placesOfRepository - 1),
      maxPriority,
    );
  }

  async #enter(name: string): Promise<number> {
    const count = await this.#redis.incr(name);
    await this.#redis.pexpire(name, 600_000);
    return Math.max(1, count);
  }

  #turnKeys(job: Job): [repository: string, installation: string] {
    const inLine = `${this.#common.prefix}:in-line`;
    return [`${inLine}:${key(jobRepositoryKey(job))}`, `${inLine}:${job.installationId}`];
  }

  async #leave(job: Job): Promise<void> {
    for (const name of this.#turnKeys(job)) if ((await this.#redis.decr(name)) <= 0) await this.#redis.del(name);
  }

  start(host: QueueHost): void {
    const { concurrency, lockMs = 30_000, onError } = this.#options;
    this.#blocking = open(this.#options, null);

    this.#worker = new Worker<Payload>('plumbline', (job, token) => this.#run(job, token, host), {
      ...this.#common,
      connection: this.#blocking,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs,
      // A job whose process died is not at fault and runs again. Failed attempts are counted elsewhere.
      maxStalledCount: 20,
      settings: { backoffStrategy: (_attempts, _type, error) => retryDelay(error) },
    });

    this.#worker.on('error', onError);
  }

  async #run(bull: BullJob<Payload>, token: string | undefined, host: QueueHost) {
    const { waits } = bull.data;
    const job = readJob(bull.data.job);
    if (job === undefined) throw this.#unreadable(bull);

    const repository = jobRepositoryKey(job);
    if (!this.#shares.isFree(repository)) return this.#putOff(bull, token);

    this.#shares.enter(repository);

    try {
      const { next = [], outcome } = await host.work(job);
      for (const following of next) await this.add(following);
      await this.#leave(job);

      return outcome;
    } catch (error) {
      return await this.#failed(bull, { token, error, host, waits });
    } finally {
      this.#shares.leave(repository);
    }
  }

  /** A job that does not have the shape of ours is not run. It stays among the failed jobs. */
  #unreadable({ id }: BullJob<Payload>): Error {
    const error = new UnrecoverableError(`job ${id} in Redis was not written by the bot and is not run`);
    this.#options.onError(error);
    return error;
  }

  /** Delays a job to make room for a job of another repository. */
  async #putOff(bull: BullJob<Payload>, token: string | undefined): Promise<never> {
    await bull.updateData({ ...bull.data, putOff: (bull.data.putOff ?? 0) + 1 });
    await bull.moveToDelayed(Date.now() + putOffMs, token);
    throw new DelayedError();
  }

  async #failed(
    bull: BullJob<Payload>,
    { token, error, host, waits }: { token: string | undefined; error: unknown; host: QueueHost; waits: number },
  ): Promise<string> {
    const { job } = bull.data;
    const failure = host.failureOf(error);
    const { putOff = 0 } = bull.data;
    const step = nextStep(failure, { attempts: bull.attemptsMade + 1 - waits - putOff, waits });

    if (typeof step === 'object') {
      host.onRetry(job, failure, step.retryIn);
      if (failure.kind !== 'later') throw new RetryError(failure.message, step.retryIn);

      await bull.updateData({ ...bull.data, waits: waits + 1 });
      await bull.moveToDelayed(Date.now() + step.retryIn * 1000, token);
      throw new DelayedError();
    }

    await this.#leave(job);

    if (step === 'forget') {
      host.onForget(job, failure);
      return 'gone';
    }

    host.onDead(job, failure);
    throw new UnrecoverableError(failure.message);
  }

  async isReady(): Promise<boolean> {
    const answered = this.#redis.ping().then(
      (answer) => answer === 'PONG',
      () => false,
    );
    return Promise.race([answered, delay(readyMs, false, { ref: false })]);
  }

  async depth(): Promise<QueueDepth> {
    const counts = await this.#queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed');
    return {
      waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0),
      active: counts.active ?? 0,
      delayed: counts.delayed ?? 0,
      dead: counts.failed ?? 0,
    };
  }

  async dead(): Promise<DeadJob[]> {
    const jobs = await this.#queue.getFailed(0, deadLetters.count);
    return jobs.flatMap(({ data, failedReason }) => {
      const job = readJob(data.job);
      if (job) return [{ job, reason: failedReason ?? '' }];
      return [];
    });
  }

  async replay(): Promise<number> {
    const jobs = await this.#queue.getFailed(0, deadLetters.count);
    // Added as a new job and not with BullMQ's retry, so that it waits for a running job of its subject.
    let count = 0;
    for (const bull of jobs) {
      const job = readJob(bull.data.job);
      await bull.remove();
      if (job === undefined) continue;

      await this.add(job);
      count++;
    }

    return count;
  }

  async close(graceMs: number): Promise<Job[]> {
    // Running jobs finish. Waiting jobs stay in Redis for other processes or the next start. A job that takes too long
    // loses its lock and runs again.
    const isFinished = this.#worker?.close().then(() => true) ?? true;
    if (await Promise.race([isFinished, delay(graceMs, false, { ref: false })])) await this.#queue.close();
    this.#blocking?.disconnect();
    this.#redis.disconnect();

    return [];
  }
}

/** Passes the waiting time to BullMQ's back-off, which gets only the error. */
class RetryError extends Error {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

const retryDelay = (error: Error | undefined): number => {
  if (error instanceof RetryError) return error.seconds * 1000;
  return 5_000;
};

/** BullMQ separates the parts of its keys by colons, so ours must not contain any. */
const key = (text: string): string => text.replaceAll(':', '_');

function open({ url, onError }: RedisQueueOptions, maxRetriesPerRequest: number | null): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest,
    retryStrategy: (times) => Math.min(100 * times, 2_000),
  });
  redis.on('error', onError);
  return redis;
}
