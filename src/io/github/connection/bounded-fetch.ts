import { megabytes } from '../../../engine/text/words/megabytes.ts';
import { NoAnswer, noAnswer } from './no-answer.ts';

/** Limits of one request. undici itself waits ten seconds for a connection. */
export interface RequestBounds {
  /** The longest time without a byte. */
  readonly silenceMs: number;
  /** The longest time until the response is complete. */
  readonly wholeMs: number;
  /** The longest response. A blob of 32 MB has 43 MB in base64. */
  readonly bytes: number;
}

export const usualBounds: RequestBounds = { silenceMs: 30_000, wholeMs: 120_000, bytes: 64 * 1024 * 1024 };

/**
 * A fetch for Octokit that reads the whole response within limits before it returns. Octokit would treat a truncated response as
 * an empty one. Here it is an error. Rejects with NoAnswer.
 */
export function boundedFetch(send: typeof fetch, bounds: RequestBounds): typeof fetch {
  return async (url, init) => {
    const limit = new Limit(bounds);
    try {
      const response = await send(url, { ...init, signal: limit.signal });
      const text = await wholeText(response, limit, bounds);
      const { status, statusText, headers } = response;

      return { status, statusText, headers, url: response.url, text: async () => text } as Response;
    } catch (error) {
      throw noAnswer(limit.signal.aborted ? limit.signal.reason : error);
    } finally {
      limit.end();
    }
  };
}

async function wholeText({ body }: Response, limit: Limit, { bytes }: RequestBounds): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    limit.hear();
    size += chunk.length;
    if (size > bytes) throw new NoAnswer(`the response is longer than ${megabytes(bytes)} MB`, { isLasting: true });
    chunks.push(chunk);
  }

  return Buffer.concat(chunks).toString('utf8');
}

/** Aborts a request that takes too long. */
class Limit {
  readonly #controller = new AbortController();
  readonly #whole: NodeJS.Timeout;
  readonly #silence: NodeJS.Timeout;

  constructor({ silenceMs, wholeMs }: RequestBounds) {
    const end = (why: string, ms: number): NodeJS.Timeout =>
      setTimeout(() => this.#controller.abort(new NoAnswer(`${why} within ${ms / 1000} s`)), ms);
    this.#silence = end('no data arrived', silenceMs);
    this.#whole = end('the response was not complete', wholeMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Data arrived. */
  hear(): void {
    this.#silence.refresh();
  }

  end(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#whole);
  }
}
