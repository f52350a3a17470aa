import type { Duration } from '../../cluster/disruption/forecast/disruption-data.ts';
import { podReadyMinutes, readyMinutes } from '../../cluster/disruption/forecast/wave-duration.ts';
import { plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';

/**
 * `about 1 minute, if pods take up to 30 s to stop`,
 * `about 4–12 minutes, if a new node is ready in 1–3 minutes and pods take up to 30 s to stop`.
 */
export function durationText({ low, high, graceSeconds, evictions }: Duration, isDeletion: boolean): string {
  const range = low === high ? `${minutes(low)}` : `${low}–${minutes(high)}`;
  const launch = textIf(!isDeletion, `a new node is ready in ${readyMinutes.low}–${readyMinutes.high} minutes and `);
  const ready = textIf(evictions !== undefined && !isDeletion, ` and ${plural(podReadyMinutes, 'minute')} to be ready`);
  const turns = textIf(evictions !== undefined, `; PodDisruptionBudgets let pods go in ${evictions} steps`);
  return `about ${range}, if ${launch}pods take up to ${grace(graceSeconds)} to stop${ready}${turns}`;
}

const minutes = (count: number): string => plural(count, 'minute');

const grace = (seconds: number): string => {
  if (seconds < 120) return `${seconds} s`;
  return `${Math.round(seconds / 60)} minutes`;
};
