import type { Env } from '../../../io/env.ts';
import { JobRunner, type Workplace } from '../job-runner.ts';
import type { JobOutcome } from '../jobs/job.ts';
import { failureOf } from '../jobs/job-failure.ts';
import { readJob } from '../jobs/job-shape.ts';
import { nextStep } from '../queue/queue.ts';
import { InstallationTokens } from '../service/installation-tokens.ts';
import { type Journal, openJournal } from '../service/journal.ts';
import type { MetricSink } from '../service/metrics.ts';
import { logLevel, readJobSettings, readWebhookSettings } from '../service/settings.ts';
import { ThreadPool } from '../threads/thread-pool.ts';
import { events } from '../webhooks/event-jobs.ts';
import { queueJobs } from '../webhooks/webhook-app.ts';
import { WebhookIntake } from '../webhooks/webhook-intake.ts';
import { AwsQueue } from './aws-queue.ts';
import {
  type HttpEvent,
  isHttpEvent,
  isQueueEvent,
  type QueueAnswer,
  type QueueEvent,
  type QueueRecord,
  requestOf,
} from './lambda-events.ts';
import { queueUrl, sessionOf, withSecret } from './lambda-settings.ts';

/** Nothing can ask a function for its metrics. */
const noMetrics: MetricSink = { add: () => {}, observe: () => {} };

/** What the runtime passes with each event. */
interface LambdaContext {
  getRemainingTimeInMillis(): number;
}

/** The answer to a request. */
interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface LambdaParts {
  readonly env: Env;
  readonly write: (line: string) => void;
  /** Tests replace it. */
  readonly workplace?: Workplace;
}

/** Answers the events of a function. */
export type LambdaHandler = (event: object, context: LambdaContext) => Promise<HttpAnswer | QueueAnswer>;

/**
 * The bot in AWS Lambda. One function receives webhooks at its URL and puts jobs into an SQS queue. Another one does the jobs. Both run this
 * code. What they share between events, such as secrets and tokens, is read once by each instance.
 */
export function lambdaHandler(parts: LambdaParts): LambdaHandler {
  let reception: Promise<WebhookIntake> | undefined;
  let desk: Promise<JobDesk> | undefined;

  return async (event, context) => {
    if (isHttpEvent(event)) {
      reception ??= openReception(parts);
      return answerRequest(event, await kept(reception, () => (reception = undefined)));
    }

    if (!isQueueEvent(event))
      throw new Error('This event is neither a request to a function URL nor a message of an SQS queue');
    desk ??= openDesk(parts, context);

    return (await kept(desk, () => (desk = undefined))).work(event);
  };
}

/** If opening failed, the next event tries again. */
async function kept<T>(opened: Promise<T>, forget: () => void): Promise<T> {
  try {
    return await opened;
  } catch (error) {
    forget();
    throw error;
  }
}

async function openReception({ env: lambdaEnv, write }: LambdaParts): Promise<WebhookIntake> {
  const session = sessionOf(lambdaEnv);
  const env = await withSecret(lambdaEnv, 'WEBHOOK_SECRET', session);
  const { appId, webhookSecret, webhookPath } = readWebhookSettings(env);
  const journal = openJournal({ level: logLevel(env), write, secrets: [webhookSecret] });
  const queue = new AwsQueue(session, queueUrl(env));

  return new WebhookIntake({
    path: webhookPath,
    secret: webhookSecret,
    events,
    receive: (delivery) => queueJobs(delivery, { queue, appId, journal, metrics: noMetrics, onJob: () => {} }),
    onRefused: (status) => journal.info({ status }, 'refused a request'),
    onTaken: () => {},
    onError: (error, delivery) => journal.error({ delivery, err: error }, 'a delivery could not be added to the queue'),
  });
}

async function answerRequest(event: HttpEvent, intake: WebhookIntake): Promise<HttpAnswer> {
  const { status, text, headers } = await intake.answer(requestOf(event));
  return {
    statusCode: status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    body: `${text}\n`,
  };
}

/** After so many attempts, SQS moves a message to the queue of dead letters (`maxReceiveCount` in deploy/lambda/template.yaml). */
const mostReceived = 10;

/** Milliseconds that are kept for showing on the check that a review took too long. */
const reserve = 20_000;

async function openDesk({ env: lambdaEnv, write, workplace }: LambdaParts, context: LambdaContext): Promise<JobDesk> {
  const session = sessionOf(lambdaEnv);
  const env = await withSecret(lambdaEnv, 'PRIVATE_KEY', session);
  const settings = readJobSettings(env);
  const journal = openJournal({ level: logLevel(env), write, secrets: [settings.privateKey] });
  const timeoutMs = Math.max(10_000, context.getRemainingTimeInMillis() - reserve);
  const place = workplace ?? new ThreadPool({ threads: 1, memoryMb: settings.threadMemory, timeoutMs });
  const tokens = new InstallationTokens(settings);
  const again = 'to try again, press Re-run on the check, or redeliver the delivery in the settings of the GitHub App';
  const runner = new JobRunner({ settings, tokens, journal, metrics: noMetrics, place, again });

  return new JobDesk({ runner, journal, queue: new AwsQueue(session, queueUrl(env)) });
}

interface DeskParts {
  readonly runner: JobRunner;
  readonly journal: Journal;
  readonly queue: AwsQueue;
}

/** Does the jobs of messages. */
class JobDesk {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** Does the jobs one after the other. After one that must be tried again, the others wait too, so that their order stays. */
  async work({ Records }: QueueEvent): Promise<QueueAnswer> {
    let isStopped = false;
    const failed: { readonly itemIdentifier: string }[] = [];
    for (const record of Records) {
      isStopped ||= !(await this.#isDone(record));
      if (isStopped) failed.push({ itemIdentifier: record.messageId });
    }

    return { batchItemFailures: failed };
  }

  /** Does the job of a message. Returns false if it must be tried again. */
  async #isDone({ messageId, receiptHandle, body, attributes }: QueueRecord): Promise<boolean> {
    const { runner, journal, queue } = this.#parts;
    const job = jobIn(body);
    if (job === undefined) {
      journal.error({ message: messageId }, 'dropped a message that is not a job');
      return true;
    }

    let outcome: JobOutcome;

    try {
      outcome = await runner.work(job);
    } catch (error) {
      const failure = failureOf(error);
      const attempts = Number(attributes.ApproximateReceiveCount) || 1;
      // SQS counts both kinds of attempts together.
      const step = nextStep(failure, { attempts, waits: attempts });
      if (typeof step === 'object' && attempts < mostReceived) {
        runner.retried(job, failure, step.retryIn);
        await queue.delay(receiptHandle, step.retryIn);
        return false;
      }

      if (step === 'forget') runner.forgot(job, failure);
      else await runner.gaveUp(job, failure);

      return true;
    }

    for (const next of outcome.next ?? []) await queue.addNext(next, messageId);

    return true;
  }
}

function jobIn(body: string): ReturnType<typeof readJob> {
  try {
    return readJob(JSON.parse(body));
  } catch {
    return undefined;
  }
}
