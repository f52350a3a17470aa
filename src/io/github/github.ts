import { setTimeout as delay } from 'node:timers/promises';
import { getOctokit } from '@actions/github';
import { defaults } from '@actions/github/lib/utils';
import { PlumblineError } from '../../errors.ts';
import { boundedFetch, type RequestBounds, usualBounds } from './bounded-fetch.ts';
import { NoAnswer, statusPage } from './no-answer.ts';

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
  // @actions/github chooses the proxy only by the environment, but requests to this machine must not use a proxy.
  const send = isLoopback(apiUrl) ? fetch : (defaults.request!.fetch as typeof fetch);
  const github = getOctokit(token, {
    userAgent: 'plumbline',
    baseUrl: apiUrl.replace(/\/$/, ''),
    // Octokit's log may quote a pull request, and a log line can be a command to the runner.
    log: silent,
    request: { fetch: boundedFetch(send, bounds) },
  });
  const patience = new Patience(options);
  github.hook.wrap('request', async (request, parameters) => {
    for (let attempt = 0; ; attempt++) {
      const start = patience.now();
      try {
        return readable(await request(parameters));
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

const isLoopback = (url: string): boolean => /^(127\.|\[::1\]$|localhost$)/.test(new URL(url).hostname);

/** Checks that a response is JSON, because Octokit also accepts a page of HTML or truncated JSON. Throws NoAnswer. */
function readable<T extends { readonly status: number; readonly data: unknown }>(answer: T): T {
  const isJson = typeof answer.data === 'object' && answer.data !== null;
  if (isJson || answer.status > 201) return answer;
  throw new NoAnswer('the response is not JSON', { help: notGitHub });
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

interface FailedRequest extends Error {
  readonly status: number;
  readonly response?: {
    readonly headers: Readonly<Record<string, string | number | undefined>>;
    readonly data: unknown;
  };
}

/** The HTTP status of a failed request; undefined for anything else. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;

/** Whether the server failed. It may still have done what it was asked for. */
export const isServerError = (error: unknown): boolean => (statusOf(error) ?? 0) >= 500;

/** Whether a rate limit was reached. Any other 403 means that the token lacks a permission. */
export const isRateLimit = (error: unknown): boolean =>
  [403, 429].includes(statusOf(error) ?? 0) && limitSeconds(error as FailedRequest, Date.now) !== undefined;

/** How long GitHub asks to wait, in seconds; undefined when it does not. */
export const retryAfterSeconds = (error: unknown, now: () => number = Date.now): number | undefined =>
  isRateLimit(error) ? limitSeconds(error as FailedRequest, now) : undefined;

interface Attempt {
  readonly method: string;
  readonly url: string;
  /** `isAdding`: repeating the request would add something twice. Default: true for a POST. */
  readonly request: { readonly [option: string]: unknown };
  readonly attempt: number;
  readonly now: () => number;
}

/** Stops repeating if GitHub reports a limit again and again that is already over. */
const maxAttempts = 20;

function secondsToWait(error: unknown, { method, url, request, attempt, now }: Attempt): number | undefined {
  const status = statusOf(error) ?? 0;
  if (attempt >= maxAttempts) return undefined;
  if (status === 403 || status === 429) return limitSeconds(error as FailedRequest, now);
  if (status < 500 || attempt >= 3 || (error instanceof NoAnswer && error.isLasting)) return undefined;
  // A POST that failed on the server may still have succeeded, so its caller checks before it repeats the request. GraphQL uses
  // POST as well, but our queries only read.
  const isAdding = request.isAdding ?? (method === 'POST' && !url.endsWith('/graphql'));
  const isUnsent = error instanceof NoAnswer && !error.isSent;
  if (isAdding && !isUnsent) return undefined;
  return retryAfter(error as FailedRequest, now) ?? 2 ** attempt;
}

function limitSeconds(error: FailedRequest, now: () => number): number | undefined {
  const header = (name: string): number => Number.parseInt(String(error.response?.headers[name] ?? ''), 10);
  const seconds = retryAfter(error, now);
  if (seconds !== undefined) return seconds;
  if (header('x-ratelimit-remaining') === 0)
    return Math.max(1, Math.ceil(header('x-ratelimit-reset') - now() / 1000)) || 60;
  return error.status === 429 || /rate limit/i.test(error.message) ? 60 : undefined;
}

/** The Retry-After header in seconds. It contains a number or a date. */
function retryAfter({ response }: FailedRequest, now: () => number): number | undefined {
  const value = String(response?.headers['retry-after'] ?? '').trim();
  if (/^\d+$/.test(value)) return Number(value);
  const until = Date.parse(value);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now()) / 1000));
}

/** Turns a failed request into an error that the user can fix. */
export function githubError(what: string, cause: unknown): PlumblineError {
  if (cause instanceof PlumblineError) return cause;
  const status = statusOf(cause);
  if (status === undefined) throw cause;
  const help = isRateLimit(cause) ? 'Run the job again later. GitHub’s rate limit is reached.' : helpFor(cause, status);
  return new PlumblineError('github', `GitHub's API could not ${what} (${reasonOf(cause)})`, { help, cause });
}

/** Why a request failed, in a few words. */
export const reasonOf = (error: unknown): string =>
  error instanceof NoAnswer ? error.message : `HTTP ${statusOf(error) ?? 'unknown'}`;

function helpFor(error: unknown, status: number): string {
  if (error instanceof NoAnswer) return error.help;
  if (status === 401) return 'Check the input `token`, which is invalid or has expired.';
  if (status === 403) return 'Give the job `permissions: contents: read` and `pull-requests: write`.';
  if (status === 404) return 'Give the job `permissions: contents: read`, and check that the commit still exists.';
  if (status >= 500) return statusPage;
  return 'Turn on debug logging to see GitHub’s message in the log.';
}

/** Ends a `paginate` once it has at least `max` items. Each listing needs its own, because it counts. */
export function atLeast(max: number): <T>(page: { readonly data: T[] }, done: () => void) => T[] {
  let count = 0;
  return ({ data }, done) => {
    count += data.length;
    if (count >= max) done();
    return data;
  };
}
