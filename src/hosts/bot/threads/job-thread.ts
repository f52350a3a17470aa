import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type ConnectOptions, connect } from '../../../io/github/github.ts';
import { today } from '../../../io/today.ts';
import type { Job, JobOutcome } from '../jobs/job.ts';
import { type Failure, failureOf } from '../jobs/job-failure.ts';
import { runJob } from './run-job.ts';

/** What a thread is told to do. */
export interface Assignment {
  readonly job: Job;
  /** Of the installation; it ends within the hour. */
  readonly token: string;
  readonly appId: number;
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly docsUrl: string | undefined;
}

/** Stops what runs at its next step. */
export const stop = 'stop';

/** How an assignment ended. */
export type AssignmentResult = { readonly done: JobOutcome } | { readonly failure: Failure };

/** A job holds its thread while it waits: longer limits go back to the queue. */
const maxWaitSeconds = 10;

/** The time by which a job waits for GitHub; the system's by default. */
export type WaitClock = Pick<ConnectOptions, 'now' | 'sleep'>;

/** Does one assignment, in whatever thread this is called. Never rejects. */
export async function carryOut(
  assignment: Assignment,
  signal: AbortSignal,
  clock: WaitClock = {},
): Promise<AssignmentResult> {
  const { job, token, apiUrl, ...given } = assignment;
  const github = connect({ token, apiUrl, maxWaitSeconds, ...clock });
  try {
    return { done: await runJob(job, { ...given, github, repository: job.repository, today: today(), signal }) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

const threadPriority = 10;

/** The loop of a worker thread: one assignment at a time. */
export function serveThread(): void {
  // On Linux this is the thread's own priority: where reviews take every core, acknowledgements still come first.
  if (process.platform === 'linux') setPriority(threadPriority);
  let running = new AbortController();
  parentPort!.on('message', async (message: Assignment | typeof stop) => {
    if (message === stop) return running.abort();
    running = new AbortController();
    parentPort!.postMessage(await carryOut(message, running.signal));
  });
}
