import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds in seconds, from a fast acknowledgement to a slow review. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

const counters = {
  plumbline_deliveries_total: ['Webhook deliveries with a valid signature, by event', ['event']],
  plumbline_refused_total: ['Refused requests to the webhook path, by status', ['status']],
  plumbline_jobs_total: ['Jobs that ended, by kind and outcome', ['kind', 'outcome']],
  plumbline_retries_total: ['Failed jobs that will be tried again, by reason', ['reason']],
} as const;

const histograms = {
  plumbline_acknowledgement_seconds: ['Time until a delivery is acknowledged', []],
  plumbline_job_seconds: ['Duration of jobs, by kind', ['kind']],
} as const;

type Labels = Readonly<Record<string, string>>;

/** Where the bot counts what it does. */
export interface MetricSink {
  add(name: keyof typeof counters, labels: Labels): void;
  observe(name: keyof typeof histograms, seconds: number, labels?: Labels): void;
}

/** Values at one moment, by name. */
export type Gauges = Readonly<Record<string, { readonly help: string; readonly value: number }>>;

/** The metrics of a process for Prometheus, with those of Node. Labels never contain text of a pull request. */
export class Metrics implements MetricSink {
  readonly #registry = new Registry();
  readonly #counters: Readonly<Record<string, Counter>>;
  readonly #histograms: Readonly<Record<string, Histogram>>;

  constructor() {
    const registers = [this.#registry];
    this.#counters = mapped(counters, (name, help, labelNames) => new Counter({ name, help, labelNames, registers }));

    this.#histograms = mapped(
      histograms,
      (name, help, labelNames) => new Histogram({ name, help, labelNames, buckets, registers }),
    );

    collectDefaultMetrics({ register: this.#registry });
  }

  add(name: keyof typeof counters, labels: Labels): void {
    this.#counters[name]!.inc(labels);
  }

  observe(name: keyof typeof histograms, seconds: number, labels: Labels = {}): void {
    this.#histograms[name]!.observe(labels, seconds);
  }

  /** The page that Prometheus reads, including the current gauges. */
  async page(gauges: Gauges): Promise<string> {
    const now = new Registry();
    for (const [name, { help, value }] of Object.entries(gauges))
      new Gauge({ name, help, registers: [now] }).set(value);
    return Registry.merge([this.#registry, now]).metrics();
  }
}

const mapped = <T>(
  all: Readonly<Record<string, readonly [help: string, labels: readonly string[]]>>,
  make: (name: string, help: string, labels: string[]) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(all).map(([name, [help, labels]]) => [name, make(name, help, [...labels])]));
