import { readPolicy } from '../../engine/aws/setup/iam-policy.ts';
import { type Claims, issuerOf, refusals, subjectAdvice } from '../../engine/aws/setup/web-identity.ts';
import { PlumblineError } from '../../errors.ts';

type Named = Readonly<Partial<Record<'name' | 'code' | 'message', string>>>;

/** What an error of the SDK calls itself. */
export const errorName = (error: unknown): string => {
  const { name = '', code = '' } = (error ?? {}) as Named;
  return code && name === 'Error' ? code : name || code;
};

const network = /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|TimeoutError|NetworkingError|UND_ERR/;
const expired = /ExpiredToken|RequestExpired|TokenRefresh|CredentialsProviderExpired/;

/** What to do about a failed request of a signed-in client; the first that fits. */
const helps: readonly (readonly [name: RegExp, why: string, help: string])[] = [
  [
    /CredentialsProvider|^Credentials/,
    'no AWS credentials were found',
    'Give the job a role (`role-arn`) and `permissions: id-token: write`, or set AWS credentials in the environment.',
  ],
  [expired, 'the AWS credentials have expired', 'Run the job again: it signs in anew.'],
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

/** A failed request as an error that the user can mend. `what` is the action, `denied` what to do when it is not allowed. */
export function requestError(what: string, error: unknown, denied: string): PlumblineError {
  if (error instanceof PlumblineError) return error;
  const name = errorName(error);
  if (/AccessDenied|UnauthorizedOperation|NotAuthorized/.test(name))
    return new PlumblineError('aws', `\`${what}\` is not allowed to this identity`, { help: denied, cause: error });
  const known = helps.find(([pattern]) => pattern.test(name));
  return new PlumblineError('aws', `\`${what}\` failed: ${known ? known[1] : `${firstLine(error)} (${name})`}`, {
    help: known?.[2] ?? 'Look the error up in the documentation of AWS; nothing was changed.',
    cause: error,
  });
}

/** What is known of a failed attempt to take on a role. */
export interface RoleAttempt {
  readonly roleArn: string;
  /** Undefined where the token could not be read. */
  readonly claims: Claims | undefined;
  /** The trust policy as a file has it, where one is at hand. */
  readonly trustPolicy: string | undefined;
}

/** A refused AssumeRoleWithWebIdentity as an error that says which claim did not match, as far as can be known. */
export function assumeRoleError(attempt: RoleAttempt, error: unknown): PlumblineError {
  const { roleArn, claims } = attempt;
  const name = errorName(error);
  const message = firstLine(error);
  const fail = (why: string, help: string): PlumblineError =>
    new PlumblineError('aws', `The role \`${roleArn}\` cannot be taken on: ${why}`, { help, cause: error });
  const issuer = issuerOf(String(claims?.iss ?? ''));
  if (/ExpiredToken/.test(name))
    return fail('the identity token has expired', 'Run the job again: a token lives for a few minutes.');
  if (/InvalidIdentityToken/.test(name) && /audience/i.test(message))
    return fail(
      `the identity provider of the account does not list the audience \`${claims?.aud ?? 'unknown'}\``,
      'Add it to the client ids of the IAM OIDC provider: `aws iam add-client-id-to-open-id-connect-provider`.',
    );
  if (/InvalidIdentityToken/.test(name) && /No OpenIDConnect provider/i.test(message))
    return fail(
      `its account has no identity provider for \`${issuer}\``,
      `Create it: \`aws iam create-open-id-connect-provider --url https://${issuer} --client-id-list sts.amazonaws.com\`.`,
    );
  if (/InvalidIdentityToken|IDPRejectedClaim|IDPCommunication/.test(name))
    return fail(
      `AWS does not accept the identity token (${message})`,
      'Run the job again; if that does not help, compare the IAM OIDC provider with the issuer.',
    );
  if (/AccessDenied/.test(name)) return fail(refusedBecause(attempt), refusedHelp(claims));
  if (/Validation/.test(name)) return fail(message, 'Check the ARN, and that the role allows sessions of 15 minutes.');
  return requestError('sts:AssumeRoleWithWebIdentity', error, '');
}

function refusedBecause({ trustPolicy, claims }: RoleAttempt): string {
  const policy = trustPolicy === undefined ? undefined : readPolicy(trustPolicy);
  const why = claims && policy && 'statements' in policy ? refusals(policy.statements, claims) : [];
  if (why.length > 0) return `by the trust policy in the repository, ${why.join('; ')}`;
  if (claims === undefined) return 'its trust policy does not admit this token';
  const claimTexts = ['iss', 'aud', 'sub'].map((claim) => `${claim} \`${claims[claim] ?? 'none'}\``).join(', ');
  return `it does not exist, or its trust policy does not admit this job, whose token says ${claimTexts}`;
}

const refusedHelp = (claims: Claims | undefined): string =>
  [claims && subjectAdvice(claims), 'Compare these claims with the trust policy of the role: `plumbline doctor` does.']
    .filter(Boolean)
    .join(' ');
