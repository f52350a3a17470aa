import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { needsApiServer } from '../../engine/files/schema/server/needs-api-server.ts';
import type { ServerAnswer, ServerRequest } from '../../engine/files/schema/server/server-request.ts';
import type { KubectlReading } from '../../engine/review/readings/kubectl-reading.ts';
import type { RuleAnswer, RuleRequest } from '../../engine/rules/custom-rules/rule-request.ts';
import type { ApiServer } from './api-server.ts';
import type { FromThread, ToThread, VerdictThreadData } from './verdict-thread.ts';

/** The entry point of the thread: next to the bundle, or in the source folder. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../api-server-thread.ts' : './api-server-thread.js', import.meta.url),
);

/**
 * In milliseconds. A thread that sends nothing for twice this long counts as dead. It sends something every second, and
 * the most expensive rules take some seconds.
 */
const patience = 60_000;

/** From this number of files or requests, optimizing the program while it runs saves time. */
const many = 500;

let running: BackgroundApiServer | undefined;

/** Starts the thread early for commands that will probably need it, because starting takes as long as reading files. Its code is loaded later. */
export function standBy(): void {
  running ??= new BackgroundApiServer();
}

/** The API server's code in its own thread, which judges while this thread does other work. */
export const backgroundApiServer: ApiServer = {
  loadFor(sources = []) {
    const count = sources.filter(needsApiServer).length;
    if (count === 0) return;
    standBy();
    running!.isWantedBy(count);
  },
  async judge(requests) {
    if (requests.length === 0) return [];
    standBy();
    return running!.ask({ requests }, requests.length);
  },
  async evaluate(requests) {
    if (requests.length === 0) return [];
    standBy();
    return running!.ask({ rules: requests }, requests.length);
  },
  async read(texts) {
    standBy();
    return running!.ask({ texts }, texts.length);
  },
};

/** A batch of requests without an answer yet. */
interface Waiting {
  readonly count: number;
  readonly answers: unknown[];
  resolve(answers: readonly unknown[]): void;
  reject(error: unknown): void;
}

class BackgroundApiServer {
  readonly #port: MessagePort;
  readonly #waiting: Waiting[] = [];
  #wanted = 0;
  #watch: NodeJS.Timeout | undefined;
  #isSilent = false;
  /** Why the thread will not answer again. */
  #failure: { readonly error: unknown } | undefined;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const workerData: VerdictThreadData = { port: port2 };
    const worker = new Worker(entry, { workerData, transferList: [port2] });
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error("the thread with the API server's code has ended")));
    port1.on('message', (message: FromThread) => this.#take(message));
    // The thread must not keep the process from ending.
    worker.unref();
    port1.unref();
  }

  /** Counts files that need verdicts, some perhaps twice. It only matters whether there are many. */
  isWantedBy(files: number): void {
    const before = this.#wanted;
    this.#wanted += files;
    if (before === 0) this.#send('load');
    if (before < many && this.#wanted >= many) this.#send('many');
  }

  ask(message: { readonly requests: readonly ServerRequest[] }, count: number): Promise<readonly ServerAnswer[]>;
  ask(message: { readonly rules: readonly RuleRequest[] }, count: number): Promise<readonly RuleAnswer[]>;
  ask(message: { readonly texts: readonly string[] }, count: number): Promise<readonly KubectlReading[]>;
  ask(message: Exclude<ToThread, string>, count: number): Promise<readonly unknown[]> {
    if (this.#failure) return Promise.reject(this.#failure.error);

    this.isWantedBy(count);
    this.#send(message);
    this.#port.ref();
    this.#watch ??= setInterval(() => this.#look(), patience);

    return new Promise((resolve, reject) => {
      this.#waiting.push({ count, answers: [], resolve, reject });
    });
  }

  #send(message: ToThread): void {
    this.#port.postMessage(message);
  }

  #take(message: FromThread): void {
    this.#isSilent = false;

    if ('error' in message) {
      this.#fail(message.error);
      return;
    }

    const [first] = this.#waiting;
    first?.answers.push(...message.answers);
    if (first === undefined || first.answers.length < first.count) return;

    this.#waiting.shift();
    this.#rest();
    first.resolve(first.answers);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.#rest();
  }

  /** Lets the process end if nothing is pending. */
  #rest(): void {
    if (this.#waiting.length > 0) return;
    this.#port.unref();
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** Messages that arrived while this thread was busy are processed before the next check. */
  #look(): void {
    if (this.#isSilent) this.#fail(new Error("the thread with the API server's code does not answer"));
    this.#isSilent = true;
  }
}
