import type { IncomingMessage, ServerResponse } from 'node:http';
import { createProbot } from 'probot';
import { InstallationTokens } from './installation-tokens.ts';
import { type Job, type JobOutcome, subjectOf } from './jobs/job.ts';
import { type Failure, failureOf, JobError } from './jobs/job-failure.ts';
import type { Journal } from './journal.ts';
import { Metrics } from './metrics.ts';
import { MemoryQueue } from './queue/memory-queue.ts';
import type { JobQueue } from './queue/queue.ts';
import type { BotSettings } from './settings.ts';
import type { Assignment } from './threads/job-thread.ts';
import { ThreadPool } from './threads/thread-pool.ts';
import { events } from './webhooks/event-jobs.ts';
import { plumblineApp } from './webhooks/webhook-app.ts';
import { type IntakeOptions, WebhookIntake } from './webhooks/webhook-intake.ts';

/** A running bot. */
export interface Bot {
  /** Answers only webhooks, in any Node server. `next` is called for other requests. */
  readonly handler: (request: IncomingMessage, response: ServerResponse, next?: () => void) => Promise<unknown>;
  readonly queue: JobQueue;
  readonly metrics: Metrics;
  /** Bytes of webhook deliveries in memory now. */
  readonly intakeBytes: () => number;
  /** Waits up to `graceSeconds` for running jobs, and logs the jobs that were not done. */
  close(): Promise<void>;
}

/** Runs jobs. Tests replace it. */
export interface Workplace {
  run(assignment: Assignment): Promise<JobOutcome>;
  supersede(subject: string): void;
  close(): Promise<void>;
}

interface BotParts {
  readonly journal: Journal;
  readonly workplace?: Workplace;
  /** Tests set smaller limits. */
  readonly intakeLimits?: IntakeOptions['limits'];
}

/** Starts the bot without a server. The intake checks signatures, Probot calls the app, the queue stores jobs, and threads run them. */
export async function startBot(
  settings: BotSettings,
  { journal, workplace, intakeLimits = {} }: BotParts,
): Promise<Bot> {
  const { appId, privateKey, webhookSecret, apiUrl, graceSeconds } = settings;
  const metrics = new Metrics();
  const queue = await openQueue(settings, journal);
  const place = workplace ?? new ThreadPool({ threads: settings.threads, memoryMb: settings.threadMemory });
  const runner = new JobRunner({ settings, tokens: new InstallationTokens(settings), journal, metrics, place });
  const probot = createProbot({
    // Probot must not read its own configuration from environment variables. Everything is set here.
    env: {},
    overrides: { appId, privateKey, secret: webhookSecret, baseUrl: apiUrl, log: journal as never },
  });
  plumblineApp({ queue, appId, journal, metrics, onJob: (job) => runner.interrupt(job) })(probot);
  const intake = new WebhookIntake({
    path: settings.webhookPath,
    secret: webhookSecret,
    events,
    receive: (delivery) => probot.receive(delivery as Parameters<typeof probot.receive>[0]),
    onRefused: (status) => metrics.add('plumbline_refused_total', { status: String(status) }),
    onTaken: (seconds) => metrics.observe('plumbline_acknowledgement_seconds', seconds),
    onError: (error, delivery) => journal.error({ delivery, err: error }, 'a delivery could not be added to the queue'),
    limits: intakeLimits,
  });
  queue.start({
    work: (job) => runner.work(job),
    failureOf,
    onRetry: (job, failure, seconds) => runner.retried(job, failure, seconds),
    onForget: (job, failure) => runner.forgot(job, failure),
    onDead: (job, failure) => void runner.gaveUp(job, failure),
  });
  const close = async (): Promise<void> => {
    const left = await queue.close(graceSeconds * 1000);
    for (const { deliveryId, kind } of left)
      journal.warn(
        { delivery: deliveryId, job: kind },
        'not done before the process ended; redeliver it in the settings of the GitHub App, under Advanced',
      );
    await place.close();
  };
  const handler: Bot['handler'] = (request, response, next) => intake.handle(request, response, next);
  return { handler, queue, metrics, intakeBytes: () => intake.bytes, close };
}

