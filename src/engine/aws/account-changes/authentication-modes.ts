import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { isCluster } from '../fields/cluster-evidence.ts';
import { moduleMajor } from '../fields/created-roles.ts';
import { accessEntriesIn, refusesEntries } from '../fields/node-access.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSides } from './account-sides.ts';
import { clusterTitle } from './replaced-clusters.ts';

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

/** Reports access entries that the change adds to a cluster whose authentication mode takes none. */
export function refusedAccessEntries({ base, head }: AccountSides): Diagnostic[] {
  const earlier = new Set(base.manifests.filter((manifest) => accessEntriesIn(manifest).length > 0).map(fileOf));

  return head.manifests.flatMap((manifest): Diagnostic[] => {
    const [entry] = accessEntriesIn(manifest);
    const cluster = head.clusterOf(manifest);
    if (entry === undefined || earlier.has(fileOf(manifest)) || cluster.isExample || !refusesEntries(cluster))
      return [];

    return [
      accountFinding({
        code: 'terraform/authentication-mode',
        severity: 'warning',
        message: 'EKS refuses access entries with the authentication mode `CONFIG_MAP`, so this one is not created',
        span: manifest.keySpan(entry.principal),
        help: 'Set the mode to `API_AND_CONFIG_MAP` in a change before this one, and keep `aws-auth` until then.',
      }),
    ];
  });
}

const fileOf = ({ source }: Manifest): string => source.file;

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
