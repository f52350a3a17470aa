import { buildOracle, hasGo } from '../test/oracle/build.ts';
import { type BenchQuestion, Oracle } from '../test/oracle/oracle.ts';

/** What the real scheduler takes for an input, and where the figure is from. */
export interface Upstream {
  readonly ms: number;
  readonly nodeClaims: number | undefined;
  readonly text: string;
}

/** Go and Karpenter of this run; undefined where figures are recorded ones. */
const builds = new Set<string>();

// Its own program is started with a larger heap; here it runs as Karpenter does.
process.env.GOGC ??= '100';

/**
 * Runs the real scheduler once on the same input, in a process of its own. Its time is wall or CPU time, whichever is less: it
 * works on several cores, and a busy machine makes it wait. Without Go it is what it took before, on two calm cores.
 */
export async function upstreamTime(question: () => BenchQuestion, recordedMs: number): Promise<Upstream> {
  if (!hasGo()) return { ms: recordedMs, nodeClaims: undefined, text: `${recordedMs} ms, recorded` };
  const oracle = new Oracle(buildOracle().real, 1);
  const asked = question();
  const { wallMs, cpuMs, nodeClaims, go, versions } = await oracle.time(asked);
  oracle.close();
  builds.add(`Karpenter ${versions?.karpenter ?? 'unknown'} built with ${go}`);
  return {
    ms: Math.min(wallMs, cpuMs),
    nodeClaims,
    text: `${seconds(wallMs)} s, ${seconds(cpuMs)} s of CPU`,
  };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** What the figures of the real scheduler were measured with. */
export const upstreamBuild = (): string =>
  builds.size === 0
    ? 'Go is not installed: what Karpenter 1.14.1 took is recorded from a run on two calm cores'
    : `${[...builds].sort().join(', ')}, measured in this run`;
