/**
 * Times the scheduler on fleets that may use the full catalog and on the inputs of Karpenter's own benchmark, and compares it with the real
 * scheduler on the same inputs in the same run.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { solve } from '../src/engine/cluster/provisioning/scheduler/scheduler.ts';
import { simulate } from '../src/engine/cluster/provisioning/simulate.ts';
import { parseManifests } from '../src/engine/manifest/parse.ts';
import { type Scenario, simulatorFor } from '../test/conformance/scenario.ts';
import type { Figure } from './figure.ts';
import { forecastFigure } from './forecast.ts';
import { type Upstream, upstreamTime } from './karpenter.ts';
import { largeCluster } from './large-clusters.ts';
import { diversePods, preferencePods, upstreamInput } from './upstream-shapes.ts';

const passes = 5;

/** CPU time in ms, because a busy machine distorts elapsed time: of the first run, and the median of the later ones. */
function timed(run: () => number): { readonly cold: number; readonly warm: number; readonly claims: number } {
  const times: number[] = [];
  let claims = 0;
  for (let pass = 0; pass < passes; pass++) {
    const start = process.cpuUsage();
    claims = run();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  const [cold = 0, ...rest] = times;
  return { cold, warm: rest.sort((a, b) => a - b)[rest.length >> 1]!, claims };
}

/** Times one input on both sides. Throws if they do not launch the same number of nodes. */
async function figure(
  name: string,
  { run, upstream, target }: { run: () => number; upstream: () => Promise<Upstream>; target: number },
): Promise<Figure> {
  const { cold, warm, claims } = timed(run);
  const { ms, text, nodeClaims = claims } = await upstream();
  const share = Math.abs(nodeClaims - claims) / nodeClaims;
  // Karpenter chooses at random among equal domains, so a few nodes may differ.
  if (share > 0.02) throw new Error(`${name}: ${claims} NodeClaims, but Karpenter launches ${nodeClaims}`);
  const factor = (own: number): string => (ms / own).toFixed(0);
  return {
    what: `${name}: ${claims} NodeClaims`,
    ours: `${cold.toFixed(0)} ms cold, ${warm.toFixed(0)} ms warm`,
    theirs: text,
    ratio: `${factor(cold)} × as fast cold, ${factor(warm)} × warm`,
    target: `≥ ${target} ×`,
  };
}

/** A fleet, with the time that the real Karpenter once took on two idle cores. */
interface Fleet extends Pick<Scenario, 'name' | 'manifests' | 'settings'> {
  readonly upstreamMs: number;
}

const fleets = (): Fleet[] =>
  gunzipSync(readFileSync(new URL('./fleets.jsonl.gz', import.meta.url)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Fleet);

/** Times everything from objects to launch choices, including the resolution of instance types. Only for the likely case. */
function fleetFigure({ name, manifests: text, settings, upstreamMs }: Fleet): Promise<Figure> {
  const { manifests } = parseManifests({ file: 'manifests.yaml', text }, { set: {} });
  // Reads the catalog before the timed part, because the other side also has it in memory.
  simulatorFor(settings);
  const run = (): number => {
    const side = { manifests, otherManifests: [], live: manifests };
    return simulate(side, simulatorFor(settings)).cases.likely.results.newNodeClaims.length;
  };
  const question = { bench: 'pass', name, manifests: text, settings } as const;
  return figure(name, { run, upstream: () => upstreamTime(() => question, upstreamMs), target: 30 });
}

interface Shape {
  readonly name: string;
  readonly pods: () => ReturnType<typeof diversePods>;
  readonly preferencePolicy?: 'Ignore';
  /** Milliseconds that `Solve` of Karpenter 1.14.1 took on two idle cores. */
  readonly upstreamMs: number;
}

const shapes: readonly Shape[] = [
  { name: 'diverse-1000', pods: () => diversePods(1000), upstreamMs: 3310 },
  { name: 'diverse-5000', pods: () => diversePods(5000), upstreamMs: 15_100 },
  { name: 'diverse-20000', pods: () => diversePods(20_000), upstreamMs: 63_700 },
  { name: 'preferences', pods: () => preferencePods(4000), upstreamMs: 48_500 },
  { name: 'preferences-ignored', pods: () => preferencePods(4000), preferencePolicy: 'Ignore', upstreamMs: 1040 },
];

function shapeFigure({ name, pods, preferencePolicy, upstreamMs }: Shape): Promise<Figure> {
  const made = pods();
  const input = upstreamInput(made, preferencePolicy);
  const settings = preferencePolicy === undefined ? {} : { preferencePolicy };
  const upstream = () => upstreamTime(() => ({ bench: 'pods', name, settings, pods: made }), upstreamMs);
  return figure(name, { run: () => solve(input).newNodeClaims.length, upstream, target: 10 });
}

/** 100,000 pods of 1,000 workloads on 5,000 existing nodes. There is no figure of Karpenter's; it only has to finish within seconds. */
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

/** Times all inputs or the named one, one after the other, so that none slows another down. */
export async function schedulerFigures(only: string | undefined): Promise<Figure[]> {
  const isWanted = ({ name }: { readonly name: string }): boolean => only === undefined || only === name;
  const figures: Figure[] = [];
  for (const fleet of fleets().filter(isWanted)) figures.push(await fleetFigure(fleet));
  for (const shape of shapes.filter(isWanted)) figures.push(await shapeFigure(shape));
  if (isWanted({ name: 'large-cluster' })) figures.push(largestFigure());
  if (isWanted({ name: 'forecast' })) figures.push(forecastFigure());
  return figures;
}
