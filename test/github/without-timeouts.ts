import { type RequestBounds, usualBounds } from '../../src/io/github/connection/bounded-fetch.ts';

/**
 * Limits of a request to a GitHub that answers in the end. It shares the process with the test, so on a busy machine an answer
 * with 20,000 files can take longer than the usual limits.
 */
export const withoutTimeouts: RequestBounds = { ...usualBounds, silenceMs: 2 ** 31 - 1, wholeMs: 2 ** 31 - 1 };
