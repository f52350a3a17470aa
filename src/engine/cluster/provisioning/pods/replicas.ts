import { groupOf, type Manifest, mappingOrEmpty, type Value } from '../../../manifest/model/manifest.ts';

/** The number of replicas of one workload; null means unknown. */
export interface ReplicaRange {
  readonly low: number | null;
  readonly likely: number | null;
  readonly high: number | null;
}

/** Which of the three numbers a pass uses. */
export type ReplicaCase = keyof ReplicaRange;

export const replicaCases: readonly ReplicaCase[] = ['low', 'likely', 'high'];

/** One value for each of the three cases. */
export type ByReplicaCase<T> = Readonly<Record<ReplicaCase, T>>;

/** Computes a value for each of the three cases. */
export const byReplicaCase = <T>(read: (which: ReplicaCase) => T): ByReplicaCase<T> => ({
  low: read('low'),
  likely: read('likely'),
  high: read('high'),
});

/** The bounds that an autoscaler sets for a workload; null if a bound cannot be read. */
interface ReplicaBounds {
  readonly min: number | null;
  readonly max: number | null;
  /** `HorizontalPodAutoscaler/namespace/name`. */
  readonly by: string;
}

/**
 * The largest number of pods of one workload that is simulated. More are a typing error or an attack on plumbline's running
 * time.
 */
export const maxReplicas = 20_000;

/** The largest number of pods of all workloads that is simulated in one pass. */
export const maxPods = 120_000;

/** A whole number of pods; undefined if absent, null if the value is not a whole number of 0 or more. */
export function readCount(value: Value | undefined): number | null | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  return null;
}

const orElse = (count: number | null | undefined, fallback: number): number | null => {
  if (count === undefined) return fallback;
  return count;
};

/** Exactly `count` replicas in every case. */
export const fixedReplicas = (count: number | null): ReplicaRange => ({ low: count, likely: count, high: count });

/**
 * The replicas in a manifest, limited to the bounds of an autoscaler. Without a number in the manifest, the autoscaler's
 * minimum.
 */
export function replicaRange(named: number | null | undefined, bounds: ReplicaBounds | undefined): ReplicaRange {
  if (bounds === undefined) return fixedReplicas(orElse(named, 1));
  const { min, max } = bounds;
  const wanted = named === undefined ? min : named;
  const likely =
    wanted === null || min === null || max === null ? null : Math.min(Math.max(wanted, min), Math.max(min, max));
  return { low: min, likely, high: max === null || min === null ? max : Math.max(min, max) };
}

/** Numbers above the simulation's limit become unknown. */
export const simulatedReplicas = ({ low, likely, high }: ReplicaRange): ReplicaRange => ({
  low: simulated(low),
  likely: simulated(likely),
  high: simulated(high),
});

const simulated = (count: number | null): number | null => {
  if (count !== null && count > maxReplicas) return null;
  return count;
};

/** The pods that a Job runs at the same time: min(parallelism, completions), and none while it is suspended. */
export function jobReplicas(spec: Value | undefined): number | null {
  const { parallelism, completions, suspend } = mappingOrEmpty(spec);
  if (suspend === true) return 0;
  if (suspend !== undefined && suspend !== null && suspend !== false) return null;
  const running = orElse(readCount(parallelism), 1);
  const wanted = readCount(completions);
  if (wanted === undefined) return running;
  if (running === null || wanted === null) return null;
  return Math.min(running, wanted);
}

const targetKey = (namespace: string, target: Value | undefined): string => {
  const { kind, name } = mappingOrEmpty(target);
  return `${kind ?? 'Deployment'}/${namespace}/${name}`;
};

function boundsOf(manifest: Manifest): { target: string; bounds: ReplicaBounds } | undefined {
  const namespace = manifest.namespace ?? 'default';
  const by = `${manifest.kind}/${namespace}/${manifest.name}`;
  const spec = mappingOrEmpty(manifest.object.spec);
  const target = targetKey(namespace, spec.scaleTargetRef);
  const group = groupOf(manifest.apiVersion);

  if (group === 'autoscaling' && manifest.kind === 'HorizontalPodAutoscaler') {
    const max = readCount(spec.maxReplicas);
    // `maxReplicas` has no default: the API server refuses an autoscaler without it, so it scales nothing.
    if (max === undefined) return undefined;
    return { target, bounds: { min: orElse(readCount(spec.minReplicas), 1), max, by } };
  }

  if (group === 'keda.sh' && manifest.kind === 'ScaledObject')
    return {
      target,
      bounds: {
        min: orElse(readCount(spec.minReplicaCount), 0),
        max: orElse(readCount(spec.maxReplicaCount), 100),
        by,
      },
    };

  return undefined;
}

const widest = (pick: (a: number, b: number) => number, a: number | null, b: number | null): number | null => {
  if (a === null || b === null) return null;
  return pick(a, b);
};

/**
 * By workload (`Deployment/namespace/name`), the bounds from all HorizontalPodAutoscalers and KEDA ScaledObjects. Of several,
 * the widest.
 */
export function readReplicaBounds(manifests: readonly Manifest[]): ReadonlyMap<string, ReplicaBounds> {
  const bounds = new Map<string, ReplicaBounds>();

  for (const manifest of manifests) {
    const read = boundsOf(manifest);
    if (read === undefined) continue;

    const previous = bounds.get(read.target);

    bounds.set(
      read.target,
      previous === undefined
        ? read.bounds
        : {
            min: widest(Math.min, previous.min, read.bounds.min),
            max: widest(Math.max, previous.max, read.bounds.max),
            by: `${previous.by} and ${read.bounds.by}`,
          },
    );
  }

  return bounds;
}