async function openQueue({ redisUrl, threads, lockSeconds }: BotSettings, journal: Journal): Promise<JobQueue> {
  if (redisUrl === undefined) return new MemoryQueue(threads);
  const { RedisQueue } = await import('./queue/redis-queue.ts');
  return new RedisQueue({
    url: redisUrl,
    concurrency: threads,
    lockMs: lockSeconds * 1000,
    onError: (error) => journal.error({ err: error }, 'Redis error'),
  });
}

interface JobRunnerParts {
  readonly settings: BotSettings;
  readonly tokens: InstallationTokens;
  readonly journal: Journal;
  readonly metrics: Metrics;
  readonly place: Workplace;
}

const maxInterruptions = 3;

/** Gives jobs to threads with the token of their installation, and logs how they end. */
class JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #running = new Map<string, Job>();
  readonly #interruptions = new Map<string, number>();

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
  }

  async work(job: Job): Promise<JobOutcome> {
    const { journal, metrics } = this.#parts;
    const subject = subjectOf(job);
    const start = performance.now();
    this.#running.set(subject, job);
    const done = await this.#assign(job).finally(() => this.#running.delete(subject));
    if (done.outcome !== 'interrupted') this.#interruptions.delete(subject);
    const seconds = (performance.now() - start) / 1000;
    metrics.observe('plumbline_job_seconds', seconds, { kind: job.kind });
    metrics.add('plumbline_jobs_total', { kind: job.kind, outcome: done.outcome });
    journal.info({ ...about(job), outcome: done.outcome, seconds: Number(seconds.toFixed(3)) }, 'done');
    if (done.warning !== undefined) journal.warn(about(job), done.warning);
    return done;
  }

  /** Stops the review of an older head. Only a few times, so that a pull request with constant pushes is also reviewed. */
  interrupt(job: Job): void {
    const subject = subjectOf(job);
    const running = this.#running.get(subject);
    if (job.kind !== 'review' || running?.kind !== 'review' || running.hint === job.hint) return;
    const times = this.#interruptions.get(subject) ?? 0;
    if (times >= maxInterruptions) return;
    this.#interruptions.set(subject, times + 1);
    this.#parts.place.supersede(subject);
  }

  async #assign(job: Job): Promise<JobOutcome> {
    const { settings, tokens, place } = this.#parts;
    const { appId, apiUrl, serverUrl, docsUrl, notifyUrl, path, renderMemory } = settings;
    const token = await tokens.of(job.installationId);
    try {
      return await place.run({ job, token, appId, apiUrl, serverUrl, docsUrl, notifyUrl, path, renderMemory });
    } catch (error) {
      // A token that GitHub rejects must not be used again for the next attempt.
      if (error instanceof JobError && error.failure.kind !== 'later') tokens.forget(job.installationId);
      throw error;
    }
  }

  retried(job: Job, { kind, message }: Failure, seconds: number): void {
    const { journal, metrics } = this.#parts;
    metrics.add('plumbline_retries_total', { reason: kind });
    journal.warn({ ...about(job), reason: message, seconds }, 'failed, will be tried again');
  }

  forgot(job: Job, { message }: Failure): void {
    const { journal, metrics } = this.#parts;
    metrics.add('plumbline_jobs_total', { kind: job.kind, outcome: 'gone' });
    journal.info(
      { ...about(job), reason: message },
      'dropped: the repository or pull request no longer exists, or the app has no access',
    );
  }

  /** Shows the failure on the check, so that it does not look as if the review were still in progress. */
  async gaveUp(job: Job, { message }: Failure): Promise<void> {
    const { journal, metrics } = this.#parts;
    metrics.add('plumbline_jobs_total', { kind: job.kind, outcome: 'dead' });
    journal.error({ ...about(job), reason: message }, 'failed for good; run `plumbline bot --replay` to try again');
    if (job.kind !== 'review' && job.kind !== 'merge-group') return;
    const { deliveryId, installationId, repository } = job;
    try {
      await this.#assign({ kind: 'missing-review', deliveryId, installationId, repository, of: job, message });
    } catch (error) {
      journal.error({ ...about(job), err: error }, 'could not show the failure on the check');
    }
  }
}

const about = (job: Job): Readonly<Record<string, unknown>> => ({
  delivery: job.deliveryId,
  job: job.kind,
  subject: subjectOf(job),
});
