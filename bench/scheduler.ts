/**
 * Times the scheduler: `node bench/scheduler.ts [FOLDER…]`. Without folders the shapes of Karpenter's own benchmark; a folder
 * holds manifests.yaml and scenario.json. Prints CPU time (a busy machine distorts wall time) of the first pass of the process
 * and the median of the rest, set-up and launch choice included, beside what the real one took on two calm cores.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { solve } from '../src/engine/provisioning/scheduler.ts';
import type { SchedulerInput } from '../src/engine/provisioning/scheduler-input.ts';
import { run, type ScenarioSettings } from '../test/conformance/scenario.ts';
import { diversePods, preferencePods, upstreamInput } from './upstream-shapes.ts';

const passes = 5;

function measure(name: string, input: SchedulerInput, upstreamMs: number | undefined): void {
  const times: number[] = [];
  let claims = 0;
  let failed = 0;
  for (let pass = 0; pass < passes; pass++) {
    const start = process.cpuUsage();
    const results = solve(input);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
    claims = results.newNodeClaims.length;
    failed = results.podErrors.reduce((sum, { count }) => sum + count, 0);
  }
  const [first = 0, ...rest] = times;
  const median = rest.sort((a, b) => a - b)[rest.length >> 1]!;
  const ratio =
    upstreamMs === undefined
      ? ''
      : `  upstream ${upstreamMs} ms = ${(upstreamMs / median).toFixed(0)}x (first pass ${(upstreamMs / first).toFixed(0)}x)`;
  console.log(
    `${name.padEnd(24)} first ${first.toFixed(0)} ms, median ${median.toFixed(0)} ms, ${claims} NodeClaims, ${failed} pods failed${ratio}`,
  );
}

function measureFolder(folder: string): void {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const settings = JSON.parse(read('scenario.json')) as ScenarioSettings;
  const start = process.cpuUsage();
  const { input } = run({
    name: folder,
    manifests: read('manifests.yaml'),
    settings,
    expected: { stableAspects: {}, result: { newNodeClaims: [] } },
  });
  const { user, system } = process.cpuUsage(start);
  const timing = JSON.parse(read('timing.json')) as { runs: { totalSeconds: number }[] };
  console.log(
    `${basename(folder)}: reading, resolving types and a first pass take ${((user + system) / 1000).toFixed(0)} ms`,
  );
  measure(basename(folder), input, Math.min(...timing.runs.map(({ totalSeconds }) => totalSeconds)) * 1000);
}

/** Milliseconds of upstream's Solve alone, Karpenter 1.14.1 on two cores. */
const diverse: readonly (readonly [count: number, upstreamMs: number])[] = [
  [500, 1430],
  [1000, 3310],
  [2000, 7390],
  [5000, 15_100],
  [10_000, 27_100],
  [20_000, 63_700],
];

const folders = process.argv.slice(2);
folders.forEach(measureFolder);
if (folders.length === 0) {
  for (const [count, upstreamMs] of diverse)
    measure(`${count} diverse pods`, upstreamInput(diversePods(count)), upstreamMs);
  measure('4000 with preferences', upstreamInput(preferencePods(4000)), 48_500);
  measure('4000 ignoring them', upstreamInput(preferencePods(4000), 'Ignore'), 1040);
}
