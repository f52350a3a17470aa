import { buildOracle, hasGo } from '../test/oracle/build.ts';
import { type BenchQuestion, Oracle } from '../test/oracle/oracle.ts';

/** The time that the real scheduler takes for an input, and where the figure is from. */
export interface Upstream {
  readonly ms: number;
  readonly nodeClaims: number | undefined;
  readonly text: string;
}

/** The versions of Go and Karpenter in this run. Undefined if the figures are recorded ones. */
const builds = new Set<string>();

// The recorder starts this program with a larger heap. Here it runs with Karpenter's settings.
process.env.GOGC ??= '100';

/**
 * Runs the real scheduler once on the same input, in a separate process. Its time is the smaller of elapsed time and CPU time, because it
 * uses several cores, and a busy machine makes it wait. Without Go, this is the time of an earlier run on two idle cores.
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

/** How the figures of the real scheduler were measured. */
export const upstreamBuild = (): string =>
  builds.size === 0
    ? 'Go is not installed, so the figures of Karpenter 1.14.1 are from an earlier run on two idle cores'
    : `${[...builds].sort().join(', ')}, measured in this run`;
