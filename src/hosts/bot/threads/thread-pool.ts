import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { removeSandboxes } from '../../../io/render/sandbox-folders.ts';
import { type JobOutcome, subjectOf } from '../jobs/job.ts';
import { JobError } from '../jobs/job-failure.ts';
import { type Assignment, type AssignmentResult, stop } from './job-thread.ts';

export interface ThreadPoolOptions {
  readonly threads: number;
  readonly memoryMb: number;
  /** The longest time that a job may take. */
  readonly timeoutMs?: number;
}

/** The entry point of a thread: next to the bundle, or in the source folder. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../bot-thread.ts' : './bot-thread.js', import.meta.url),
);

interface Thread {
  readonly worker: Worker;
  subject: string;
}

/**
 * Threads that do jobs, so that the process can answer GitHub meanwhile. Each thread does one job at a time. If a job takes too
 * long or uses too much memory, only its thread ends.
 */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #idle: Thread[] = [];
  readonly #busy = new Set<Thread>();
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** Does an assignment on the next free thread. Throws JobError. */
  async run(assignment: Assignment): Promise<JobOutcome> {
    while (this.#busy.size >= this.#options.threads) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#isClosed) throw new JobError({ kind: 'transient', message: 'the bot is shutting down' });

    const thread = this.#idle.pop() ?? { worker: this.#open(), subject: '' };
    thread.subject = subjectOf(assignment.job);
    this.#busy.add(thread);

    try {
      const ending = await this.#ending(thread, assignment);
      this.#idle.push(thread);
      if ('failure' in ending) throw new JobError(ending.failure);

      return ending.done;
    } finally {
      this.#busy.delete(thread);
      this.#waiting.shift()?.();
    }
  }

  /** Stops the running job of a subject at its next step. */
  supersede(subject: string): void {
    for (const thread of this.#busy) if (thread.subject === subject) thread.worker.postMessage(stop);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#idle, ...this.#busy].map(({ worker }) => worker.terminate()));
  }

  #open(): Worker {
    const worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMb },
      // A job gets only the variables for proxies, certificates, temporary files and the time zone, and above all no keys.
      env: Object.fromEntries(
        Object.entries(process.env).filter(([name]) =>
          /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|TMPDIR|TZ)$/i.test(name),
        ),
      ),
    });

    worker.unref();
    return worker;
  }

  #ending({ worker }: Thread, assignment: Assignment): Promise<AssignmentResult> {
    const { timeoutMs = 300_000 } = this.#options;
    // The number of a thread is gone when it has ended.
    const { threadId } = worker;

    return new Promise((resolve, reject) => {
      const failed = (message: string) => {
        settle();
        // Programs of the thread end with it.
        void worker.terminate().then(() => removeSandboxes(threadId));
        // The same input would take the same time and memory again, so there is no other attempt.
        reject(new JobError({ kind: this.#isClosed ? 'transient' : 'permanent', message }));
      };

      const onMessage = (ending: AssignmentResult) => {
        settle();
        resolve(ending);
      };

      const onError = (error: Error) => failed(`the review crashed its thread: ${error.message}`);
      const onExit = () => failed('the thread of the review ended unexpectedly');
      const timer = setTimeout(() => failed(`the review took more than ${timeoutMs / 1000} s`), timeoutMs);

      const settle = () => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      };

      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(assignment);
    });
  }
}
