import { setTimeout as delay } from 'node:timers/promises';
import { type Job, type JobOutcome, subjectOf } from './jobs/job.ts';
import { type Failure, failureOf, JobError } from './jobs/job-failure.ts';
import type { InstallationTokens } from './service/installation-tokens.ts';
import type { Journal } from './service/journal.ts';
import type { MetricSink } from './service/metrics.ts';
import type { JobSettings } from './service/settings.ts';
import type { Assignment } from './threads/job-thread.ts';

/** Runs jobs. Tests replace it. */
export interface Workplace {
  run(assignment: Assignment): Promise<JobOutcome>;
  supersede(subject: string): void;
  close(): Promise<void>;
}

interface JobRunnerParts {
  readonly settings: JobSettings;
  readonly tokens: InstallationTokens;
  readonly journal: Journal;
  readonly metrics: MetricSink;
  readonly place: Workplace;
  /** How to try again after a job failed for good, as the end of a sentence in the log. */
  readonly again: string;
}

const maxInterruptions = 3;

/** Gives jobs to threads with the token of their installation, and logs how they end. */
export class JobRunner {
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
    const { journal, metrics, again } = this.#parts;
    metrics.add('plumbline_jobs_total', { kind: job.kind, outcome: 'dead' });
    journal.error({ ...about(job), reason: message }, `failed for good; ${again}`);
    if (job.kind !== 'review' && job.kind !== 'merge-group') return;

    const { deliveryId, installationId, repository } = job;
    const report: Job = { kind: 'missing-review', deliveryId, installationId, repository, of: job, message };

    for (let attempt = 0; ; attempt++) {
      try {
        await this.#assign(report);
        return;
      } catch (error) {
        const seconds = failureOf(error).kind === 'transient' ? showAgainAfter[attempt] : undefined;
        if (seconds === undefined) {
          journal.error({ ...about(job), err: error }, 'could not show the failure on the check');
          return;
        }

        await delay(seconds * 1000, undefined, { ref: false });
      }
    }
  }
}

/** If GitHub does not answer, a failure is shown again after these times, in seconds. */
const showAgainAfter = [1, 10, 60];

const about = (job: Job): Readonly<Record<string, unknown>> => ({
  delivery: job.deliveryId,
  job: job.kind,
  subject: subjectOf(job),
});
