import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { ApiServer, ServerRequest } from '../../engine/schema/server/server-request.ts';
import type { Source } from '../../engine/source.ts';
import { type Answer, VerdictKeys } from './answer-requests.ts';
import { wantsApiServer } from './api-server.ts';
import {
  answered,
  type FromThread,
  type SentRequest,
  type ToThread,
  type VerdictThreadData,
  wanting,
} from './verdict-thread.ts';

/** The entry point of the thread, next to the bundle, or among the sources. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../api-server-thread.ts' : './api-server-thread.js', import.meta.url),
);

/** A thread that says nothing for so long is taken for dead, in milliseconds: a verdict takes two, its costliest rules some seconds. */
const patience = 120_000;

let running: ApiServerBeside | undefined;

/** Starts the thread for commands that will most likely want it, though not yet what it is to load: that a thread starts takes as long as that files are read. */
export function standBy(): void {
  running ??= new ApiServerBeside();
}

/**
 * The API server's code in a thread of its own where one of the texts wants it, else nothing. It is loaded at once, and works on what
 * it is told to expect while this thread does something else.
 */
export function apiServerBeside(...sides: readonly (readonly Source[] | undefined)[]): ApiServer | undefined {
  const count = sides.flatMap((sources) => sources?.filter(wantsApiServer) ?? []).length;
  if (count === 0) return undefined;
  running ??= new ApiServerBeside();
  running.isWantedBy(count);
  return running;
}

/** Asks the thread, and waits where the answer is not there yet: what comes of it does not depend on who is faster. */
class ApiServerBeside implements ApiServer {
  readonly #port: MessagePort;
  readonly #counts = new Int32Array(new SharedArrayBuffer(8));
  readonly #keys = new VerdictKeys();
  /** Definitions that were handed over. */
  readonly #known = new Set<number>();
  readonly #ids = new Map<string, number>();
  readonly #answers = new Map<number, Answer>();
  #builtinKinds: ReadonlySet<string> | undefined;
  #isAskedForKinds = false;
  #isLoading = false;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const workerData: VerdictThreadData = { port: port2, counts: this.#counts };
    const worker = new Worker(entry, { workerData, transferList: [port2] });
    // Nobody waits for it at the end; and why it failed comes as an answer.
    worker.unref();
    worker.on('error', () => {});
  }

  /** Takes note of files that have something to ask, some of them perhaps twice: only whether they are many is of interest. */
  isWantedBy(files: number): void {
    Atomics.add(this.#counts, wanting, files);
    if (!this.#isLoading) this.#send('load');
    this.#isLoading = true;
  }

  knows(apiVersion: string, kind: string): boolean {
    this.#askForKinds();
    while (this.#builtinKinds === undefined) this.#receive();
    return this.#builtinKinds.has(`${apiVersion} ${kind}`);
  }

  expect(requests: readonly ServerRequest[]): void {
    if (requests.some(({ kind }) => !('crd' in kind))) this.#askForKinds();
    for (const request of requests) this.#ask(request);
  }

  judge(request: ServerRequest): Answer {
    const id = this.#ask(request);
    for (;;) {
      const answer = this.#answers.get(id);
      if (answer !== undefined) return answer;
      this.#receive();
    }
  }

  /** Once, and not before somebody wants them: listing them takes longer than judging ten objects of Karpenter's. */
  #askForKinds(): void {
    if (!this.#isAskedForKinds) this.#send('kinds');
    this.#isAskedForKinds = true;
  }

  /** Sends a request, unless that has happened, and gives its number. */
  #ask(request: ServerRequest): number {
    const key = this.#keys.keyOf(request);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(key, id);
    this.#send({ ...request, id, kind: this.#sentKind(request) });
    return id;
  }

  #sentKind({ kind }: ServerRequest): SentRequest['kind'] {
    if (!('crd' in kind)) return kind;
    const definition = this.#keys.numberOf(kind.crd);
    if (!this.#known.has(definition)) this.#send({ definition, crd: kind.crd });
    this.#known.add(definition);
    return { definition, version: kind.version };
  }

  #send(message: ToThread): void {
    this.#port.postMessage(message);
  }

  /** Takes in what has arrived; waits where nothing has. */
  #receive(): void {
    const seen = Atomics.load(this.#counts, answered);
    const received = receiveMessageOnPort(this.#port) as { message: FromThread } | undefined;
    if (received !== undefined) this.#take(received.message);
    else if (Atomics.wait(this.#counts, answered, seen, patience) === 'timed-out')
      throw new Error("the thread with the API server's code does not answer");
  }

  #take(message: FromThread): void {
    if ('error' in message) throw message.error;
    if ('answer' in message) this.#answers.set(message.id, message.answer);
    else this.#builtinKinds = new Set(message.builtinKinds);
  }
}
