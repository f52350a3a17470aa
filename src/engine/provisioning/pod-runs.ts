import type { BoundPod } from './scheduler-input.ts';

/** Pods of a node that stand side by side and are the very same object. */
export interface PodRun extends BoundPod {
  readonly count: number;
}

/** Lists of pods stay as they are while a pass runs, and several look at them. */
const known = new WeakMap<readonly BoundPod[], readonly PodRun[]>();

/** The pods of a node, those that are one and the same object counted: disruption moves thousands of such. */
export function podRuns(pods: readonly BoundPod[]): readonly PodRun[] {
  let runs = known.get(pods);
  if (runs === undefined) {
    runs = countRuns(pods);
    known.set(pods, runs);
  }
  return runs;
}

function countRuns(pods: readonly BoundPod[]): readonly PodRun[] {
  const runs: PodRun[] = [];
  for (let from = 0, to = 0; from < pods.length; from = to) {
    const first = pods[from]!;
    while (to < pods.length && isSame(first, pods[to]!)) to++;
    runs.push({ ...first, count: to - from });
  }
  return runs;
}

const isSame = (a: BoundPod, b: BoundPod): boolean =>
  a.pod === b.pod && a.isDaemon === b.isDaemon && a.isTerminating === b.isTerminating;
