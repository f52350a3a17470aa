/**
 * Runs the benchmarks and writes bench/RESULTS.md: `npm run bench`. `npm run bench -- NAME` times one input of the scheduler
 * and writes nothing. Figures are compared as ratios within one run; a busy machine distorts the rest.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { cliFigures } from './cli.ts';
import { table } from './figure.ts';
import { schedulerFigures } from './scheduler.ts';

const only = process.argv[2];
if (only !== undefined) {
  console.log(table(schedulerFigures(only)));
} else {
  const load = loadavg()[0]!.toFixed(1);
  const text = `# Results

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, two cores, load ${load} before the start.
Ratios are medians of pairs measured in turn.

## The command line, whole processes

${table(cliFigures())}

## The scheduler

CPU time in one process, set-up and launch choice included. Compared with what Karpenter 1.14.1's own scheduler took on two calm
cores: for the fleets from listing instance types to the end of Solve, for the others (its own benchmark's shapes) in Solve.

${table(schedulerFigures(undefined))}
`;
  writeFileSync('bench/RESULTS.md', text);
  console.log(text);
}
