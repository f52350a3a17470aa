/**
 * Times the scheduler on fleets over the full catalog and on the shapes of Karpenter's own benchmark. Prints CPU time (a busy
 * machine distorts wall time) of the first pass in the process and the median of the rest, set-up and launch choice included,
 * beside what the real one took on two calm cores.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { solve } from '../src/engine/provisioning/scheduler.ts';
import type { SchedulerInput } from '../src/engine/provisioning/scheduler-input.ts';
import { run, type Scenario } from '../test/conformance/scenario.ts';
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

/** A fleet with what the real Karpenter took from listing instance types to the end of Solve. */
interface Fleet extends Pick<Scenario, 'name' | 'manifests' | 'settings'> {
  readonly upstreamMs: number;
}

const fleets = (): Fleet[] =>
  gunzipSync(readFileSync(new URL('./fleets.jsonl.gz', import.meta.url)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Fleet);

function measureFleet(fleet: Fleet): void {
  const start = process.cpuUsage();
  const { input } = run(fleet);
  const { user, system } = process.cpuUsage(start);
  console.log(
    `${fleet.name}: reading, resolving types and a first pass take ${((user + system) / 1000).toFixed(0)} ms`,
  );
  measure(fleet.name, input, fleet.upstreamMs);
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

/** Times all inputs, or the one whose name is given. */
export function benchScheduler(only: string | undefined): void {
  const isWanted = (name: string): boolean => only === undefined || only === name;
  for (const fleet of fleets().filter(({ name }) => isWanted(name))) measureFleet(fleet);
  for (const [count, upstreamMs] of diverse)
    if (isWanted(`diverse-${count}`)) measure(`diverse-${count}`, upstreamInput(diversePods(count)), upstreamMs);
  if (isWanted('preferences')) measure('preferences', upstreamInput(preferencePods(4000)), 48_500);
  if (isWanted('preferences-ignored'))
    measure('preferences-ignored', upstreamInput(preferencePods(4000), 'Ignore'), 1040);
}
