import type { Duration, Wave } from './disruption-data.ts';

/** From CreateFleet to a ready node: what EKS nodes commonly take, without pulling images. */
export const readyMinutes = { low: 1, high: 3 } as const;
/** Even if pods stop at once, they have to be evicted and the instance terminated. */
const leastDrainMinutes = 0.5;
/** How long a pod takes at most to be ready on a node that is ready, without pulling large images. */
export const podReadyMinutes = 1;

/** Minutes that have begun. Sums of thirds and sixths are not exact. */
export const begunMinutes = (minutes: number): number => Math.ceil(Math.max(0, minutes - 1e-6));

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
  if (evictions === 1) return { low: launch.low + leastDrainMinutes, high: launch.high + drain };
  // Replacements are ready before their nodes drain. Pods of deleted nodes may wait for new ones each time.
  const perTurn = drain + (isDeletion ? readyMinutes.high : podReadyMinutes);
  return { low: launch.low + evictions * leastDrainMinutes, high: launch.high + evictions * perTurn };
}

/**
 * How long the waves take, one after the other. `graceSeconds` is that of the NodePool, for waves of whose pods it is unknown. Null if that is unknown: a wave waits for a schedule, or none starts.
 */
export function wavesDuration(waves: readonly Wave[], isDeletion: boolean, graceSeconds: number): Duration | null {
  const going = waves.filter(({ nodes }) => nodes > 0);
  if (going.length === 0 || going.some(({ start }) => start !== undefined)) return null;

  const paces = going.map(({ evictions, graceSeconds: seconds = graceSeconds }) =>
    paceOf(isDeletion, seconds, evictions),
  );
  const turns = going.reduce((sum, { evictions = 1 }) => sum + evictions, 0);

  return {
    low: begunMinutes(paces.reduce((sum, { low }) => sum + low, 0)),
    high: begunMinutes(paces.reduce((sum, { high }) => sum + high, 0)),
    graceSeconds: Math.max(...going.map(({ graceSeconds: seconds = graceSeconds }) => seconds)),
    ...(turns > going.length && { evictions: turns }),
  };
}
