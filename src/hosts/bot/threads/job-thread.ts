import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type ConnectOptions, connect } from '../../../io/github/github.ts';
import { today } from '../../../io/today.ts';
import type { Job, JobOutcome } from '../jobs/job.ts';
import { type Failure, failureOf } from '../jobs/job-failure.ts';
import { runJob } from './run-job.ts';

/** The work of a thread. */
export interface Assignment {
  readonly job: Job;
  /** The installation's token, valid for at most an hour. */
  readonly token: string;
  readonly appId: number;
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly docsUrl: string | undefined;
  /** The address of a webhook, which is a secret. */
  readonly notifyUrl: string | undefined;
  /** PATH of the process. A thread has no environment. */
  readonly path: string | undefined;
  /** Megabytes that a program may use to render. */
  readonly renderMemory: number;
}

/** The message that stops the running job at its next step. */
export const stop = 'stop';

/** How an assignment ended. */
export type AssignmentResult = { readonly done: JobOutcome } | { readonly failure: Failure };

/** A waiting job occupies its thread, so a job with a longer wait goes back to the queue. */
const maxWaitSeconds = 10;

/** How to wait for GitHub, and how long. Default: the system's clock, and the usual limits of a request. */
export type WaitClock = Pick<ConnectOptions, 'now' | 'sleep' | 'bounds'>;

/** Does one assignment in the current thread. Never rejects. */
export async function carryOut(
  assignment: Assignment,
  signal: AbortSignal,
  clock: WaitClock = {},
): Promise<AssignmentResult> {
  const { job, token, apiUrl, ...assigned } = assignment;
  const github = connect({ token, apiUrl, maxWaitSeconds, ...clock });

  try {
    return { done: await runJob(job, { ...assigned, github, repository: job.repository, today: today(), signal }) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

const threadPriority = 10;

/** The loop of a worker thread: one assignment at a time. */
export function serveThread(): void {
  // On Linux, this sets the priority of the thread. Webhooks are then answered quickly even if reviews use every core.
  if (process.platform === 'linux') setPriority(threadPriority);
  let running = new AbortController();

  parentPort!.on('message', async (message: Assignment | typeof stop) => {
    if (message === stop) return running.abort();
    running = new AbortController();
    parentPort!.postMessage(await carryOut(message, running.signal));
  });
}
