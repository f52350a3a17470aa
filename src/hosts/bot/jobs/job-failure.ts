import { PlumblineError } from '../../../errors.ts';
import { isRateLimit, retryAfterSeconds, statusOf } from '../../../io/github/github.ts';

/** Why a job did not succeed, and what to do with it; plain data that crosses threads. */
export interface Failure {
  /** `later`: GitHub limits us. `transient`: worth another try. `permanent`: another try would fail as well. `gone`: nobody waits for it. */
  readonly kind: 'later' | 'transient' | 'permanent' | 'gone';
  readonly message: string;
  /** For `later`: GitHub's own figure. */
  readonly seconds?: number;
}

/** What a job throws to be tried again. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The kind of failure that an error is. */
export function failureOf(error: unknown): Failure {
  if (error instanceof JobError) return error.failure;
  const chain = causes(error);
  const refused = chain.find((cause) => statusOf(cause) !== undefined);
  const message = describe(error, refused);
  if (refused) {
    const status = statusOf(refused)!;
    if (isRateLimit(refused)) return { kind: 'later', seconds: retryAfterSeconds(refused) ?? 60, message };
    if (status === 404 || status === 410) return { kind: 'gone', message };
    // A token that GitHub no longer takes is followed by a new one, unless the installation is revoked.
    if (status >= 500 || status === 401 || status === 408) return { kind: 'transient', message };
    return { kind: status === 403 && isSuspended(refused) ? 'gone' : 'permanent', message };
  }
  if (error instanceof PlumblineError) return { kind: 'permanent', message };
  if (chain.some(isNetwork)) return { kind: 'transient', message };
  return { kind: 'permanent', message };
}

/** An error with all that caused it. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let at = error; at instanceof Error && found.length < 8; at = at.cause) found.push(at);
  return found;
}

const isSuspended = (error: unknown): boolean => /suspended/i.test((error as Error).message);

/** undici and Node name what the network did by a code; Octokit wraps it as a 500 of its own. */
const isNetwork = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(E[A-Z]+|UND_ERR_\w+)$/.test(String((error as NodeJS.ErrnoException).code)) || error.message === 'fetch failed');

function describe(error: unknown, refused: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const permission = missingPermission(refused);
  return permission ? `${text}: the app lacks the permission ${permission}` : text;
}

interface Refused {
  readonly response?: { readonly headers?: Readonly<Record<string, unknown>> };
}

/** The permission that GitHub names when it refuses an installation: `checks: write`. */
function missingPermission(error: unknown): string | undefined {
  if (statusOf(error) !== 403 || isRateLimit(error)) return undefined;
  const accepted = (error as Refused).response?.headers?.['x-accepted-github-permissions'];
  if (typeof accepted !== 'string' || accepted === '') return undefined;
  // Alternatives stand between semicolons.
  return accepted
    .split(';')
    .map((one) => one.trim().replace('=', ': '))
    .join(' or ');
}
