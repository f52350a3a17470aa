import { type Claims, readClaims } from '../../engine/aws/setup/web-identity.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { type Arn, roleArn } from './arn.ts';
import { assumeRoleError, requestError } from './identity-error.ts';

/** AWS credentials, kept only in memory. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

/** A session that is signed in to AWS. */
export interface AwsSession {
  readonly region: string;
  /** The account, according to AWS. */
  readonly account: string;
  /** The ARN of the identity, according to AWS. */
  readonly arn: string;
  readonly credentials: () => Promise<AwsCredentials>;
}

/** Where the identity comes from, and how its secrets are masked. Each host provides one. */
export interface IdentitySource {
  /** Gets a fresh token of the job for an audience, like `core.getIDToken`. Without it, credentials come from the environment. */
  readonly idToken?: (audience: string) => Promise<string>;
  /** Masks a value in the log, like `core.setSecret`. */
  readonly mask: (secret: string) => void;
  /** The name of the session in CloudTrail, such as `plumbline-RUN-ATTEMPT`. */
  readonly sessionName: string;
}

/** A role to assume, and what the session may do. */
interface RoleRequest {
  readonly roleArn: string;
  readonly region: string;
  /** Session policy, which restricts the role to these actions and resources. */
  readonly policy: object;
  readonly source: IdentitySource;
  /** The role's trust policy as in the repository, for better error messages. */
  readonly trustPolicy?: string;
}

/** In seconds: the shortest session that AWS allows. */
const sessionSeconds = 900;
const audience = 'sts.amazonaws.com';

/** Assumes a role with the job's identity token. Throws a PlumblineError('aws') that names the claim that did not match, if known. */
export async function assumeRole(request: RoleRequest): Promise<AwsCredentials> {
  const role = roleArn(request.roleArn);
  const { mask } = request.source;
  const token = await identityToken(request.source);

  mask(token);
  const claims = readClaims(token, (text) => Buffer.from(text, 'base64url').toString('utf8'));
  const answer = await exchange(role, token, { ...request, claims });
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = answer.Credentials ?? {};

  if (!AccessKeyId || !SecretAccessKey || !SessionToken)
    throw new PlumblineError('aws', '`sts:AssumeRoleWithWebIdentity` returned no credentials', {
      help: 'Unset AWS_ENDPOINT_URL, which may point to a server that is not AWS.',
    });

  for (const secret of [AccessKeyId, SecretAccessKey, SessionToken]) mask(secret);

  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    ...(Expiration && { expiration: Expiration }),
  };
}

async function identityToken({ idToken }: IdentitySource): Promise<string> {
  if (!idToken)
    throw new PlumblineError('usage', 'A role can only be assumed inside a GitHub Actions job', {
      help: 'Remove `--role-arn`. plumbline then uses the AWS credentials of the environment.',
    });

  try {
    return await idToken(audience);
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;

    const isMissing = /ACTIONS_ID_TOKEN_REQUEST/.test(String((cause as Error)?.message));

    const help = () => {
      if (isMissing)
        return 'Give the job `permissions: id-token: write`. Jobs for pull requests from forks never get a token.';
      return "GitHub's token service did not answer. Check https://www.githubstatus.com, and run the job again.";
    };

    throw new PlumblineError('github', 'GitHub did not give the job an identity token', {
      cause,
      help: help(),
    });
  }
}

interface Exchange extends RoleRequest {
  readonly claims: Claims | undefined;
}

async function exchange(role: Arn, token: string, request: Exchange) {
  const { region, source, policy, claims, trustPolicy } = request;
  const { STSClient, AssumeRoleWithWebIdentityCommand } = await import('./sts-sdk.ts');
  const client = new STSClient({ region, maxAttempts: 4, ...unsigned });

  const command = new AssumeRoleWithWebIdentityCommand({
    RoleArn: role.text,
    RoleSessionName: source.sessionName,
    WebIdentityToken: token,
    DurationSeconds: sessionSeconds,
    Policy: JSON.stringify(policy),
  });

  try {
    return await client.send(command);
  } catch (error) {
    throw assumeRoleError({ roleArn: role.text, claims, trustPolicy }, error);
  } finally {
    client.destroy();
  }
}

/** The request contains the token as proof, so the client must not look for credentials. */
const unsigned = { credentials: { accessKeyId: '', secretAccessKey: '' } };

/** Asks AWS for the current identity. Without `given`, it uses the credentials of the environment. Throws PlumblineError('aws'). */
export async function openAwsSession(region: string, credentials: AwsCredentials | undefined): Promise<AwsSession> {
  const { STSClient, GetCallerIdentityCommand } = await import('./sts-sdk.ts');
  const client = new STSClient({ region, maxAttempts: 4, ...(credentials && { credentials: credentials }) });

  try {
    const { Account, Arn } = await client.send(new GetCallerIdentityCommand({}));
    if (!Account || !Arn) throw new Error('the response has no account');

    return { region, account: Account, arn: Arn, credentials: () => client.config.credentials() };
  } catch (error) {
    throw requestError('sts:GetCallerIdentity', error, 'Check the service control policies of the account.');
  } finally {
    client.destroy();
  }
}
