import { setTimeout as delay } from 'node:timers/promises';
import { getOctokit } from '@actions/github';
import { defaults } from '@actions/github/lib/utils';
import { isLoopback } from '../is-loopback.ts';
import { boundedFetch, type RequestBounds, usualBounds } from './connection/bounded-fetch.ts';
import { NoAnswer } from './connection/no-answer.ts';
import { type FailedRequest, secondsToWait } from './github-errors.ts';

/** GitHub's API: Octokit with its typed endpoints, which waits when GitHub asks for it. */
export type GitHub = ReturnType<typeof getOctokit>;

/** A repository as the API names it. */
export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

export interface ConnectOptions {
  readonly token: string;
  /** `https://api.github.com`, or `https://HOST/api/v3` of a GitHub Enterprise Server. */
  readonly apiUrl: string;
  /** Longest total waiting time in seconds, including requests that got no response. */
  readonly maxWaitSeconds?: number;
  /** Limits of one request. */
  readonly bounds?: RequestBounds;
  readonly sleep?: (seconds: number) => Promise<void>;
  readonly now?: () => number;
  /** Called before every wait. */
  readonly onWait?: (seconds: number) => void;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Opens a connection. After rate limits (403 and 429), server errors (5xx) and requests without a response, it waits and repeats
 * the request, within limits, unless that could create something twice.
 */
export function connect(options: ConnectOptions): GitHub {
  const { token, apiUrl, bounds = usualBounds } = options;
  const github = getOctokit(token, {
    userAgent: 'plumbline',
    baseUrl: apiUrl.replace(/\/$/, ''),
    // Octokit's log may quote a pull request, and a log line can be a command to the runner.
    log: silent,
    request: { fetch: fetchWithin(apiUrl, bounds) },
  });

  const patience = new Patience(options);

  github.hook.wrap('request', async (request, parameters) => {
    for (let attempt = 0; ; attempt++) {
      const start = patience.now();
      try {
        return withinLimit(readable(await request(parameters)));
      } catch (thrown) {
        const error = unwrapped(thrown);
        if (error instanceof NoAnswer) patience.spend((patience.now() - start) / 1000);
        const seconds = secondsToWait(error, {
          ...parameters,
          request: { ...parameters.request },
          attempt,
          now: patience.now,
        });

        if (seconds === undefined || !(await patience.wait(seconds))) throw error;
      }
    }
  });

  return github;
}

/** A fetch within limits for one server. */
function fetchWithin(url: string, bounds: RequestBounds): typeof fetch {
  // @actions/github chooses the proxy only by the environment, but requests to this machine must not use a proxy.
  const send = isLoopback(new URL(url)) ? fetch : (defaults.request!.fetch as typeof fetch);
  return boundedFetch(send, bounds);
}

/** Checks that a response is JSON, because Octokit also accepts a page of HTML or truncated JSON. Throws NoAnswer. */
function readable<T extends { readonly status: number; readonly data: unknown }>(answer: T): T {
  const isJson = typeof answer.data === 'object' && answer.data !== null;
  if (isJson || answer.status > 201) return answer;
  throw new NoAnswer('the response is not JSON', { help: notGitHub });
}

/** GraphQL reports a rate limit with status 200. Throws it as REST reports one, so that it is waited for or named. */
function withinLimit<T extends { readonly data: unknown }>(answer: T): T {
  const { errors } = (answer.data ?? {}) as { readonly errors?: unknown };
  if (!Array.isArray(errors) || !errors.some((error) => error?.type === 'RATE_LIMITED')) return answer;
  throw Object.assign(new Error('API rate limit exceeded'), { status: 403, response: answer });
}

const notGitHub =
  'Check the proxy between this machine and GitHub, check https://www.githubstatus.com, and run this again.';

/** Undoes what Octokit does to errors: it wraps errors of fetch, and uses a page of HTML as the message. */
function unwrapped(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.cause instanceof NoAnswer) return error.cause;
  const { response, status } = error as FailedRequest;
  if (typeof response?.data === 'string') error.message = `HTTP ${status}`;
  return error;
}

/** The total waiting time of a connection. Requests that wait at the same time share it. */
class Patience {
  readonly now: () => number;
  readonly #options: ConnectOptions;
  #secondsLeft: number;
  #waitsUntil = 0;

  constructor(options: ConnectOptions) {
    this.#options = options;
    this.#secondsLeft = options.maxWaitSeconds ?? 240;
    this.now = options.now ?? Date.now;
  }

  /** Counts the time of a request that got no response. */
  spend(seconds: number): void {
    this.#secondsLeft -= seconds;
  }

  /** Waits; false when that would take too long. */
  async wait(seconds: number): Promise<boolean> {
    const until = this.now() + seconds * 1000;
    const more = Math.max(0, until - Math.max(this.#waitsUntil, this.now())) / 1000;
    if (seconds > this.#secondsLeft || more > this.#secondsLeft) return false;

    this.#secondsLeft -= more;
    this.#waitsUntil = Math.max(this.#waitsUntil, until);
    this.#options.onWait?.(seconds);
    await (this.#options.sleep ?? sleep)(seconds);

    return true;
  }
}

const sleep = (seconds: number): Promise<void> => delay(seconds * 1000);

/** Ends a `paginate` once it has at least `max` items. Each listing needs its own, because it counts. */
export function atLeast(max: number): <T>(page: { readonly data: T[] }, done: () => void) => T[] {
  let count = 0;
  return ({ data }, done) => {
    count += data.length;
    if (count >= max) done();
    return data;
  };
}
