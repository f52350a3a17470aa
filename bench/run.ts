/**
 * Runs the benchmarks and writes bench/RESULTS.md: `npm run bench`. `npm run bench -- NAME` times one input of the scheduler
 * and writes nothing. Figures are compared as ratios within one run; a busy machine distorts the rest.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { botFigures, botTable } from './bot.ts';
import { cliFigures } from './cli.ts';
import { table } from './figure.ts';
import { machine, upstreamBuild } from './karpenter.ts';
import { renderFigures } from './render.ts';
import { schedulerFigures } from './scheduler.ts';
import { writeValidation } from './validation.ts';

const only = process.argv[2];
if (only === 'render') {
  console.log(await renderFigures());
} else if (only === 'bot') {
  const [deliveries, perSecond] = process.argv.slice(3).map(Number);
  console.log(botTable(await botFigures({ pulls: 50, deliveries: deliveries || 3000, perSecond: perSecond || 50 })));
} else if (only === 'validation') {
  await writeValidation();
} else if (only !== undefined) {
  console.log(table(await schedulerFigures(only)));
} else {
  const load = loadavg()[0]!.toFixed(1);
  const cli = table(cliFigures());
  const scheduler = table(await schedulerFigures(undefined));
  const text = `# Results

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}, load ${load} before the start.
Ratios are medians of pairs measured in turn.

## The command line, whole processes

${cli}

## The scheduler

Ours: CPU time in one process, launch choice included. Compared with Karpenter's own scheduler on the same input: ${upstreamBuild()}.
Of its wall and CPU time the ratio takes the smaller one. The fleets are timed with set-up on both sides: from the cluster's objects,
through instance types, to the end; the others, its own benchmark's shapes, in Solve.

${scheduler}
`;
  writeFileSync('bench/RESULTS.md', text);
  console.log(text);
  await writeValidation();
}
