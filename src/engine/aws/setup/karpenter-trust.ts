import type { TrustExpectation } from './trust-policy.ts';

/** The cluster whose Karpenter assumes a role through its service account. Undefined fields are unknown. */
export interface ControllerIdentity {
  /** The file or role that is checked. */
  readonly subject: string;
  /** The cluster's service account issuer, without `https://`. */
  readonly issuer: string | undefined;
  readonly issuerSource?: string;
  /** Who runs the control plane, if manifests or ARNs show it. */
  readonly kind: 'eks' | 'kops' | undefined;
  readonly namespace: string | undefined;
  readonly serviceAccount: string | undefined;
}

/** What the role of Karpenter's controller must trust: the cluster's issuer, and the controller's service account. */
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

/** Why an issuer cannot be the one of this kind of cluster. */
function doubt(issuer: string, kind: 'eks' | 'kops'): string | undefined {
  if (kind === 'kops' && isEksIssuer(issuer))
    return `trusts the issuer \`${issuer}\`, which belongs to an EKS cluster, but this is a kOps cluster`;
  if (kind === 'eks' && !isEksIssuer(issuer))
    return `trusts the issuer \`${issuer}\`, which does not belong to EKS, but this is an EKS cluster`;
  return undefined;
}

/** Whether an issuer is one that EKS runs for a cluster. */
const isEksIssuer = (issuer: string): boolean => /^oidc\.eks\.[a-z0-9-]+\.(amazonaws|api\.aws)/.test(issuer);
