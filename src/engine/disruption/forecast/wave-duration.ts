import type { Duration, Wave } from '../disruption-data.ts';

/** From CreateFleet to a node that is ready: what EKS nodes commonly take, images not counted. */
export const readyMinutes = { low: 1, high: 3 } as const;
/** A pod that stops at once still has to be evicted and its instance ended. */
const leastDrainMinutes = 0.5;

/** Minutes that one wave takes, at the least and at the most. */
export interface Pace {
  readonly low: number;
  readonly high: number;
}

/** A wave waits for its replacements to be ready, then drains; a deletion only drains. */
export function paceOf(isDeletion: boolean, graceSeconds: number): Pace {
  const launch = isDeletion ? { low: 0, high: 0 } : readyMinutes;
  const drain = Math.max(leastDrainMinutes, graceSeconds / 60);
  return { low: launch.low + leastDrainMinutes, high: launch.high + drain };
}

/**
 * How long the waves take, one after the other. Null where a wave starts by a schedule or does not start at all, for then nobody knows.
 */
export function wavesDuration(waves: readonly Wave[], isDeletion: boolean, graceSeconds: number): Duration | null {
  const going = waves.filter(({ nodes }) => nodes > 0);
  if (going.length === 0 || going.some(({ start }) => start !== undefined)) return null;
  const { low, high } = paceOf(isDeletion, graceSeconds);
  return { low: Math.ceil(going.length * low), high: Math.ceil(going.length * high), graceSeconds };
}
