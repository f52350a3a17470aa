/**
 * The scheduler on fleets over the full catalog and on the shapes of Karpenter's own benchmark, set-up and launch choice
 * included, beside what the real one took on two calm cores.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { solve } from '../src/engine/provisioning/scheduler.ts';
import type { SchedulerInput } from '../src/engine/provisioning/scheduler-input.ts';
import { run, type Scenario } from '../test/conformance/scenario.ts';
import type { Figure } from './figure.ts';
import { largeCluster } from './large-clusters.ts';
import { diversePods, preferencePods, upstreamInput } from './upstream-shapes.ts';

const passes = 5;

/** What one input takes: CPU time, because a busy machine distorts wall time. */
function measure(
  name: string,
  input: SchedulerInput,
  { upstreamMs, target }: { upstreamMs: number; target: number },
): Figure {
  const times: number[] = [];
  let claims = 0;
  for (let pass = 0; pass < passes; pass++) {
    const start = process.cpuUsage();
    claims = solve(input).newNodeClaims.length;
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  const [first = 0, ...rest] = times;
  const median = rest.sort((a, b) => a - b)[rest.length >> 1]!;
  const factor = (ms: number): string => (upstreamMs / ms).toFixed(0);
  return {
    what: `${name}: ${claims} NodeClaims`,
    ours: `${first.toFixed(0)} ms cold, ${median.toFixed(0)} ms warm`,
    theirs: `${upstreamMs} ms`,
    ratio: `${factor(first)} × as fast cold, ${factor(median)} × warm`,
    target: `≥ ${target} ×`,
  };
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

/** Milliseconds of upstream's Solve alone, Karpenter 1.14.1 on two cores. */
const diverse: readonly (readonly [count: number, upstreamMs: number])[] = [
  [500, 1430],
  [1000, 3310],
  [2000, 7390],
  [5000, 15_100],
  [10_000, 27_100],
  [20_000, 63_700],
];

/** 100,000 pods of 1,000 workloads on 5,000 nodes that run: no figure of upstream's, it has to take seconds. */
function largestFigure(): Figure {
  const input = largeCluster({ pods: 100_000, workloads: 1000, nodes: 5000 });
  const start = process.cpuUsage();
  const { newNodeClaims, existingNodes } = solve(input);
  const { user, system } = process.cpuUsage(start);
  return {
    what: `large-cluster: 100,000 pods on ${existingNodes.length} existing nodes and ${newNodeClaims.length} NodeClaims`,
    ours: `${((user + system) / 1e6).toFixed(1)} s cold`,
    theirs: '',
    ratio: '',
    target: '< 10 s',
  };
}

/** Times all inputs, or the one whose name is given. */
export function schedulerFigures(only: string | undefined): Figure[] {
  const isWanted = (name: string): boolean => only === undefined || only === name;
  const shaped = (name: string, upstreamMs: number, input: () => SchedulerInput): Figure[] =>
    isWanted(name) ? [measure(name, input(), { upstreamMs, target: 10 })] : [];
  return [
    ...fleets()
      .filter(({ name }) => isWanted(name))
      .map((fleet) => measure(fleet.name, run(fleet).input, { upstreamMs: fleet.upstreamMs, target: 30 })),
    ...diverse.flatMap(([count, upstreamMs]) =>
      shaped(`diverse-${count}`, upstreamMs, () => upstreamInput(diversePods(count))),
    ),
    ...shaped('preferences', 48_500, () => upstreamInput(preferencePods(4000))),
    ...shaped('preferences-ignored', 1040, () => upstreamInput(preferencePods(4000), 'Ignore')),
    ...(isWanted('large-cluster') ? [largestFigure()] : []),
  ];
}
