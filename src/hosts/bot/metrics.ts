/** Upper bounds in seconds, from a fast acknowledgement to a slow review. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

const names = {
  plumbline_deliveries_total: 'Webhook deliveries with a valid signature, by event',
  plumbline_refused_total: 'Refused requests to the webhook path, by status',
  plumbline_jobs_total: 'Jobs that ended, by kind and outcome',
  plumbline_retries_total: 'Failed jobs that will be tried again, by reason',
  plumbline_acknowledgement_seconds: 'Time until a delivery is acknowledged',
  plumbline_job_seconds: 'Duration of jobs, by kind',
} as const;
type Name = keyof typeof names;
type Labels = Readonly<Record<string, string>>;

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

/** Counters and histograms in Prometheus' text format. Labels never contain text of a pull request. */
export class Metrics {
  readonly #counters = new Map<string, number>();
  readonly #histograms = new Map<string, Histogram>();

  add(name: Name, labels: Labels): void {
    const key = `${name}${render(labels)}`;
    this.#counters.set(key, (this.#counters.get(key) ?? 0) + 1);
  }

  observe(name: Name, seconds: number, labels: Labels = {}): void {
    const key = `${name} ${JSON.stringify(labels)}`;
    const histogram = this.#histograms.get(key) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 };
    buckets.forEach((bound, i) => {
      if (seconds <= bound) histogram.counts[i]!++;
    });
    histogram.sum += seconds;
    histogram.count++;
    this.#histograms.set(key, histogram);
  }

  /** The page that Prometheus reads, including the current gauges. */
  page(gauges: Readonly<Record<string, { readonly help: string; readonly value: number }>>): string {
    const lines: string[] = [];
    for (const name of Object.keys(names) as Name[]) {
      const samples = [...this.#samples(name)];
      if (samples.length === 0) continue;
      lines.push(
        `# HELP ${name} ${names[name]}`,
        `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'histogram'}`,
      );
      lines.push(...samples);
    }
    for (const [name, { help, value }] of Object.entries(gauges))
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`);
    return `${lines.join('\n')}\n`;
  }

  *#samples(name: Name): Generator<string> {
    for (const [key, value] of this.#counters) if (key.startsWith(`${name}{`)) yield `${key} ${value}`;
    for (const [key, { counts, sum, count }] of this.#histograms) {
      if (!key.startsWith(`${name} `)) continue;
      const labels = JSON.parse(key.slice(name.length + 1)) as Labels;
      for (const [i, bound] of buckets.entries())
        yield `${name}_bucket${render({ ...labels, le: String(bound) })} ${counts[i]}`;
      yield `${name}_bucket${render({ ...labels, le: '+Inf' })} ${count}`;
      yield `${name}_sum${render(labels)} ${sum}`;
      yield `${name}_count${render(labels)} ${count}`;
    }
  }
}

const render = (labels: Labels): string =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '\\$&')}"`)
    .join(',')}}`;
