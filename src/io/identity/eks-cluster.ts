import { PlumblineError } from '../../shared/errors.ts';
import type { clusterArn } from './arn.ts';
import type { AwsSession } from './aws-session.ts';
import { errorName, requestError } from './identity-error.ts';

/** A cluster as EKS describes it. */
export interface EksCluster {
  readonly arn: string;
  readonly endpoint: string;
  /** PEM. */
  readonly certificateAuthority: string;
  /** Kubernetes minor, such as `1.34`. */
  readonly version: string | undefined;
  /** The cluster's OIDC issuer, which Karpenter's role trusts. */
  readonly issuer: string | undefined;
  readonly isPublic: boolean;
}

type ClusterArn = ReturnType<typeof clusterArn>;

/** Looks up the pinned cluster. Throws PlumblineError('aws') if it does not exist, is another one or is not ready. */
export async function describeCluster(session: AwsSession, pinned: ClusterArn): Promise<EksCluster> {
  const { EKSClient, DescribeClusterCommand } = await import('./eks-sdk.ts');
  const client = new EKSClient({ region: pinned.region, maxAttempts: 4, credentials: session.credentials });

  try {
    const { cluster } = await client.send(new DescribeClusterCommand({ name: pinned.name }));
    const { arn, endpoint, certificateAuthority, version, identity, resourcesVpcConfig, status } = cluster ?? {};
    requirePinned(pinned, arn);

    if (!endpoint || !certificateAuthority?.data)
      throw new PlumblineError(
        'aws',
        `The cluster \`${pinned.name}\` has no API server yet, because its status is ${status}`,
        {
          help: 'Run this again once the cluster is ACTIVE.',
        },
      );

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
    help: 'Nothing was sent to the cluster. Correct `cluster-arn`, or the role that the job assumes.',
  });
}

function clusterError(error: unknown, session: AwsSession, pinned: ClusterArn): PlumblineError {
  if (errorName(error) === 'ResourceNotFoundException')
    return new PlumblineError(
      'aws',
      `The cluster \`${pinned.name}\` was not found in ${pinned.region} of account ${session.account}`,
      { help: 'Correct `cluster-arn`. To list the clusters, run `aws eks list-clusters`.', cause: error },
    );

  return requestError('eks:DescribeCluster', error, `Allow the role \`eks:DescribeCluster\` on \`${pinned.text}\`.`);
}
