import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { moduleMajor } from '../fields/created-roles.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSides } from './account-sides.ts';
import { clusterTitle, isCluster } from './replaced-clusters.ts';

/** The only order in which a cluster can change its mode. Source: https://docs.aws.amazon.com/eks/latest/userguide/setting-up-access-entries.html. */
const modes = ['CONFIG_MAP', 'API_AND_CONFIG_MAP', 'API'];

/** Reports clusters whose authentication mode would go back, which EKS refuses. */
export function refusedModes({ base, head }: AccountSides): Diagnostic[] {
  const earlier = new Map(base.manifests.filter(isCluster).map((cluster) => [cluster.source.file, cluster]));

  return head.manifests.filter(isCluster).flatMap((cluster): Diagnostic[] => {
    const old = earlier.get(cluster.source.file);
    // A cluster with another name is created, and may have any mode.
    if (old === undefined || clusterTitle(old) !== clusterTitle(cluster) || head.clusterOf(cluster).isExample)
      return [];

    const [before, after] = [modeOf(old), modeOf(cluster)];
    if (before === undefined || after === undefined) return [];
    if (!modes.includes(after) || modes.indexOf(after) >= modes.indexOf(before)) return [];

    const path = modePath(cluster);
    const at = cluster.get(path) === undefined ? cluster.keySpan(['metadata', 'name']) : cluster.span(path);
    const title = clusterTitle(cluster);

    return [
      accountFinding({
        code: 'terraform/authentication-mode',
        severity: 'warning',
        message: `EKS refuses to change the authentication mode of ${title} from ${quoted(before)} back to ${quoted(after)}, so Terraform cannot apply this change`,
        span: at,
        help: `Keep the authentication mode ${quoted(before)}.`,
      }),
    ];
  });
}

const modePath = ({ kind }: Manifest): Path =>
  kind === 'aws_eks_cluster' ? ['spec', 'access_config', 0, 'authentication_mode'] : ['spec', 'authentication_mode'];

/**
 * The mode that Terraform asks for; undefined if that is unknown, or if it asks for none and the cluster keeps its own.
 * Source: variables.tf of terraform-aws-eks 20 and 21.
 */
function modeOf(cluster: Manifest): string | undefined {
  const path = modePath(cluster);
  if (cluster.get(path) !== undefined) return knownTextAt(cluster, path);

  const isOfModule = cluster.kind === 'module' && !cluster.isPartial;
  if (isOfModule && (moduleMajor(cluster) ?? 0) >= 20) return 'API_AND_CONFIG_MAP';
  return undefined;
}
