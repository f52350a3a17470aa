import { PlumblineError } from '../../shared/errors.ts';
import type { Env } from '../env.ts';
import type { IdentitySource } from '../identity/aws-session.ts';
import { type EksIdentity, signInToEks } from '../identity/eks-identity.ts';
import type { Connect } from '../kube/connection.ts';
import { kubeconfigConnect } from '../kube/kubeconfig.ts';

/** The cluster of an environment: an EKS cluster by its ARN, or the cluster of a kubeconfig. */
export interface ClusterTarget {
  readonly clusterArn: string | undefined;
  readonly roleArn: string | undefined;
  readonly allowedAccountIds: readonly string[];
  /** A path, or the content itself, for example from a secret. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  /** The role's trust policy as in the repository, for better error messages. */
  readonly trustPolicy?: string;
  /** More AWS actions that this session is allowed. */
  readonly readActions?: readonly string[];
}

/** What signing in to a cluster needs from the host. */
interface AccessContext {
  readonly env: Env;
  readonly cwd: string;
  readonly source: IdentitySource;
}

export interface ClusterAccess {
  readonly connect: Connect;
  /** Undefined if access is by a kubeconfig. */
  readonly eks: EksIdentity | undefined;
}

/** Signs in to the cluster of an environment. Stores nothing. Throws a PlumblineError whose help says what to do. */
export async function accessCluster(
  target: ClusterTarget,
  { env, cwd, source }: AccessContext,
): Promise<ClusterAccess> {
  const { clusterArn, roleArn, kubeconfig, context, ...rest } = target;

  if (clusterArn !== undefined && kubeconfig !== undefined)
    throw new PlumblineError('usage', 'The cluster is given twice, by its ARN and by a kubeconfig', {
      help: 'Remove one of the two. The ARN allows only this one cluster, while a kubeconfig can lead to any cluster.',
    });

  if (clusterArn !== undefined) {
    const eks = await signInToEks({ clusterArn, ...(roleArn !== undefined && { roleArn }), ...rest }, source);
    return { connect: eks.connect, eks };
  }

  // The content of a kubeconfig has several lines, and a path has only one.
  const isContent = kubeconfig !== undefined && /[\r\n{]/.test(kubeconfig.trim());

  const placeOf = () => {
    if (kubeconfig === undefined) return {};
    if (isContent) return { text: kubeconfig };
    return { file: kubeconfig };
  };

  const where = placeOf();

  return { connect: kubeconfigConnect({ ...where, context, env, cwd, mask: source.mask }), eks: undefined };
}
