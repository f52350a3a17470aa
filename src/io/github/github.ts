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
  /** Longest time to wait in all, in seconds; requests that failed for want of an answer count too. */
  readonly maxWaitSeconds?: number;
  /** What one request may take. */
  readonly bounds?: RequestBounds;
  readonly sleep?: (seconds: number) => Promise<void>;
  readonly now?: () => number;
  /** Hears of every wait. */
  readonly onWait?: (seconds: number) => void;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Opens a connection. Rate limits (403 and 429), failing servers (5xx) and requests without an answer are waited for and
 * repeated, within bounds, where that cannot make anything twice.
 */
export function connect(options: ConnectOptions): GitHub {
  const { token, apiUrl, bounds = usualBounds } = options;
  // @actions/github chooses the proxy by the environment alone: for this machine itself there is none.
  const send = isLoopback(apiUrl) ? fetch : (defaults.request!.fetch as typeof fetch);
  const github = getOctokit(token, {
    userAgent: 'plumbline',
    baseUrl: apiUrl.replace(/\/$/, ''),
    // What Octokit logs may quote a pull request, and a log line can be a command to the runner.
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

/** The answer, where it is what GitHub sends: Octokit takes a page of HTML, or half of one of JSON, for an answer as well. */
function readable<T extends { readonly status: number; readonly data: unknown }>(answer: T): T {
  const isJson = typeof answer.data === 'object' && answer.data !== null;
  if (isJson || answer.status > 201) return answer;
  throw new NoAnswer('what came is no JSON', { help: notGitHub });
}

const notGitHub =
  'Something between this machine and GitHub answers in its place, or GitHub fails: see https://www.githubstatus.com, and run it again.';

/** Octokit wraps whatever fetch throws, and takes a page of HTML for what GitHub says is wrong. */
function unwrapped(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.cause instanceof NoAnswer) return error.cause;
  const { response, status } = error as FailedRequest;
  if (typeof response?.data === 'string') error.message = `HTTP ${status}`;
  return error;
}

/** How long a connection waits in all. Requests that wait at the same time share the time. */
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

  /** What a request took that brought nothing. */
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

/** Whether the server failed: what it was asked for may have been carried out all the same. */
export const isServerError = (error: unknown): boolean => (statusOf(error) ?? 0) >= 500;

/** A limit that was not waited out; a plain 403 means that the token may not. */
export const isRateLimit = (error: unknown): boolean =>
  [403, 429].includes(statusOf(error) ?? 0) && limitSeconds(error as FailedRequest, Date.now) !== undefined;

/** How long GitHub asks to wait, in seconds; undefined when it does not. */
export const retryAfterSeconds = (error: unknown, now: () => number = Date.now): number | undefined =>
  isRateLimit(error) ? limitSeconds(error as FailedRequest, now) : undefined;

interface Attempt {
  readonly method: string;
  readonly url: string;
  /** `isAdding`: what it does twice is there twice; by itself that is so of a POST. */
  readonly request: { readonly [option: string]: unknown };
  readonly attempt: number;
  readonly now: () => number;
}

/** A limit that is said to be over each time is none: so many tries are enough. */
const maxAttempts = 20;

function secondsToWait(error: unknown, { method, url, request, attempt, now }: Attempt): number | undefined {
  const status = statusOf(error) ?? 0;
  if (attempt >= maxAttempts) return undefined;
  if (status === 403 || status === 429) return limitSeconds(error as FailedRequest, now);
  if (status < 500 || attempt >= 3 || (error instanceof NoAnswer && error.isLasting)) return undefined;
  // A POST that failed on the server may have been carried out all the same: its caller looks before it repeats. GraphQL
  // is a POST by form alone, for we only ask.
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

/** The header of that name in seconds: it gives a number, or a date. */
function retryAfter({ response }: FailedRequest, now: () => number): number | undefined {
  const value = String(response?.headers['retry-after'] ?? '').trim();
  if (/^\d+$/.test(value)) return Number(value);
  const until = Date.parse(value);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now()) / 1000));
}

/** A failed request as an error that the user can mend. */
export function githubError(what: string, cause: unknown): PlumblineError {
  if (cause instanceof PlumblineError) return cause;
  const status = statusOf(cause);
  if (status === undefined) throw cause;
  const help = isRateLimit(cause)
    ? 'GitHub limits the rate of requests: run the job again later.'
    : helpFor(cause, status);
  return new PlumblineError('github', `GitHub's API could not ${what} (${reasonOf(cause)})`, { help, cause });
}

/** Why a request failed, in a few words. */
export const reasonOf = (error: unknown): string =>
  error instanceof NoAnswer ? error.message : `HTTP ${statusOf(error) ?? 'unknown'}`;

function helpFor(error: unknown, status: number): string {
  if (error instanceof NoAnswer) return error.help;
  if (status === 401) return 'The input `token` is not valid, or has expired.';
  if (status === 403) return 'Give the job `permissions: contents: read` and `pull-requests: write`.';
  if (status === 404) return 'Give the job `permissions: contents: read`, and check that the commit is still there.';
  if (status >= 500) return statusPage;
  return 'See the message of GitHub in the log with debug logging on.';
}

/** Ends a `paginate` once it has at least so many items. Each listing needs one of its own, as it counts. */
export function atLeast(max: number): <T>(page: { readonly data: T[] }, done: () => void) => T[] {
  let count = 0;
  return ({ data }, done) => {
    count += data.length;
    if (count >= max) done();
    return data;
  };
}
