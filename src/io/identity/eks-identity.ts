import { PlumblineError } from '../../errors.ts';
import type { ClusterConnection, Connect } from '../kube/connection.ts';
import { accountIds, clusterArn, roleArn } from './arn.ts';
import { type AwsSession, assumeRole, type IdentitySource, openAwsSession } from './aws-session.ts';
import { describeCluster, type EksCluster } from './eks-cluster.ts';
import { eksToken } from './eks-token.ts';

/** A pinned EKS cluster and who may go there. */
export interface EksTarget {
  readonly clusterArn: string;
  /** The role to take on with the job's identity; without it the credentials of the environment count. */
  readonly roleArn?: string;
  /** Accounts that we may act in; empty is the account of the cluster alone. */
  readonly allowedAccountIds: readonly string[];
  /** The role's trust policy as the repository has it, for a better message. */
  readonly trustPolicy?: string;
  /** Further actions that this session may do, such as those that `doctor` looks with. */
  readonly readActions?: readonly string[];
}

/** Somebody signed in to AWS and known to an EKS cluster. Nothing of it is ever written down. */
export interface EksIdentity {
  readonly session: AwsSession;
  readonly cluster: EksCluster;
  /** The connection with a token that still lives for minutes; signs in again when the credentials end or are refused. */
  readonly connect: Connect;
}

type Pinned = ReturnType<typeof clusterArn>;

/**
 * From the job's identity to a cluster: role, account guard, the pinned cluster, token. No request reaches the cluster.
 * Throws PlumblineError with one line that says what to do.
 */
export async function signInToEks(
  target: EksTarget,
  source: IdentitySource,
  now: () => Date = () => new Date(),
): Promise<EksIdentity> {
  const pinned = clusterArn(target.clusterArn);
  const allowed = allowedAccounts(target, pinned);
  let session = await signIn(target, pinned, source);
  requireAllowed(session, allowed);
  const cluster = await describeCluster(session, pinned);
  let current: Signed | undefined;

  async function connect(isRefused = false): Promise<ClusterConnection> {
    const isFresh = current !== undefined && current.expiresAt.getTime() - now().getTime() > renewalSeconds * 1000;
    if (current && isFresh && !isRefused) return current.connection;
    if (current && (isRefused || (await endsSoon()))) {
      session = await signIn(target, pinned, source);
      requireAllowed(session, allowed);
    }
    current = await sign();
    return current.connection;
  }

  async function endsSoon(): Promise<boolean> {
    const { expiration } = await session.credentials();
    return expiration !== undefined && expiration.getTime() - now().getTime() < renewalSeconds * 1000;
  }

  async function sign(): Promise<Signed> {
    const { name, region, partition } = pinned;
    const credentials = await session.credentials();
    const { token, expiresAt } = await eksToken({ clusterName: name, region, partition, credentials }, now());
    source.mask(token);
    const { endpoint: server, certificateAuthority } = cluster;
    // EKS asks AWS about the signature: it holds no longer than the credentials behind it.
    const end = credentials.expiration && credentials.expiration < expiresAt ? credentials.expiration : expiresAt;
    return { connection: { server, certificateAuthority, token, describe: () => pinned.text }, expiresAt: end };
  }

  return { session, cluster, connect };
}

interface Signed {
  readonly connection: ClusterConnection;
  readonly expiresAt: Date;
}

/** A token is renewed when it has less left than this. */
const renewalSeconds = 120;

/** The accounts that we may act in. Refuses what is wrong by its very name, before anything is asked. */
function allowedAccounts(target: EksTarget, pinned: Pinned): readonly string[] {
  const listed = accountIds(target.allowedAccountIds);
  const allowed = listed.length > 0 ? listed : [pinned.account];
  const role = target.roleArn === undefined ? undefined : roleArn(target.roleArn);
  for (const arn of [pinned, ...(role ? [role] : [])])
    if (!allowed.includes(arn.account)) throw wrongAccount(`\`${arn.text}\` is in the account ${arn.account}`, allowed);
  return allowed;
}

function requireAllowed({ account, arn }: AwsSession, allowed: readonly string[]): void {
  if (!allowed.includes(account)) throw wrongAccount(`\`${arn}\` is in the account ${account}`, allowed);
}

const wrongAccount = (what: string, allowed: readonly string[]): PlumblineError =>
  new PlumblineError('aws', `${what}, and only ${allowed.join(', ')} may be acted in`, {
    help: 'Nothing was sent. Correct the role or the cluster, or `allowed-account-ids`.',
  });

async function signIn(target: EksTarget, pinned: Pinned, source: IdentitySource): Promise<AwsSession> {
  const { region } = pinned;
  if (target.roleArn === undefined) return openAwsSession(region, undefined);
  const { roleArn: role, trustPolicy } = target;
  const policy = sessionPolicy(pinned, target.readActions ?? []);
  const credentials = await assumeRole({ roleArn: role, region, policy, source, ...(trustPolicy && { trustPolicy }) });
  return openAwsSession(region, credentials);
}

/** Whatever the role may do, this session may look the cluster up, and nothing else: what it may do inside is RBAC's to say. */
function sessionPolicy({ text }: Pinned, readActions: readonly string[]): object {
  const allow = (Action: readonly string[], Resource: string) => ({ Effect: 'Allow', Action, Resource });
  const look = allow(['eks:DescribeCluster'], text);
  return { Version: '2012-10-17', Statement: readActions.length > 0 ? [look, allow(readActions, '*')] : [look] };
}
