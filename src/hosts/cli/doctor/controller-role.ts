import { karpenterTrust } from '../../../engine/aws/setup/karpenter-trust.ts';
import { judgeTrustPolicy } from '../../../engine/aws/setup/trust-policy.ts';
import { issuerOf } from '../../../engine/aws/setup/web-identity.ts';
import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import { compareNames } from '../../../engine/text/name-order.ts';
import type { Source } from '../../../engine/text/source.ts';
import type { AwsLookup } from '../../../io/aws/aws-lookup.ts';
import type { ClusterAccess } from '../../../io/cluster/cluster-access.ts';
import { KubeClient } from '../../../io/kube/client.ts';
import { askAws } from './aws-question.ts';
import { controllerIn, type FileContext } from './file-checks.ts';

/** A role in the annotation of Karpenter's service account (IRSA). */
interface AnnotatedRole {
  readonly name: string;
  /** The first file that names it. */
  readonly file: string;
}

/** The roles in the annotations of Karpenter's service accounts, by name. */
export function controllerRoles(sources: readonly Source[]): AnnotatedRole[] {
  const annotation =
    /eks\.amazonaws\.com\/role-arn["']?\s*[:=]\s*["']?arn:aws[\w-]*:iam::\d{12}:role\/(?:[\w/]*\/)?([\w+=,.@-]+)/g;
  const about = sources.filter(({ text }) => /karpenter/i.test(text));
  const roles = new Map<string, string>();
  for (const { file, text } of about)
    for (const [, name] of text.matchAll(annotation)) if (!roles.has(name!)) roles.set(name!, file);

  return [...roles].map(([name, file]) => ({ name, file })).sort((a, b) => compareNames(a.name, b.name));
}

/** The issuer of the cluster's service account tokens, without `https://`; undefined if unknown. */
export async function issuerOfCluster({ connect, eks }: ClusterAccess): Promise<string | undefined> {
  if (eks?.cluster.issuer !== undefined) return issuerOf(eks.cluster.issuer);
  const discovery = await new KubeClient(connect, { patienceSeconds: 5 })
    .get('/.well-known/openid-configuration')
    .catch(() => undefined);
  if (typeof discovery?.issuer === 'string') return issuerOf(discovery.issuer);
  return undefined;
}

/** Checks the trust policy in IAM of each role of Karpenter's controller. */
export async function controllerChecks(
  roles: readonly AnnotatedRole[],
  lookup: AwsLookup,
  context: FileContext,
): Promise<Check[]> {
  const checks: Check[] = [];

  for (const { name, file } of roles) {
    const subject = `role ${name} of Karpenter`;

    const look = async (): Promise<Check[]> => {
      const policy = await lookup.role(name);
      if (policy === undefined)
        return [
          checksOf(subject).fail(
            'role/missing',
            `the role \`${name}\` does not exist`,
            'Create it, or correct the annotation of the service account.',
          ),
        ];

      return judgeTrustPolicy(policy, karpenterTrust({ ...controllerIn(file, context), subject }));
    };

    checks.push(...(await askAws(subject, 'iam:GetRole', look)));
  }

  return checks;
}
