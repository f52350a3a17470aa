/** GitHub gave no answer that can be read: it was not reached, kept silent, broke off, or sent something else. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** As Octokit counts it: whoever looks at statuses takes it for a server that fails. */
  readonly status = 500;
  /** False where the request cannot have arrived, so that even one that creates something may be repeated. */
  readonly isSent: boolean;
  /** Whether another try can bring anything. */
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

/** What to do when GitHub fails. */
export const statusPage = 'GitHub does not answer: see https://www.githubstatus.com, and run the job again.';

const unreached =
  'Check that this machine reaches the API of GitHub, if need be through `HTTPS_PROXY`, and run it again.';

/** What the network said, by the code that Node or undici gives it. */
const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name is not known',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about',
};

/** A request that failed before there was a whole answer. */
export function noAnswer(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const code = codeOf(error);
  const unsent = byCode[code];
  if (unsent !== undefined) return new NoAnswer(unsent, { isSent: false, help: unreached, cause: error });
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code)) {
    const help = 'Name the certificate of your server or proxy in `NODE_EXTRA_CA_CERTS`.';
    return new NoAnswer('its certificate is not trusted', { isSent: false, isLasting: true, help, cause: error });
  }
  return new NoAnswer('the connection broke off', { cause: error });
}

/** The first code among an error and what caused it. */
function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return '';
}
