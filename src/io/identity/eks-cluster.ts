import { PlumblineError } from '../../errors.ts';
import type { clusterArn } from './arn.ts';
import type { AwsSession } from './aws-session.ts';
import { errorName, requestError } from './identity-error.ts';

/** What EKS says of a cluster. */
export interface EksCluster {
  readonly arn: string;
  readonly endpoint: string;
  /** PEM. */
  readonly certificateAuthority: string;
  /** Kubernetes minor, such as `1.34`. */
  readonly version: string | undefined;
  /** The cluster's own OIDC issuer, of which Karpenter's role lives. */
  readonly issuer: string | undefined;
  readonly isPublic: boolean;
}

type ClusterArn = ReturnType<typeof clusterArn>;

/** Looks the pinned cluster up. Throws PlumblineError('aws') when it is not there, not ours or not ready. */
export async function describeCluster(session: AwsSession, pinned: ClusterArn): Promise<EksCluster> {
  const { EKSClient, DescribeClusterCommand } = await import('./eks-sdk.ts');
  const client = new EKSClient({ region: pinned.region, maxAttempts: 4, credentials: session.credentials });
  try {
    const { cluster } = await client.send(new DescribeClusterCommand({ name: pinned.name }));
    const { arn, endpoint, certificateAuthority, version, identity, resourcesVpcConfig, status } = cluster ?? {};
    requirePinned(pinned, arn);
    if (!endpoint || !certificateAuthority?.data)
      throw new PlumblineError('aws', `The cluster \`${pinned.name}\` has no API server yet: it is ${status}`, {
        help: 'Run the job again once the cluster is ACTIVE.',
      });
    return {
      arn: pinned.text,
      endpoint,
      certificateAuthority: Buffer.from(certificateAuthority.data, 'base64').toString('utf8'),
      version,
      issuer: identity?.oidc?.issuer,
      isPublic: resourcesVpcConfig?.endpointPublicAccess !== false,
    };
  } catch (error) {
    throw clusterError(error, session, pinned);
  } finally {
    client.destroy();
  }
}

function requirePinned(pinned: ClusterArn, arn: string | undefined): void {
  if (arn === pinned.text) return;
  throw new PlumblineError('aws', `The cluster \`${pinned.name}\` is \`${arn}\`, not the pinned \`${pinned.text}\``, {
    help: 'Nothing was sent to it. Correct `cluster-arn`, or the role that the job takes on.',
  });
}

function clusterError(error: unknown, session: AwsSession, pinned: ClusterArn): PlumblineError {
  if (errorName(error) === 'ResourceNotFoundException')
    return new PlumblineError(
      'aws',
      `There is no cluster \`${pinned.name}\` in ${pinned.region} of the account ${session.account}`,
      { help: 'Correct `cluster-arn`; `aws eks list-clusters` names what is there.', cause: error },
    );
  return requestError('eks:DescribeCluster', error, `Allow \`eks:DescribeCluster\` on \`${pinned.text}\` to the role.`);
}
