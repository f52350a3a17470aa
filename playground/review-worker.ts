import type { TextRequest } from '../src/review/review-texts.ts';
import type { FromWorker, Question, ToWorker } from './messages.ts';

/** In milliseconds. A review that takes longer is ended. Loading does not count, because a network may be slow. */
const patience = 30_000;

/** A worker that cannot load its files in this time tells so. */
const loadingPatience = 180_000;

/** What the page is told. */
export interface WorkerEvents {
  readonly onMessage: (message: FromWorker) => void;
  /** Called after a worker was ended because its review took too long, or because it failed. */
  readonly onEnd: (why: string) => void;
}

/** The worker that reviews. It is started again after it was ended. */
export class ReviewWorker {
  readonly #events: WorkerEvents;
  #worker: Worker | undefined;
  #isLoaded = false;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #count = 0;
  #questions = 0;
  readonly #asked = new Map<number, (text: string) => void>();

  constructor(events: WorkerEvents) {
    this.#events = events;
    this.#worker = this.#start();
  }

  /** Reviews texts in place of the ones before. Returns the number by which the answer refers to this request. */
  review(request: TextRequest): number {
    this.#count += 1;
    this.#send({ kind: 'review', id: this.#count, request });
    this.#wait();
    return this.#count;
  }

  /** Asks about the latest complete review. There is no answer if somebody changes the texts meanwhile. */
  ask(question: Question): Promise<string> {
    this.#questions += 1;
    const number = this.#questions;
    this.#send({ kind: 'ask', id: this.#count, number, question });
    this.#wait();
    return new Promise((resolve) => this.#asked.set(number, resolve));
  }

  #send(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  /** A worker from a blob obeys the policy of this page, so its code cannot send anything anywhere, either. */
  #start(): Worker {
    const source = `import ${JSON.stringify(new URL('worker.js', import.meta.url).href)};`;
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    const worker = new Worker(url, { type: 'module' });
    this.#isLoaded = false;
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#take(data));
    worker.addEventListener('error', (event) => this.#end(event.message || 'The review could not be loaded.'));
    return worker;
  }

  #take(message: FromWorker): void {
    if (message.kind === 'told') {
      clearTimeout(this.#watch);
      this.#asked.get(message.number)?.(message.text);
      this.#asked.delete(message.number);
      return;
    }
    const isLatest = 'id' in message && message.id === this.#count;
    if (message.kind === 'answer' && message.complete) this.#isLoaded = true;
    if (isLatest && (message.kind === 'failed' || (message.kind === 'answer' && message.complete)))
      clearTimeout(this.#watch);
    else if (message.kind === 'progress') this.#wait();
    if (isLatest || !('id' in message)) this.#events.onMessage(message);
  }

  #wait(): void {
    clearTimeout(this.#watch);
    const limit = this.#isLoaded ? patience : loadingPatience;
    this.#watch = setTimeout(() => {
      this.#end(`The review took longer than ${limit / 1000} seconds, so it was stopped. Paste a smaller text.`);
    }, limit);
  }

  #end(why: string): void {
    clearTimeout(this.#watch);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#asked.clear();
    this.#events.onEnd(why);
  }
}
