import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { largeCluster } from '../../bench/large-clusters.ts';
import { diversePods, preferencePods, upstreamInput } from '../../bench/upstream-shapes.ts';
import type { SchedulerInput } from '../../src/engine/cluster/provisioning/input/scheduler-input.ts';
import { solve } from '../../src/engine/cluster/provisioning/scheduler/scheduler.ts';
import { run, type Scenario } from './scenario.ts';

/** Counters instead of time: filters of instance types, rows of types with enough of a resource, pods tried on new nodes. */
type Work = ReturnType<typeof solve>['counters'];

const fleets = gunzipSync(readFileSync(new URL('../../bench/fleets.jsonl.gz', import.meta.url)))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Scenario);
const fleet = (name: string): SchedulerInput => run(fleets.find((one) => one.name === name)!).input;

/** The limit is the count when this was written, plus a tenth. */
test.each<[string, () => SchedulerInput, Work]>([
  ['identical-2000', () => fleet('identical-2000'), { typesFiltered: 0, fitsTried: 6006, attempts: 2002 }],
  ['fleet-5000', () => fleet('fleet-5000'), { typesFiltered: 768, fitsTried: 17_568, attempts: 6193 }],
  ['fleet-20000', () => fleet('fleet-20000'), { typesFiltered: 621, fitsTried: 81_621, attempts: 29_801 }],
  ['diverse pods', () => upstreamInput(diversePods(1000)), { typesFiltered: 364, fitsTried: 13_380, attempts: 4460 }],
  ['preferences', () => upstreamInput(preferencePods(400)), { typesFiltered: 1199, fitsTried: 4791, attempts: 1597 }],
])('%s takes no more work than before', (name, input, known) => {
  const work = solve(input()).counters;
  for (const what of ['typesFiltered', 'fitsTried', 'attempts'] as const)
    expect(work[what], `${name}: ${what}`).toBeLessThanOrEqual(known[what] * 1.1);
});

test('work grows about linearly with the number of workloads', () => {
  const work = (workloads: number): number =>
    solve(largeCluster({ pods: workloads * 20, workloads, nodes: 100 })).counters.attempts;
  expect(work(200)).toBeLessThan(work(100) * 2.5);
});
