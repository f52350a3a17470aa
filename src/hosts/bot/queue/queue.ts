import type { Job, JobOutcome } from '../jobs/job.ts';
import type { Failure } from '../jobs/job-failure.ts';

/** A job that was given up, with why. */
export interface DeadJob {
  readonly job: Job;
  readonly reason: string;
}

/** How much there is of what. */
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
  /** There is nobody left to answer. */
  onForget(job: Job, failure: Failure): void;
}

/**
 * Where jobs wait. A delivery counts once; of one subject one job runs and at most one waits; installations take turns, and
 * their repositories, none of which uses all threads, so that a busy one holds up nobody.
 */
export interface JobQueue {
  /** Resolves once the job cannot be lost any more, as far as this queue goes. */
  add(job: Job): Promise<void>;
  start(host: QueueHost): void;
  /** Whether jobs can be taken. */
  isReady(): Promise<boolean>;
  depth(): Promise<QueueDepth>;
  dead(): Promise<DeadJob[]>;
  /** Puts the jobs that were given up back in line, and says how many. */
  replay(): Promise<number>;
  /** Takes no new job, lets running ones finish for so long, and gives those that nobody will do. */
  close(graceMs: number): Promise<Job[]>;
}

const maxAttempts = 5;
const maxWaits = 50;

/** What to do with a job that failed: try again in so many seconds, give it up, or forget it. */
export function nextStep(
  { kind, seconds = 60 }: Failure,
  { attempts, waits }: { readonly attempts: number; readonly waits: number },
): { readonly retryIn: number } | 'dead' | 'forget' {
  if (kind === 'gone') return 'forget';
  if (kind === 'permanent') return 'dead';
  // GitHub says itself when to come back: that is no failed attempt.
  if (kind === 'later') return waits < maxWaits ? { retryIn: Math.max(1, seconds) } : 'dead';
  return attempts < maxAttempts ? { retryIn: 5 * 2 ** (attempts - 1) } : 'dead';
}
