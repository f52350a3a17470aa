import { compareNames } from '../name-order.ts';
/** How one thing of the set-up stands. `unknown`: it could not be looked at, and is not called right. */
export type CheckStatus = 'pass' | 'warn' | 'fail' | 'unknown';

/** One thing of the set-up that was looked at: what identity, cluster or repository must have. */
export interface Check {
  /** Stable: `trust/no-sub`. */
  readonly code: string;
  readonly status: CheckStatus;
  /** What was looked at: a file, a role, an object. */
  readonly subject: string;
  /** What was found, in one sentence. */
  readonly message: string;
  /** How to mend it. */
  readonly help?: string;
}

const order: readonly CheckStatus[] = ['fail', 'warn', 'unknown', 'pass'];

/** Fails first, then by subject and code. */
export function compareChecks(a: Check, b: Check): number {
  const byStatus = order.indexOf(a.status) - order.indexOf(b.status);
  if (byStatus !== 0) return byStatus;
  const [left, right] = [a, b].map((check) => `${check.subject}\u0000${check.code}\u0000${check.message}`);
  return compareNames(left!, right!);
}

/** Makes the checks of one subject. */
export const checksOf = (subject: string) => ({
  pass: (code: string, message: string): Check => ({ code, status: 'pass', subject, message }),
  warn: (code: string, message: string, help: string): Check => ({ code, status: 'warn', subject, message, help }),
  fail: (code: string, message: string, help: string): Check => ({ code, status: 'fail', subject, message, help }),
  unknown: (code: string, message: string, help: string): Check => ({
    code,
    status: 'unknown',
    subject,
    message,
    help,
  }),
});
