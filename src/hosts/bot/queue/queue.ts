import type { Job, JobOutcome } from '../jobs/job.ts';
import type { Failure } from '../jobs/job-failure.ts';

/** A job that failed for good, and why. */
export interface DeadJob {
  readonly job: Job;
  readonly reason: string;
}

/** How many jobs are in each state. */
export interface QueueDepth {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly dead: number;
}

/** What the queue calls. */
export interface QueueHost {
  /** Does a job; rejects when it could not be done. */
  work(job: Job): Promise<JobOutcome>;
  failureOf(error: unknown): Failure;
  onRetry(job: Job, failure: Failure, seconds: number): void;
  onDead(job: Job, failure: Failure): void;
  /** Called when a job is dropped because its repository or pull request no longer exists. */
  onForget(job: Job, failure: Failure): void;
}

/**
 * Where jobs wait. A delivery counts once. For each subject, one job runs and at most one waits. Installations take turns, and so
 * do their repositories. One repository never uses all threads, so a busy one does not block the others.
 */
export interface JobQueue {
  /** Resolves once the job is stored as safely as this queue can. */
  add(job: Job): Promise<void>;
  start(host: QueueHost): void;
  /** Whether the queue accepts jobs. */
  isReady(): Promise<boolean>;
  depth(): Promise<QueueDepth>;
  dead(): Promise<DeadJob[]>;
  /** Puts the jobs that failed for good back into the queue, and returns how many. */
  replay(): Promise<number>;
  /** Accepts no more jobs, waits up to `graceMs` for running ones, and returns the jobs that will not be done. */
  close(graceMs: number): Promise<Job[]>;
}

const maxAttempts = 5;
const maxWaits = 50;

/** What to do with a failed job: try again in some seconds, give up, or drop it. */
export function nextStep(
  { kind, seconds = 60 }: Failure,
  { attempts, waits }: { readonly attempts: number; readonly waits: number },
): { readonly retryIn: number } | 'dead' | 'forget' {
  if (kind === 'gone') return 'forget';
  if (kind === 'permanent') return 'dead';
  // GitHub says when to come back, so this does not count as a failed attempt.
  if (kind === 'later') {
    if (waits < maxWaits) return { retryIn: Math.max(1, seconds) };
    return 'dead';
  }
  if (attempts < maxAttempts) return { retryIn: 5 * 2 ** (attempts - 1) };
  return 'dead';
}
