import { vi } from 'vitest';
import { type RequestBounds, usualBounds } from '../../src/io/github/connection/bounded-fetch.ts';
import type { FakeGitHub, Harm } from './github.ts';

/**
 * Stops the timeouts of requests to GitHub, and lets them expire once it is silent or has begun to drip. The result of a test
 * then does not depend on how busy the machine is. `vi.useRealTimers()` ends it.
 */
export function stopRequestClock(fake: FakeGitHub): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fake.onHarm = (harm) => {
    if (harm === 'silence') vi.advanceTimersByTime(usualBounds.silenceMs);
    if (harm === 'drip') vi.advanceTimersByTime(usualBounds.wholeMs);
  };
}

/** Limits for a kind of broken answer. It is unknown how many bytes of a dripping answer have arrived, so silence has no limit there. */
export const boundsFor = (harm: Harm | undefined): RequestBounds =>
  harm === 'drip' ? { ...usualBounds, silenceMs: usualBounds.wholeMs * 2 } : usualBounds;
