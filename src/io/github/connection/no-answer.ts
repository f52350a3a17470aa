/** GitHub gave no usable response: it could not be reached, did not answer, broke off, or sent something else. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Like Octokit's own errors, so that code that checks statuses treats it as a server error. */
  readonly status = 500;
  /** False if the request cannot have arrived, so that even a request that creates something may be repeated. */
  readonly isSent: boolean;
  /** True if another try cannot succeed either. */
  readonly isLasting: boolean;
  readonly help: string;

  constructor(message: string, { isSent = true, isLasting = false, help = statusPage, cause }: NoAnswerOptions = {}) {
    super(message, { cause });
    this.isSent = isSent;
    this.isLasting = isLasting;
    this.help = help;
  }
}

interface NoAnswerOptions {
  readonly isSent?: boolean;
  readonly isLasting?: boolean;
  readonly help?: string;
  readonly cause?: unknown;
}

/** What to do if GitHub does not answer. */
export const statusPage = 'Check https://www.githubstatus.com, and run the job again.';

const unreached =
  'Check that this machine can reach GitHub’s API (set `HTTPS_PROXY` if it needs a proxy), and run this again.';

/** Network errors by the code that Node or undici gives them. */
const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
};

/** The error for a request that failed before its response was complete. */
export function noAnswer(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;

  const code = codeOf(error);
  const unsent = byCode[code];
  if (unsent !== undefined) return new NoAnswer(unsent, { isSent: false, help: unreached, cause: error });

  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code)) {
    const help = 'Set `NODE_EXTRA_CA_CERTS` to the file with the certificate of your server or proxy.';
    return new NoAnswer('the server’s certificate is not trusted', {
      isSent: false,
      isLasting: true,
      help,
      cause: error,
    });
  }

  return new NoAnswer('the connection broke off', { cause: error });
}

/** The first code of an error and its causes. */
function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return '';
}
