/**
 * `npm run bench` runs the benchmarks and writes bench/RESULTS.md and bench/results.json, from which `npm run generate` writes docs/performance.md.
 * `npm run bench -- NAME` times one input of the scheduler and writes nothing. Compare figures as ratios within one run, because a busy
 * machine distorts the rest.
 */
import { botFigures, botTable } from './bot.ts';
import { cliFigures } from './cli.ts';
import { table } from './figure.ts';
import { writeHosts } from './hosts.ts';
import { htmlFigures } from './html.ts';
import { upstreamBuild } from './karpenter.ts';
import { kubeSchedulerFigures } from './kube-scheduler.ts';
import { lspFigures } from './lsp.ts';
import { circumstances, keepBench, resultsPage } from './record.ts';
import { renderFigures } from './render.ts';
import { schedulerFigures } from './scheduler.ts';
import { writeSmall } from './small.ts';
import { writeValidation } from './validation.ts';

const only = process.argv[2];
if (only === 'render') {
  console.log(await renderFigures());
} else if (only === 'html') {
  console.log(await htmlFigures());
} else if (only === 'lsp') {
  console.log(await lspFigures());
} else if (only === 'bot') {
  const [deliveries, perSecond] = process.argv.slice(3).map(Number);
  console.log(
    botTable(
      await botFigures({ pulls: 50, deliveries: deliveries || 3000, perSecond: perSecond || 50, pushesPerSecond: 10 }),
    ),
  );
} else if (only === 'hosts') {
  await writeHosts();
} else if (only === 'small') {
  await writeSmall(process.argv[3]);
} else if (only === 'kube-scheduler') {
  console.log(table(await kubeSchedulerFigures()));
} else if (only === 'validation') {
  await writeValidation();
} else if (only !== undefined) {
  console.log(table(await schedulerFigures(only)));
} else {
  const at = circumstances();
  const commandLine = await cliFigures();
  const scheduler = await schedulerFigures(undefined);
  const kubeScheduler = await kubeSchedulerFigures();
  const record = { ...at, commandLine, scheduler, kubeScheduler, upstream: upstreamBuild() };
  keepBench(record);
  console.log(resultsPage(record));
  await writeValidation();
}
