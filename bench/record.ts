import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { today } from '../src/io/today.ts';
import { hasGo } from '../test/oracle/build.ts';
import { type Figure, table } from './figure.ts';

/** When and where figures were measured. */
export interface Circumstances {
  /** ISO date. */
  readonly date: string;
  readonly node: string;
  /** Null where Go is not installed. */
  readonly go: string | null;
  readonly cores: number;
  /** Load of the machine before the start. */
  readonly load: number;
}

/** What `npm run bench` measured. */
export interface BenchRecord extends Circumstances {
  readonly commandLine: readonly Figure[];
  readonly scheduler: readonly Figure[];
  /** Which Karpenter the scheduler is compared with. */
  readonly upstream: string;
}

/** What `npm run bench -- validation` measured. */
export interface ValidationRecord extends Circumstances {
  readonly figures: readonly Figure[];
  /** Which mistakes each tool finds, as a table. */
  readonly mistakes: string;
}

/** Of this machine, now. */
export const circumstances = (): Circumstances => ({
  date: today(),
  node: process.version,
  go: hasGo() ? execFileSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' }).trim() : null,
  cores: cpus().length,
  load: Math.round(loadavg()[0]! * 10) / 10,
});

const written = ({ date, node, go, cores, load }: Circumstances): string =>
  `${date}: Node ${node}, ${go ?? 'without Go'}, ${cores} cores, load ${load} before the start`;

const heard = 'Ratios are medians of pairs measured in turn';

/** How the scheduler is timed, on both pages. */
const schedulerText = ({ upstream }: BenchRecord): string =>
  `Ours: CPU time in one process, launch choice included. Compared with Karpenter's own scheduler on the same input: ${upstream}.
Of its wall and CPU time the ratio takes the smaller one. The fleets are timed with set-up on both sides: from the cluster's objects,
through instance types, to the end; the others, its own benchmark's shapes, in Solve.`;

/** bench/RESULTS.md. */
export const resultsPage = (record: BenchRecord): string => `# Results

Written by \`npm run bench\` on ${written(record)}.
${heard}.

## The command line, whole processes

${table(record.commandLine)}

## The scheduler

${schedulerText(record)}

${table(record.scheduler)}
`;

/** bench/VALIDATION.md. */
export const validationPage = (record: ValidationRecord): string => `# Validation

Written by \`npm run bench -- validation\` on ${written(record)}.
Whole processes on the same files. ${heard}; \`check\` also lints.

${table(record.figures)}

## What each finds

A pull request that brings one mistake. The others see head alone.

${record.mistakes}
`;

/** docs/performance.md. */
export const performancePage = (bench: BenchRecord, validation: ValidationRecord): string => `# How fast is it?

Measured with \`npm run bench\`, never asserted by a test: what tests guard are counters of work. A figure is worth something only beside what it
is compared with, in the same run. [bench/README.md](../bench/README.md) says where targets are missed, and why.

## The command line, whole processes

On ${written(bench)}. ${heard}.

${table(bench.commandLine)}

## The scheduler

${schedulerText(bench)}

${table(bench.scheduler)}

## Beside tools that validate

On ${written(validation)}. Whole processes on the same files; \`check\` also lints, and does so with the
API server's own code.

${table(validation.figures)}

A pull request that brings one mistake: who finds it? The others see head alone.

${validation.mistakes}
`;

const file = (name: 'results' | 'validation'): URL => new URL(`./${name}.json`, import.meta.url);

export const readBench = (): BenchRecord => JSON.parse(readFileSync(file('results'), 'utf8'));
export const readValidation = (): ValidationRecord => JSON.parse(readFileSync(file('validation'), 'utf8'));

/** Keeps what was measured, and writes its page; docs/performance.md is written by `npm run generate`. */
export function keepBench(record: BenchRecord): void {
  writeFileSync(file('results'), `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync('bench/RESULTS.md', resultsPage(record));
}

export function keepValidation(record: ValidationRecord): void {
  writeFileSync(file('validation'), `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync('bench/VALIDATION.md', validationPage(record));
}
