import { textIf } from '../../engine/text/words/text-if.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { refreshActions } from './refresh-actions.ts';

const actionHelp = `Allow ${refreshActions.join(', ')} on \`*\`.`;

/** What to do about an error, by a pattern of its name. The first match counts. */
const helps: readonly (readonly [name: RegExp, message: string, help: string])[] = [
  [
    /CredentialsProvider|^Credentials/,
    'AWS credentials were not found',
    `Set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or assume a role. ${actionHelp}`,
  ],
  [
    /ExpiredToken|RequestExpired|TokenRefresh/,
    'the AWS credentials have expired',
    'Sign in again, for example with `aws sso login`.',
  ],
  [
    /AuthFailure|InvalidClientTokenId|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch|OptInRequired/,
    'AWS does not accept the credentials',
    'Check the account, the clock of this machine, and whether the account has the region enabled.',
  ],
  [/UnauthorizedOperation|AccessDenied|NotAuthorized/, 'the credentials are not allowed to do this', actionHelp],
  [
    /Throttl|RequestLimitExceeded|TooManyRequests|SlowDown/,
    'AWS refuses more requests for now',
    'Try again in a few minutes. Refresh at most twice a day.',
  ],
  [
    /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|TimeoutError|NetworkingError/,
    'AWS cannot be reached',
    'Check the network and the name of the region.',
  ],
];

/** Turns an error of the AWS SDK into one that the user can fix. `what` is the request, such as `ec2:DescribeInstanceTypes`. */
export function awsError(what: string, error: unknown): PlumblineError {
  if (error instanceof PlumblineError) return error;

  const { name = '', code = '', message = String(error) } = (error ?? {}) as Partial<Record<string, string>>;
  const help = helps.find(([pattern]) => pattern.test(name) || pattern.test(code));
  const why = help ? help[1] : message.split('\n')[0]!;

  return new PlumblineError('aws', `\`${what}\` failed: ${why}${textIf(name && help, ` (${code || name})`)}`, {
    cause: error,
    help: help?.[2] ?? actionHelp,
  });
}
