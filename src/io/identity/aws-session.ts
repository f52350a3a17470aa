import { type Claims, readClaims } from '../../engine/aws/setup/web-identity.ts';
import { PlumblineError } from '../../errors.ts';
import { type Arn, roleArn } from './arn.ts';
import { assumeRoleError, requestError } from './identity-error.ts';

/** AWS credentials, kept in memory alone. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

/** Somebody signed in to AWS. */
export interface AwsSession {
  readonly region: string;
  /** The account that AWS says we are in. */
  readonly account: string;
  /** Who AWS says we are. */
  readonly arn: string;
  readonly credentials: () => Promise<AwsCredentials>;
}

/** Where identity comes from and what hides its secrets; the hosts hand it in. */
export interface IdentitySource {
  /** A fresh token of the job for an audience: `core.getIDToken`. Without it the environment's credentials count. */
  readonly idToken?: (audience: string) => Promise<string>;
  /** Hides a value in the log: `core.setSecret`. */
  readonly mask: (secret: string) => void;
  /** Names the session in CloudTrail: `plumbline-RUN-ATTEMPT`. */
  readonly sessionName: string;
}

/** A role to take on, and how far it may reach in our hands. */
export interface RoleRequest {
  readonly roleArn: string;
  readonly region: string;
  /** Narrows the role: actions and resources of this session. */
  readonly policy: object;
  readonly source: IdentitySource;
  /** The role's trust policy as the repository has it, for a better message. */
  readonly trustPolicy?: string;
}

/** In seconds: the shortest that AWS gives. */
const sessionSeconds = 900;
const audience = 'sts.amazonaws.com';

/** Signs in with the job's identity token. Throws PlumblineError('aws') that says which claim did not match, if known. */
export async function assumeRole(request: RoleRequest): Promise<AwsCredentials> {
  const role = roleArn(request.roleArn);
  const { mask } = request.source;
  const token = await identityToken(request.source);
  mask(token);
  const claims = readClaims(token, (text) => Buffer.from(text, 'base64url').toString('utf8'));
  const answer = await exchange(role, token, { ...request, claims });
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = answer.Credentials ?? {};
  if (!AccessKeyId || !SecretAccessKey || !SessionToken)
    throw new PlumblineError('aws', '`sts:AssumeRoleWithWebIdentity` gave no credentials', {
      help: 'Is the endpoint one of AWS? Unset AWS_ENDPOINT_URL.',
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
    throw new PlumblineError('usage', 'A role can be taken on only inside of a job of GitHub Actions', {
      help: 'Leave `--role-arn` out: credentials in the environment are taken as they are.',
    });
  try {
    return await idToken(audience);
  } catch (cause) {
    const isMissing = /ACTIONS_ID_TOKEN_REQUEST/.test(String((cause as Error)?.message));
    throw new PlumblineError('github', 'GitHub gave the job no identity token', {
      cause,
      help: isMissing
        ? 'Give the job `permissions: id-token: write`; pull requests from forks never get one.'
        : "GitHub's token service did not answer: see https://www.githubstatus.com, and run the job again.",
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

/** The request carries its proof in itself: the client must not go looking for credentials. */
const unsigned = { credentials: { accessKeyId: '', secretAccessKey: '' } };

/** Asks AWS who we are. `credentials` undefined: those of the environment. Throws PlumblineError('aws'). */
export async function openAwsSession(region: string, given: AwsCredentials | undefined): Promise<AwsSession> {
  const { STSClient, GetCallerIdentityCommand } = await import('./sts-sdk.ts');
  const client = new STSClient({ region, maxAttempts: 4, ...(given && { credentials: given }) });
  try {
    const { Account, Arn } = await client.send(new GetCallerIdentityCommand({}));
    if (!Account || !Arn) throw new Error('the answer names no account');
    return { region, account: Account, arn: Arn, credentials: () => client.config.credentials() };
  } catch (error) {
    throw requestError('sts:GetCallerIdentity', error, 'Check the service control policies of the account.');
  } finally {
    client.destroy();
  }
}
