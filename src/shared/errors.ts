/** What is wrong with the invocation or the set-up: exit code 2. Bad content is always a Diagnostic, never one of these. */
export type ErrorCode = 'usage' | 'config' | 'github' | 'aws' | 'kube';

/** An error that the user can fix: one clear sentence, and what to do about it. */
export class PlumblineError extends Error {
  override readonly name = 'PlumblineError';
  readonly code: ErrorCode;
  readonly help: string | undefined;

  constructor(code: ErrorCode, message: string, options: { help?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.help = options.help;
  }
}

/** Whether something is wrong with the configuration. */
export const isConfigFault = (error: unknown): error is PlumblineError =>
  error instanceof PlumblineError && error.code === 'config';

/** The exit codes of the command line; the Action fails on anything but `ok`. */
export const exitCode = { ok: 0, findings: 1, setup: 2, bug: 3 } as const;
