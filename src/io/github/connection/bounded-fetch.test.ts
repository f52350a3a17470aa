import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boundedFetch, usualBounds } from './bounded-fetch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The text of an answer that comes byte by byte, with this time before each byte. */
function read(bytes: number, pauseMs: number): Promise<string> {
  let left = bytes;
  const send = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const { signal } = init!;
    const pull = (stream: ReadableStreamDefaultController): void => {
      vi.advanceTimersByTime(pauseMs);
      if (signal!.aborted) stream.error(signal!.reason);
      else if (left-- === 0) stream.close();
      else stream.enqueue(new Uint8Array([65]));
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };
  return boundedFetch(send as typeof fetch, usualBounds)('https://api.github.test').then((answer) => answer.text());
}

test.each([
  ['comes slowly and is whole in time', 10, 10_000, 'AAAAAAAAAA'],
  ['pauses for as long as silence may last', 10, 30_000, 'no data arrived within 30 s'],
  ['drips for too long', 10, 29_000, 'the response was not complete within 120 s'],
])('an answer that %s', async (_, bytes, pauseMs, outcome) => {
  expect(await read(bytes, pauseMs).catch(({ message }) => message)).toBe(outcome);
});
