import type { IncomingMessage, ServerResponse } from 'node:http';
import { createProbot } from 'probot';
import { JobRunner, type Workplace } from './job-runner.ts';
import { failureOf } from './jobs/job-failure.ts';
import { MemoryQueue } from './queue/memory-queue.ts';
import type { JobQueue } from './queue/queue.ts';
import { InstallationTokens } from './service/installation-tokens.ts';
import type { Journal } from './service/journal.ts';
import { Metrics } from './service/metrics.ts';
import type { BotSettings } from './service/settings.ts';
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

  const runner = new JobRunner({
    settings,
    journal,
    metrics,
    place,
    tokens: new InstallationTokens(settings),
    again: 'run `plumbline bot --replay` to try again',
  });

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
    const unfinished = await queue.close(graceSeconds * 1000);

    for (const { deliveryId, kind } of unfinished)
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
