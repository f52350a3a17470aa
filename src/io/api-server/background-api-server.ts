import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { needsApiServer } from '../../engine/schema/server/needs-api-server.ts';
import type { ServerAnswer, ServerRequest } from '../../engine/schema/server/server-request.ts';
import type { ApiServer } from './api-server.ts';
import type { FromThread, ToThread, VerdictThreadData } from './verdict-thread.ts';

/** The entry point of the thread, next to the bundle, or among the sources. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../api-server-thread.ts' : './api-server-thread.js', import.meta.url),
);

/** A thread that says nothing for twice so long is taken for dead, in milliseconds: it says something every second, and the costliest rules take some. */
const patience = 60_000;

/** From so many files or requests on it pays to optimise the program while it runs. */
const many = 500;

let running: BackgroundApiServer | undefined;

/** Starts the thread for commands that will most likely want it, though not yet what it is to load: that a thread starts takes as long as that files are read. */
export function standBy(): void {
  running ??= new BackgroundApiServer();
}

/** The API server's code in a thread of its own: it judges while this thread does something else. */
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
    return running!.judge(requests);
  },
};

/** A batch of requests that is not answered yet. */
interface Waiting {
  readonly count: number;
  readonly answers: ServerAnswer[];
  resolve(answers: readonly ServerAnswer[]): void;
  reject(error: unknown): void;
}

class BackgroundApiServer {
  readonly #port: MessagePort;
  readonly #waiting: Waiting[] = [];
  #wanted = 0;
  #watch: NodeJS.Timeout | undefined;
  #isSilent = false;
  /** Why it will never answer again. */
  #failure: { readonly error: unknown } | undefined;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const workerData: VerdictThreadData = { port: port2 };
    const worker = new Worker(entry, { workerData, transferList: [port2] });
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error("the thread with the API server's code has ended")));
    port1.on('message', (message: FromThread) => this.#take(message));
    // Nobody waits for it at the end.
    worker.unref();
    port1.unref();
  }

  /** Takes note of files that have something to ask, some of them perhaps twice: only whether they are many is of interest. */
  isWantedBy(files: number): void {
    const before = this.#wanted;
    this.#wanted += files;
    if (before === 0) this.#send('load');
    if (before < many && this.#wanted >= many) this.#send('many');
  }

  judge(requests: readonly ServerRequest[]): Promise<readonly ServerAnswer[]> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    this.isWantedBy(requests.length);
    this.#send({ requests });
    this.#port.ref();
    this.#watch ??= setInterval(() => this.#look(), patience);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ count: requests.length, answers: [], resolve, reject });
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

  /** Lets the process end where nothing is waited for. */
  #rest(): void {
    if (this.#waiting.length > 0) return;
    this.#port.unref();
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** What has arrived while this thread was busy is taken before the next look. */
  #look(): void {
    if (this.#isSilent) this.#fail(new Error("the thread with the API server's code does not answer"));
    this.#isSilent = true;
  }
}
