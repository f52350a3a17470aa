import { type Job, subjectOf } from '../jobs/job.ts';
import { jobRepositoryKey, Shares, Turns } from './fair-shares.ts';
import { type DeadJob, type JobQueue, nextStep, type QueueDepth, type QueueHost } from './queue.ts';

interface Entry {
  readonly subject: string;
  job: Job;
  state: 'waiting' | 'active' | 'delayed';
  /** Arrived while the job was running, so it runs afterwards. */
  next: Job | undefined;
  attempts: number;
  waits: number;
}

const rememberedDeliveries = 20_000;
const maxDead = 1_000;

/** The queue of a single process. Its jobs are lost when the process ends. GitHub's list of deliveries remains. */
export class MemoryQueue implements JobQueue {
  readonly #concurrency: number;
  readonly #entries = new Map<string, Entry>();
  /** Installation → repository → its waiting subjects. */
  readonly #waiting = new Map<string, Map<string, Entry[]>>();
  readonly #turns = new Turns();
  readonly #shares: Shares;
  readonly #deliveries = new Set<string>();
  readonly #timers = new Map<Entry, NodeJS.Timeout>();
  readonly #dead: DeadJob[] = [];
  #host: QueueHost | undefined;
  #active = 0;
  #isClosing = false;
  #onIdle: (() => void) | undefined;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
    this.#shares = new Shares(concurrency);
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

  async depth(): Promise<QueueDepth> {
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
    // Waiting jobs still run while there is time, because no other process can run them.
    for (const entry of this.#timers.keys()) this.#wait(entry);
    this.#timers.clear();
    this.#fill();
    await Promise.race([patience, this.#idle()]);
    clearTimeout(timer);

    return [...this.#entries.values()].flatMap(({ job, next }) => {
      if (next) return [next];
      return [job];
    });
  }

  #idle(): Promise<void> {
    if (this.#active === 0 && this.#waiting.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  /** Remembers a delivery's id together with its subject, because one delivery may ask for several jobs. */
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
    const installation = String(entry.job.installationId);
    const repository = jobRepositoryKey(entry.job);
    const lines = this.#waiting.get(installation) ?? new Map<string, Entry[]>();
    const line = lines.get(repository) ?? [];

    line.push(entry);
    this.#waiting.set(installation, lines.set(repository, line));
  }

  #fill(): void {
    while (this.#host && this.#active < this.#concurrency) {
      const entry = this.#take();
      if (!entry) break;
      void this.#run(entry, this.#host);
    }
    if (this.#active === 0 && this.#waiting.size === 0) this.#onIdle?.();
  }

  /** The first job of the installation and repository whose turn it is. Repositories that use their share of the threads are skipped. */
  #take(): Entry | undefined {
    const free = [...this.#waiting].flatMap(([installation, lines]) => {
      const turn = this.#turns.next([...lines].filter(([repository]) => this.#shares.isFree(repository)));
      if (turn) return [[installation, lines, ...turn] as const];
      return [];
    });

    const [installation, lines, repository, line] = this.#turns.next(free) ?? [];
    if (installation === undefined) return undefined;

    const entry = line!.shift();
    if (line!.length === 0) lines!.delete(repository!);
    if (lines!.size === 0) this.#waiting.delete(installation);
    this.#turns.serve(installation);
    this.#turns.serve(repository!);

    return entry;
  }

  async #run(entry: Entry, host: QueueHost): Promise<void> {
    const repository = jobRepositoryKey(entry.job);
    this.#active++;
    this.#shares.enter(repository);
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
      this.#shares.leave(repository);
      this.#fill();
    }
  }

  /** Frees the subject, unless another job for it arrived meanwhile. */
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
