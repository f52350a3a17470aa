import { vi } from 'vitest';
import { type RequestBounds, usualBounds } from '../../src/io/github/bounded-fetch.ts';
import type { FakeGitHub, Harm } from './github.ts';

/**
 * Stops the time-outs of requests to GitHub, and lets them run out once it has kept silent or begun to drip: what a test
 * finds does not depend on how busy the machine is. `vi.useRealTimers()` ends it.
 */
export function stopRequestClock(fake: FakeGitHub): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fake.onHarm = (harm) => {
    if (harm === 'silence') vi.advanceTimersByTime(usualBounds.silenceMs);
    if (harm === 'drip') vi.advanceTimersByTime(usualBounds.wholeMs);
  };
}

/** Bounds for a harm: nobody knows how many bytes of a dripping answer have arrived, so its silence has no bound. */
export const boundsFor = (harm: Harm | undefined): RequestBounds =>
  harm === 'drip' ? { ...usualBounds, silenceMs: usualBounds.wholeMs * 2 } : usualBounds;
