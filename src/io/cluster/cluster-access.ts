import { PlumblineError } from '../../errors.ts';
import type { IdentitySource } from '../identity/aws-session.ts';
import { type EksIdentity, signInToEks } from '../identity/eks-identity.ts';
import type { Connect } from '../kube/connection.ts';
import { kubeconfigConnect } from '../kube/kubeconfig.ts';

/** The cluster of an environment: an EKS cluster by its ARN, or the one that a kubeconfig leads to. */
export interface ClusterTarget {
  readonly clusterArn: string | undefined;
  readonly roleArn: string | undefined;
  readonly allowedAccountIds: readonly string[];
  /** A path, or the content itself as from a secret. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  /** The role's trust policy as the repository has it, for a better message. */
  readonly trustPolicy?: string;
  /** Further actions of AWS that this session may do. */
  readonly readActions?: readonly string[];
}

/** Where a target is looked for. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly source: IdentitySource;
}

/** A way into a cluster. */
export interface ClusterAccess {
  readonly connect: Connect;
  /** Undefined where a kubeconfig leads there. */
  readonly eks: EksIdentity | undefined;
}

/** Signs in to the cluster of an environment. Nothing is written down. Throws PlumblineError with one line of what to do. */
export async function accessCluster(target: ClusterTarget, { env, cwd, source }: Surroundings): Promise<ClusterAccess> {
  const { clusterArn, roleArn, kubeconfig, context, ...rest } = target;
  if (clusterArn !== undefined && kubeconfig !== undefined)
    throw new PlumblineError('usage', 'A cluster is named by its ARN and by a kubeconfig', {
      help: 'Keep one of the two: the ARN pins the cluster, the kubeconfig leads to any.',
    });
  if (clusterArn !== undefined) {
    const eks = await signInToEks({ clusterArn, ...(roleArn !== undefined && { roleArn }), ...rest }, source);
    return { connect: eks.connect, eks };
  }
  // A kubeconfig is a map of several lines; a path is one line.
  const isContent = kubeconfig !== undefined && /[\r\n{]/.test(kubeconfig.trim());
  const where = kubeconfig === undefined ? {} : isContent ? { text: kubeconfig } : { file: kubeconfig };
  return { connect: kubeconfigConnect({ ...where, context, env, cwd, mask: source.mask }), eks: undefined };
}
