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
  /** Longest time that one request may spend waiting, in seconds. */
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
  const github = getOctokit(options.token, { baseUrl: options.apiUrl.replace(/\/$/, ''), log: silent });
  const sleep = options.sleep ?? ((seconds) => delay(seconds * 1000));
  const maxWaitSeconds = options.maxWaitSeconds ?? 180;
  github.hook.wrap('request', async (request, parameters) => {
    for (let waited = 0, attempt = 0; ; attempt++) {
      try {
        return await request(parameters);
      } catch (error) {
        const seconds = secondsToWait(error, { method: parameters.method, attempt, now: options.now ?? Date.now });
        if (seconds === undefined || waited + seconds > maxWaitSeconds) throw error;
        options.onWait?.(seconds);
        await sleep(seconds);
        waited += seconds;
      }
    }
  });
  return github;
}

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

function secondsToWait(
  error: unknown,
  { method, attempt, now }: { method: string; attempt: number; now: () => number },
): number | undefined {
  const status = statusOf(error);
  if (status === 403 || status === 429) return limitSeconds(error as FailedRequest, now);
  // A POST that failed on the server may have been carried out all the same: its caller looks before it repeats.
  const isRepeatable = status !== undefined && status >= 500 && method !== 'POST';
  return isRepeatable && attempt < 3 ? 2 ** attempt : undefined;
}

function limitSeconds({ status, message, response }: FailedRequest, now: () => number): number | undefined {
  const header = (name: string): number => Number.parseInt(String(response?.headers[name] ?? ''), 10);
  const retryAfter = header('retry-after');
  if (retryAfter >= 0) return retryAfter;
  if (header('x-ratelimit-remaining') === 0)
    return Math.max(1, Math.ceil(header('x-ratelimit-reset') - now() / 1000)) || 60;
  return status === 429 || /secondary rate limit/i.test(message) ? 60 : undefined;
}

/** A failed request as an error that the user can mend. */
export function githubError(what: string, cause: unknown): PlumblineError {
  if (cause instanceof PlumblineError) return cause;
  const status = statusOf(cause);
  if (status === undefined) throw cause;
  const help = isRateLimit(cause) ? 'GitHub limits the rate of requests: run the job again later' : helpFor(status);
  return new PlumblineError('github', `GitHub's API could not ${what} (HTTP ${status})`, { help, cause });
}

function helpFor(status: number): string {
  if (status === 401) return 'the input `token` is not valid, or has expired';
  if (status === 403) return 'give the job `permissions: contents: read` and `pull-requests: write`';
  if (status === 404) return 'give the job `permissions: contents: read`, and check that the commit is still there';
  if (status >= 500) return 'GitHub does not answer: see https://www.githubstatus.com, and run the job again';
  return 'see the message of GitHub in the log with debug logging on';
}
