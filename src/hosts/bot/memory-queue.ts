import { type Job, subjectOf } from './job.ts';
import { type DeadJob, type Depth, type JobQueue, nextStep, type QueueHost } from './queue.ts';

interface Entry {
  readonly subject: string;
  job: Job;
  state: 'waiting' | 'active' | 'delayed';
  /** Came while the job was running: it runs once more. */
  next: Job | undefined;
  attempts: number;
  waits: number;
}

const rememberedDeliveries = 20_000;
const maxDead = 1_000;

/** The queue of a single process. What it holds ends with it: then GitHub's list of deliveries is what remains. */
export class MemoryQueue implements JobQueue {
  readonly #concurrency: number;
  readonly #entries = new Map<string, Entry>();
  /** Installation → its waiting subjects; the map's order is whose turn it is. */
  readonly #turns = new Map<number, Entry[]>();
  readonly #deliveries = new Set<string>();
  readonly #timers = new Map<Entry, NodeJS.Timeout>();
  readonly #dead: DeadJob[] = [];
  #host: QueueHost | undefined;
  #active = 0;
  #isClosing = false;
  #onIdle: (() => void) | undefined;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  async add(job: Job): Promise<void> {
    if (!this.#isNew(job)) return;
    this.#put(job);
    this.#fill();
  }

  start(host: QueueHost): void {
    this.#host = host;
    this.#fill();
  }

  async isReady(): Promise<boolean> {
    return !this.#isClosing;
  }

  async depth(): Promise<Depth> {
    const count = (state: Entry['state']) =>
      [...this.#entries.values()].filter((entry) => entry.state === state).length;
    return {
      waiting: count('waiting'),
      active: this.#active,
      delayed: count('delayed'),
      dead: this.#dead.length,
    };
  }

  async dead(): Promise<DeadJob[]> {
    return [...this.#dead];
  }

  async replay(): Promise<number> {
    const jobs = this.#dead.splice(0).map(({ job }) => job);
    for (const job of jobs) this.#put(job);
    this.#fill();
    return jobs.length;
  }

  async close(graceMs: number): Promise<Job[]> {
    this.#isClosing = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    // What waits is still done while there is time: nobody else can.
    for (const entry of this.#timers.keys()) this.#wait(entry);
    this.#timers.clear();
    this.#fill();
    await Promise.race([patience, this.#idle()]);
    clearTimeout(timer);
    return [...this.#entries.values()].flatMap(({ job, next }) => (next ? [next] : [job]));
  }

  #idle(): Promise<void> {
    if (this.#active === 0 && this.#turns.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  /** Claims a delivery's id together with its subject: one delivery may ask for several jobs. */
  #isNew(job: Job): boolean {
    const claim = `${job.deliveryId} ${job.kind} ${subjectOf(job)}`;
    if (this.#deliveries.has(claim)) return false;
    this.#deliveries.add(claim);
    if (this.#deliveries.size > rememberedDeliveries) this.#deliveries.delete(this.#deliveries.values().next().value!);
    return true;
  }

  #put(job: Job): void {
    const subject = subjectOf(job);
    const present = this.#entries.get(subject);
    if (present?.state === 'active') present.next = job;
    else if (present) present.job = job;
    else {
      const entry: Entry = { subject, job, state: 'waiting', next: undefined, attempts: 0, waits: 0 };
      this.#entries.set(subject, entry);
      this.#wait(entry);
    }
  }

  #wait(entry: Entry): void {
    entry.state = 'waiting';
    const line = this.#turns.get(entry.job.installationId) ?? [];
    line.push(entry);
    this.#turns.set(entry.job.installationId, line);
  }

  #fill(): void {
    while (this.#host && this.#active < this.#concurrency) {
      const entry = this.#take();
      if (!entry) break;
      void this.#run(entry, this.#host);
    }
    if (this.#active === 0 && this.#turns.size === 0) this.#onIdle?.();
  }

  /** The first of the installation whose turn it is, which then goes to the end of the round. */
  #take(): Entry | undefined {
    for (const [installation, line] of this.#turns) {
      const entry = line.shift();
      this.#turns.delete(installation);
      if (line.length > 0) this.#turns.set(installation, line);
      if (entry) return entry;
    }
    return undefined;
  }

  async #run(entry: Entry, host: QueueHost): Promise<void> {
    this.#active++;
    entry.state = 'active';
    entry.attempts++;
    try {
      const { next = [] } = await host.work(entry.job);
      this.#end(entry);
      for (const job of next) this.#put(job);
    } catch (error) {
      this.#failed(entry, error, host);
    } finally {
      this.#active--;
      this.#fill();
    }
  }

  /** The subject is free again, unless something came meanwhile. */
  #end(entry: Entry): void {
    this.#entries.delete(entry.subject);
    if (entry.next) this.#put(entry.next);
  }

  #failed(entry: Entry, error: unknown, host: QueueHost): void {
    const failure = host.failureOf(error);
    const step = nextStep(failure, entry);
    if (typeof step === 'object') {
      if (failure.kind === 'later') {
        entry.attempts--;
        entry.waits++;
      }
      host.onRetry(entry.job, failure, step.retryIn);
      this.#delay(entry, step.retryIn);
      return;
    }
    const { job } = entry;
    this.#end(entry);
    if (step === 'forget') {
      host.onForget(job, failure);
      return;
    }
    this.#dead.push({ job, reason: failure.message });
    if (this.#dead.length > maxDead) this.#dead.shift();
    host.onDead(job, failure);
  }

  #delay(entry: Entry, seconds: number): void {
    entry.job = entry.next ?? entry.job;
    entry.next = undefined;
    entry.state = 'delayed';
    const timer = setTimeout(() => {
      this.#timers.delete(entry);
      this.#wait(entry);
      this.#fill();
    }, seconds * 1000);
    timer.unref();
    this.#timers.set(entry, timer);
  }
}
