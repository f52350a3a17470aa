import { compareNames } from '../../text/name-order.ts';
/** The result of one check. `unknown`: it could not be checked, so it does not count as passed. */
export type CheckStatus = 'pass' | 'warn' | 'fail' | 'unknown';

/** One check of the setup: a requirement on the identity, the cluster or the repository. */
export interface Check {
  /** A stable code, such as `trust/no-sub`. */
  readonly code: string;
  readonly status: CheckStatus;
  /** What was checked: a file, a role or an object. */
  readonly subject: string;
  /** The result, in one clause. */
  readonly message: string;
  /** How to fix it. */
  readonly help?: string;
}

const order: readonly CheckStatus[] = ['fail', 'warn', 'unknown', 'pass'];

/** Fails first, then by subject and code. */
export function compareChecks(a: Check, b: Check): number {
  const byStatus = order.indexOf(a.status) - order.indexOf(b.status);
  if (byStatus !== 0) return byStatus;
  const [textOfA, textOfB] = [a, b].map((check) => `${check.subject}\u0000${check.code}\u0000${check.message}`);
  return compareNames(textOfA!, textOfB!);
}

/** Functions that create checks of one subject. */
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
