import type { Duration, Wave } from './disruption-data.ts';

/** From CreateFleet to a ready node: what EKS nodes commonly take, without pulling images. */
export const readyMinutes = { low: 1, high: 3 } as const;
/** Even if pods stop at once, they have to be evicted and the instance terminated. */
const leastDrainMinutes = 0.5;

/** The minimum and maximum minutes of one wave. */
export interface Pace {
  readonly low: number;
  readonly high: number;
}

/**
 * A wave waits for its replacements to be ready, then drains; a deletion only drains. If PodDisruptionBudgets let pods go only one after the
 * other, each eviction waits until the pods before are ready: on a node with room, or on a new one.
 */
export function paceOf(isDeletion: boolean, graceSeconds: number, evictions = 1): Pace {
  const launch = isDeletion ? { low: 0, high: 0 } : readyMinutes;
  const drain = Math.max(leastDrainMinutes, graceSeconds / 60);
  if (evictions > 1) return { low: evictions * leastDrainMinutes, high: evictions * (readyMinutes.high + drain) };
  return { low: launch.low + leastDrainMinutes, high: launch.high + drain };
}

/**
 * How long the waves take, one after the other. Null if that is unknown: a wave waits for a schedule, or none starts.
 */
export function wavesDuration(waves: readonly Wave[], isDeletion: boolean, graceSeconds: number): Duration | null {
  const going = waves.filter(({ nodes }) => nodes > 0);
  if (going.length === 0 || going.some(({ start }) => start !== undefined)) return null;
  const [{ evictions = 1 }] = going as [Wave];
  const { low, high } = paceOf(isDeletion, graceSeconds, evictions);

  return {
    low: Math.ceil(going.length * low),
    high: Math.ceil(going.length * high),
    graceSeconds,
    ...(evictions > 1 && { evictions }),
  };
}
