import type { TrustExpectation } from './trust-policy.ts';

/** The cluster whose Karpenter takes on a role by its service account; what is undefined is not known. */
export interface ControllerIdentity {
  /** What is looked at: a file or a role. */
  readonly subject: string;
  /** The cluster's service account issuer, without `https://`. */
  readonly issuer: string | undefined;
  readonly issuerSource?: string;
  /** Who runs the control plane, where manifests or ARNs tell. */
  readonly kind: 'eks' | 'kops' | undefined;
  readonly namespace: string | undefined;
  readonly serviceAccount: string | undefined;
}

/** What the role of Karpenter's controller must trust: the cluster's own issuer, and the controller's service account. */
export function karpenterTrust(identity: ControllerIdentity): TrustExpectation {
  const { subject, issuer, issuerSource, kind, namespace, serviceAccount } = identity;
  const account =
    namespace === undefined || serviceAccount === undefined
      ? undefined
      : [`system:serviceaccount:${namespace}:${serviceAccount}`];
  return {
    subject,
    issuer,
    ...(issuerSource && { issuerSource }),
    // EKS puts sts.amazonaws.com into tokens, kOps amazonaws.com.
    audience: issuer === undefined ? undefined : isEksIssuer(issuer) ? 'sts.amazonaws.com' : undefined,
    ...(kind !== undefined && { likelyAudience: kind === 'eks' ? 'sts.amazonaws.com' : 'amazonaws.com' }),
    subjects: account,
    ...(issuer === undefined && kind !== undefined && { judgeIssuer: (one: string) => doubt(one, kind) }),
  };
}

/** Not every issuer can be that of every cluster. */
function doubt(issuer: string, kind: 'eks' | 'kops'): string | undefined {
  if (kind === 'kops' && isEksIssuer(issuer))
    return `trusts the issuer \`${issuer}\`, which belongs to an EKS cluster, and this cluster is one of kOps`;
  if (kind === 'eks' && !isEksIssuer(issuer))
    return `trusts the issuer \`${issuer}\`, which is not EKS's own, and this cluster is one of EKS`;
  return undefined;
}

/** Whether an issuer is one that EKS runs for a cluster. */
const isEksIssuer = (issuer: string): boolean => /^oidc\.eks\.[a-z0-9-]+\.(amazonaws|api\.aws)/.test(issuer);
