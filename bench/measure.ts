import { spawnSync } from 'node:child_process';

/** Elapsed time of a whole process in ms. */
export function processMs(command: string, args: readonly string[], cwd?: string): number {
  const start = performance.now();
  const { error, status } = spawnSync(command, args, { stdio: 'ignore', ...(cwd && { cwd }) });
  if (error) throw error;
  if (status !== 0 && status !== 1) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

/** What a whole Node process used. */
export interface Usage {
  /** Resident memory at its peak, in MB. */
  readonly megabytes: number;
  /** Processor time in ms, of all threads and of the programs that it started. */
  readonly cpuMs: number;
}

/** The module to preload into a Node process, so that its output says what it used. */
export const usagePreload = new URL('./report-usage.mjs', import.meta.url).href;

/** Reads what a process with this preload printed. Each figure is NaN if it is missing. */
export const usageIn = (output: string): Usage => ({
  megabytes: (Number(/^peak (\d+)$/m.exec(output)?.[1]) * 1024) / 1e6,
  cpuMs: Number(/^cpu (\d+)$/m.exec(output)?.[1]),
});

/** Runs a Node process, and returns what it used. */
export function processUsage(args: readonly string[], cwd: string): Usage {
  const { error, stderr } = spawnSync('node', ['--import', usagePreload, ...args], { cwd, encoding: 'utf8' });
  if (error) throw error;
  const usage = usageIn(stderr);
  if (Number.isNaN(usage.megabytes + usage.cpuMs)) throw new Error(`${args.join(' ')} did not report what it used`);
  return usage;
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Two ways to spend time, whose runs alternate so that other work on the machine affects both equally. */
export interface Ratio {
  readonly one: number;
  readonly other: number;
  /** Median of the ratios of all pairs. */
  readonly ratio: number;
}

/** Medians in ms, and the median of the ratios of all pairs, after one warm-up run of each. */
export function compare(one: () => number, other: () => number, runs = 9): Ratio {
  one();
  other();
  const pairs = Array.from({ length: runs }, () => [one(), other()] as const);
  return {
    one: median(pairs.map(([a]) => a)),
    other: median(pairs.map(([, b]) => b)),
    ratio: median(pairs.map(([a, b]) => a / b)),
  };
}
