import { spawnSync } from 'node:child_process';

/** Elapsed time of a whole process in ms. */
export function processMs(command: string, args: readonly string[], cwd?: string): number {
  const start = performance.now();
  const { error, status } = spawnSync(command, args, { stdio: 'ignore', ...(cwd && { cwd }) });
  if (error) throw error;
  if (status !== 0 && status !== 1) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

/** Resident memory of a whole Node process at its peak, in MB. */
export function peakMegabytes(command: string, args: readonly string[], cwd: string): number {
  const preload = new URL('./report-peak.mjs', import.meta.url).href;
  const { error, stderr } = spawnSync(command, ['--import', preload, ...args], { cwd, encoding: 'utf8' });
  if (error) throw error;
  const kibibytes = /^peak (\d+)$/m.exec(stderr)?.[1];
  if (kibibytes === undefined) throw new Error(`${command} ${args.join(' ')} did not report its peak memory`);
  return (Number(kibibytes) * 1024) / 1e6;
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
