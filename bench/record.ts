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
  /** Empty without Go. */
  readonly kubeScheduler: readonly Figure[];
  /** Which Karpenter the scheduler is compared with. */
  readonly upstream: string;
}

/** What `npm run bench -- hosts` measured. */
export interface HostsRecord extends Circumstances {
  readonly figures: readonly Figure[];
}

/** What `npm run bench -- small` measured. */
export interface SmallRecord extends Circumstances {
  /** The commit whose `dist/` was compared. */
  readonly compared: string;
  readonly figures: readonly Figure[];
}

/** What `npm run bench -- validation` measured. */
export interface ValidationRecord extends Circumstances {
  readonly figures: readonly Figure[];
  /** Which mistakes each tool finds, as a table. */
  readonly mistakes: string;
}

/** The circumstances of this machine, now. */
export const circumstances = (): Circumstances => ({
  date: today(),
  node: process.version,
  go: hasGo() ? execFileSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' }).trim() : null,
  cores: cpus().length,
  load: Math.round(loadavg()[0]! * 10) / 10,
});

const written = ({ date, node, go, cores, load }: Circumstances): string =>
  `${date}: Node ${node}, ${go ?? 'without Go'}, ${cores} cores, load ${load} before the start`;

const ratioNote = 'Each ratio is the median of pairs of runs, which alternate';

/** How the scheduler is timed, on both pages. */
const schedulerText = ({ upstream }: BenchRecord): string =>
  `plumbline's figure is CPU time in one process and includes the choice of what to launch. It is compared with Karpenter's own scheduler on the same
input (${upstream}). For Karpenter, the ratio uses the smaller of its elapsed time and CPU time. For the fleets, the time includes the
setup on both sides, from the cluster's objects to the result. The other inputs are from Karpenter's own benchmark, and only \`Solve\` is timed.`;

/** How binding pods to nodes is timed, on both pages. */
const kubeSchedulerText = `After Karpenter launches nodes, kube-scheduler decides which pods run where. plumbline simulates these decisions. Here both sides decide
about the same pods in the same order, and find equally many nodes for each. Times are CPU time for all decisions. The real scheduler looks at nodes one
after the other here, as in one thread.`;

/** bench/RESULTS.md. */
export const resultsPage = (record: BenchRecord): string => `# Results

\`npm run bench\` wrote this page on ${written(record)}.
${ratioNote}.

## Command line (whole processes)

${table(record.commandLine)}

## Scheduler

${schedulerText(record)}

${table(record.scheduler)}

## kube-scheduler

${kubeSchedulerText}

${table(record.kubeScheduler)}
`;

/** bench/VALIDATION.md. */
export const validationPage = (record: ValidationRecord): string => `# Validation

\`npm run bench -- validation\` wrote this page on ${written(record)}.
All tools run as whole processes on the same files. ${ratioNote}. \`check\` also lints.

${table(record.figures)}

## Which tool finds which mistake

Each row is a pull request with one mistake. The other tools see only its head.

${record.mistakes}
`;

/** docs/performance.md. */
export const performancePage = ({
  small,
  bench,
  hosts,
  validation,
}: {
  readonly small: SmallRecord;
  readonly bench: BenchRecord;
  readonly hosts: HostsRecord;
  readonly validation: ValidationRecord;
}): string => `# Performance

These figures come from \`npm run bench\`. Compare each one only with the other figure of the same row, which is from the same run. No test
asserts a time; tests count units of work instead. [bench/README.md](../bench/README.md) says which targets are missed, and why.

## Ordinary clusters (whole processes)

Most clusters are small, and their pods differ. Processor time of a whole process with all its threads. It is compared with the build of
commit ${small.compared} in the same run (\`npm run bench -- small\`).
Measured on ${written(small)}.

${table(small.figures)}

## Command line (whole processes)

Measured on ${written(bench)}. ${ratioNote}.

${table(bench.commandLine)}

## Processor time of a review

Measured on ${written(hosts)}. The Action and the bot talk to an emulated GitHub. Processor time is that of the whole process, with all threads and git.

${table(hosts.figures)}

## Scheduler

${schedulerText(bench)}

${table(bench.scheduler)}

## kube-scheduler

${kubeSchedulerText}

${table(bench.kubeScheduler)}

## Comparison with other validators

Measured on ${written(validation)}. All tools run as whole processes on the same files. \`check\` also lints,
and it validates with the API server's own code.

${table(validation.figures)}

The next table shows which tool finds which mistake. Each row is a pull request with one mistake. The other tools see only its head.

${validation.mistakes}
`;

const file = (name: 'small' | 'results' | 'hosts' | 'validation'): URL => new URL(`./${name}.json`, import.meta.url);

export const readBench = (): BenchRecord => JSON.parse(readFileSync(file('results'), 'utf8'));
export const readSmall = (): SmallRecord => JSON.parse(readFileSync(file('small'), 'utf8'));
export const readHosts = (): HostsRecord => JSON.parse(readFileSync(file('hosts'), 'utf8'));
export const readValidation = (): ValidationRecord => JSON.parse(readFileSync(file('validation'), 'utf8'));

/** Stores the measurements and writes their page. `npm run generate` writes docs/performance.md. */
export function keepBench(record: BenchRecord): void {
  writeFileSync(file('results'), `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync('bench/RESULTS.md', resultsPage(record));
}

export const keepSmall = (record: SmallRecord): void =>
  writeFileSync(file('small'), `${JSON.stringify(record, null, 2)}\n`);

export const keepHosts = (record: HostsRecord): void =>
  writeFileSync(file('hosts'), `${JSON.stringify(record, null, 2)}\n`);

export function keepValidation(record: ValidationRecord): void {
  writeFileSync(file('validation'), `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync('bench/VALIDATION.md', validationPage(record));
}
