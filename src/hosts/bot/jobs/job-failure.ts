import { isRateLimit, retryAfterSeconds, statusOf } from '../../../io/github/github-errors.ts';
import { PlumblineError } from '../../../shared/errors.ts';

/** Why a job failed, and what to do with it. Plain data that can be sent between threads. */
export interface Failure {
  /**
   * `later`: a rate limit of GitHub. `transient`: worth another try. `permanent`: another try would also fail. `gone`:
   * its repository or pull request no longer exists.
   */
  readonly kind: 'later' | 'transient' | 'permanent' | 'gone';
  readonly message: string;
  /** For `later`: how long GitHub says to wait. */
  readonly seconds?: number;
}

/** An error with a known failure. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Classifies an error. */
export function failureOf(error: unknown): Failure {
  if (error instanceof JobError) return error.failure;

  const chain = causes(error);
  const refused = chain.find((cause) => statusOf(cause) !== undefined);
  const message = describe(error, refused);

  if (refused) {
    const status = statusOf(refused)!;
    if (isRateLimit(refused)) return { kind: 'later', seconds: retryAfterSeconds(refused) ?? 60, message };
    if (status === 404 || status === 410) return { kind: 'gone', message };
    // After a rejected token (401), the next try uses a new one, which works unless the installation was removed.
    if (status >= 500 || status === 401 || status === 408) return { kind: 'transient', message };

    return { kind: status === 403 && isSuspended(refused) ? 'gone' : 'permanent', message };
  }

  if (error instanceof PlumblineError) return { kind: 'permanent', message };
  if (chain.some(isNetwork)) return { kind: 'transient', message };

  return { kind: 'permanent', message };
}

/** An error and its chain of causes. */
function causes(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let at = error; at instanceof Error && causes.length < 8; at = at.cause) causes.push(at);
  return causes;
}

const isSuspended = (error: unknown): boolean => /suspended/i.test((error as Error).message);

/** Whether it is a network error. undici and Node identify those by a code, and Octokit wraps them as its own status 500. */
const isNetwork = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(E[A-Z]+|UND_ERR_\w+)$/.test(String((error as NodeJS.ErrnoException).code)) || error.message === 'fetch failed');

function describe(error: unknown, refused: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const permission = missingPermission(refused);
  if (permission) return `${text}: the app lacks the permission ${permission}`;
  return text;
}

interface Refused {
  readonly response?: { readonly headers?: Readonly<Record<string, unknown>> };
}

/** The permission that GitHub names when it refuses an installation: `checks: write`. */
function missingPermission(error: unknown): string | undefined {
  if (statusOf(error) !== 403 || isRateLimit(error)) return undefined;
  const accepted = (error as Refused).response?.headers?.['x-accepted-github-permissions'];
  if (typeof accepted !== 'string' || accepted === '') return undefined;
  // Semicolons separate alternatives.
  return accepted
    .split(';')
    .map((permission) => permission.trim().replace('=', ': '))
    .join(' or ');
}
