import { readPolicy } from '../../engine/aws/setup/iam-policy.ts';
import { type Claims, issuerOf, refusals, subjectAdvice } from '../../engine/aws/setup/web-identity.ts';
import { PlumblineError } from '../../shared/errors.ts';

type Named = Readonly<Partial<Record<'name' | 'code' | 'message', string>>>;

/** The name or code of an SDK error. */
export const errorName = (error: unknown): string => {
  const { name = '', code = '' } = (error ?? {}) as Named;
  if (code && name === 'Error') return code;
  return name || code;
};

const network = /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|TimeoutError|NetworkingError|UND_ERR/;
const expired = /ExpiredToken|RequestExpired|TokenRefresh|CredentialsProviderExpired/;

/** What to do about a failed request of a signed-in client. The first match counts. */
const helps: readonly (readonly [name: RegExp, why: string, help: string])[] = [
  [
    /CredentialsProvider|^Credentials/,
    'no AWS credentials were found',
    'Give the job a role (`role-arn`) and `permissions: id-token: write`, or set AWS credentials in the environment.',
  ],
  [expired, 'the AWS credentials have expired', 'Run the job again, so that it signs in again.'],
  [
    /AuthFailure|InvalidClientTokenId|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch|OptInRequired/,
    'AWS does not accept the credentials',
    'Check the account, the clock of this machine, and whether the account has the region enabled.',
  ],
  [/Throttl|RequestLimitExceeded|TooManyRequests/, 'AWS refuses more requests for now', 'Run the job again later.'],
  [network, 'AWS cannot be reached', 'Check the network of the runner and the region of the ARN.'],
];

const firstLine = (error: unknown): string =>
  ((error as Named)?.message ?? String(error)).split('\n')[0]!.slice(0, 300);

/** Turns a failed request into an error that the user can fix. `what` is the action, and `denied` says what to do if it is not allowed. */
export function requestError(what: string, error: unknown, denied: string): PlumblineError {
  if (error instanceof PlumblineError) return error;

  const name = errorName(error);
  if (/AccessDenied|UnauthorizedOperation|NotAuthorized/.test(name))
    return new PlumblineError('aws', `This identity is not allowed to call \`${what}\``, {
      help: denied,
      cause: error,
    });

  const help = helps.find(([pattern]) => pattern.test(name));

  const hint = help ? help[1] : `${firstLine(error)} (${name})`;

  return new PlumblineError('aws', `\`${what}\` failed: ${hint}`, {
    help: help?.[2] ?? 'Nothing was changed. Look up the error in the AWS documentation.',
    cause: error,
  });
}

/** A failed attempt to assume a role. */
interface RoleAttempt {
  readonly roleArn: string;
  /** Undefined if the token could not be read. */
  readonly claims: Claims | undefined;
  /** The trust policy from a file in the repository, if there is one. */
  readonly trustPolicy: string | undefined;
}

/** The error for a refused AssumeRoleWithWebIdentity. It names the claim that did not match, if known. */
export function assumeRoleError(attempt: RoleAttempt, error: unknown): PlumblineError {
  const { roleArn, claims } = attempt;
  const name = errorName(error);
  const message = firstLine(error);

  const fail = (why: string, help: string): PlumblineError =>
    new PlumblineError('aws', `The role \`${roleArn}\` cannot be assumed: ${why}`, { help, cause: error });

  const issuer = issuerOf(String(claims?.iss ?? ''));

  if (/ExpiredToken/.test(name))
    return fail('the identity token has expired', 'Run the job again. A token is valid for only a few minutes.');

  if (/InvalidIdentityToken/.test(name) && /audience/i.test(message))
    return fail(
      `the account's identity provider does not list the audience \`${claims?.aud ?? 'unknown'}\``,
      'Add the audience to the client ids of the IAM OIDC provider, with `aws iam add-client-id-to-open-id-connect-provider`.',
    );

  if (/InvalidIdentityToken/.test(name) && /No OpenIDConnect provider/i.test(message))
    return fail(
      `the role's account has no identity provider for \`${issuer}\``,
      `Run \`aws iam create-open-id-connect-provider --url https://${issuer} --client-id-list sts.amazonaws.com\`.`,
    );

  if (/InvalidIdentityToken|IDPRejectedClaim|IDPCommunication/.test(name))
    return fail(
      `AWS does not accept the identity token (${message})`,
      'Run the job again. If that does not help, compare the IAM OIDC provider with the issuer.',
    );

  if (/AccessDenied/.test(name)) return fail(refusedBecause(attempt), refusedHelp(claims));
  if (/Validation/.test(name))
    return fail(message, 'Check the ARN, and check that the role allows sessions of 15 minutes.');

  return requestError('sts:AssumeRoleWithWebIdentity', error, '');
}

function refusedBecause({ trustPolicy, claims }: RoleAttempt): string {
  const policy = trustPolicy === undefined ? undefined : readPolicy(trustPolicy);
  const why = claims && policy && 'statements' in policy ? refusals(policy.statements, claims) : [];
  if (why.length > 0) return `according to the trust policy in the repository, ${why.join('; ')}`;
  if (claims === undefined) return 'its trust policy does not accept this token';
  const claimTexts = ['iss', 'aud', 'sub'].map((claim) => `${claim} \`${claims[claim] ?? 'none'}\``).join(', ');
  return `it does not exist, or its trust policy does not accept this job. The job's token has ${claimTexts}`;
}

const refusedHelp = (claims: Claims | undefined): string =>
  [claims && subjectAdvice(claims), 'Run `plumbline doctor` to compare these claims with the trust policy of the role.']
    .filter(Boolean)
    .join(' ');
