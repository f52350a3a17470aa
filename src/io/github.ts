import { setTimeout as delay } from 'node:timers/promises';
import { getOctokit } from '@actions/github';
import { PlumblineError } from '../errors.ts';

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
  /** Longest time to wait in all, in seconds. */
  readonly maxWaitSeconds?: number;
  readonly sleep?: (seconds: number) => Promise<void>;
  readonly now?: () => number;
  /** Hears of every wait. */
  readonly onWait?: (seconds: number) => void;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Opens a connection. Rate limits (403 and 429) and failing servers (5xx) are waited for, within bounds. */
export function connect(options: ConnectOptions): GitHub {
  // What Octokit logs may quote a pull request, and a log line can be a command to the runner.
  const github = getOctokit(options.token, {
    baseUrl: options.apiUrl.replace(/\/$/, ''),
    log: silent,
    // @actions/github chooses the proxy by the environment alone: for this machine itself there is none.
    ...(isLoopback(options.apiUrl) ? { request: { fetch } } : {}),
  });
  const patience = new Patience(options);
  github.hook.wrap('request', async (request, parameters) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await request(parameters);
      } catch (error) {
        const seconds = secondsToWait(error, { ...parameters, attempt, now: patience.now });
        if (seconds === undefined || !(await patience.wait(seconds))) throw error;
      }
    }
  });
  return github;
}

const isLoopback = (url: string): boolean => /^(127\.|\[::1\]$|localhost$)/.test(new URL(url).hostname);

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

interface FailedRequest {
  readonly status: number;
  readonly message: string;
  readonly response?: { readonly headers: Readonly<Record<string, string | number | undefined>> };
}

/** The HTTP status of a failed request; undefined for anything else. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;

/** A limit that was not waited out; a plain 403 means that the token may not. */
export const isRateLimit = (error: unknown): boolean =>
  [403, 429].includes(statusOf(error) ?? 0) && limitSeconds(error as FailedRequest, Date.now) !== undefined;

/** How long GitHub asks to wait, in seconds; undefined when it does not. */
export const retryAfterSeconds = (error: unknown, now: () => number = Date.now): number | undefined =>
  isRateLimit(error) ? limitSeconds(error as FailedRequest, now) : undefined;

interface Attempt {
  readonly method: string;
  readonly url: string;
  readonly attempt: number;
  readonly now: () => number;
}

function secondsToWait(error: unknown, { method, url, attempt, now }: Attempt): number | undefined {
  const status = statusOf(error);
  if (status === 403 || status === 429) return limitSeconds(error as FailedRequest, now);
  // A POST that failed on the server may have been carried out all the same: its caller looks before it repeats. GraphQL
  // is a POST by form alone, for we only ask.
  const isRepeatable = method !== 'POST' || url.endsWith('/graphql');
  return isRepeatable && (status ?? 0) >= 500 && attempt < 3 ? 2 ** attempt : undefined;
}

function limitSeconds({ status, message, response }: FailedRequest, now: () => number): number | undefined {
  const header = (name: string): number => Number.parseInt(String(response?.headers[name] ?? ''), 10);
  const retryAfter = header('retry-after');
  if (retryAfter >= 0) return retryAfter;
  if (header('x-ratelimit-remaining') === 0)
    return Math.max(1, Math.ceil(header('x-ratelimit-reset') - now() / 1000)) || 60;
  return status === 429 || /rate limit/i.test(message) ? 60 : undefined;
}

/** A failed request as an error that the user can mend. */
export function githubError(what: string, cause: unknown): PlumblineError {
  if (cause instanceof PlumblineError) return cause;
  const status = statusOf(cause);
  if (status === undefined) throw cause;
  const help = isRateLimit(cause) ? 'GitHub limits the rate of requests: run the job again later.' : helpFor(status);
  return new PlumblineError('github', `GitHub's API could not ${what} (HTTP ${status})`, { help, cause });
}

function helpFor(status: number): string {
  if (status === 401) return 'The input `token` is not valid, or has expired.';
  if (status === 403) return 'Give the job `permissions: contents: read` and `pull-requests: write`.';
  if (status === 404) return 'Give the job `permissions: contents: read`, and check that the commit is still there.';
  if (status >= 500) return 'GitHub does not answer: see https://www.githubstatus.com, and run the job again.';
  return 'See the message of GitHub in the log with debug logging on.';
}
