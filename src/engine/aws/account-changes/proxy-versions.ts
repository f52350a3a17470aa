import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { seenIn } from '../../text/evidence.ts';
import { type Addon, addonVersionPath, clusterAccount } from '../account/account.ts';
import { isEksctl } from '../account/account-place.ts';
import { isCluster } from '../fields/cluster-evidence.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSide, AccountSides } from './account-sides.ts';

/**
 * By how many minor versions kube-proxy may be older than the API server, since Kubernetes 1.28. Source:
 * https://kubernetes.io/releases/version-skew-policy.
 */
const supportedSkew = 3;

/** Reports a kube-proxy whose pinned version does not fit that of its cluster after the change. */
export function proxyVersions({ base, head }: AccountSides): Diagnostic[] {
  const earlier = new Set(misfitsIn(base).map(({ message }) => message));
  return misfitsIn(head).filter(({ message }) => !earlier.has(message));
}

function misfitsIn(side: AccountSide): Diagnostic[] {
  const clusters = [...new Set(side.manifests.map(side.clusterOf))].filter(({ isExample }) => !isExample);

  return clusters.flatMap((cluster) => {
    const versions = new Set(cluster.manifests.filter(isVersioned).map(kubernetesOf));
    const [kubernetes] = versions;
    if (kubernetes === undefined || versions.size > 1) return [];

    return seenIn(clusterAccount(cluster).addons).flatMap((addon) => misfit(addon, kubernetes));
  });
}

function misfit(addon: Addon, kubernetes: number): Diagnostic[] {
  if (addon.name !== 'kube-proxy') return [];

  const { manifest } = addon;
  const path = addonVersionPath(addon);
  const pinned = /^v1\.(\d{1,3})\.\d/.exec(knownTextAt(manifest, path) ?? '')?.[1];
  if (pinned === undefined) return [];

  const age = kubernetes - Number(pinned);
  if (age >= 0 && age <= supportedSkew) return [];

  const comparison =
    age < 0
      ? 'newer than the API server, which Kubernetes does not support'
      : `${age} minor versions older than the API server, and Kubernetes supports ${supportedSkew}`;

  return [
    accountFinding({
      code: 'terraform/addon-setting',
      severity: 'warning',
      message: `The add-on \`kube-proxy\` is pinned to 1.${pinned}, and the cluster runs Kubernetes 1.${kubernetes}. It is ${comparison}, so Services may not work on nodes`,
      span: manifest.span(path),
      help: `Pin a version of \`kube-proxy\` for Kubernetes 1.${kubernetes}, or set \`most_recent\`.`,
    }),
  ];
}

const isVersioned = (manifest: Manifest): boolean => isCluster(manifest) || isEksctl(manifest);

/** The minor of the Kubernetes version that an object gives its cluster; undefined if it is unknown. The skew was smaller before 1.28. */
function kubernetesOf(manifest: Manifest): number | undefined {
  const fields =
    manifest.kind === 'aws_eks_cluster'
      ? [['spec', 'version']]
      : [
          ['spec', 'kubernetes_version'],
          ['spec', 'cluster_version'],
        ];
  const paths = isEksctl(manifest) ? [['metadata', 'version']] : fields;
  const [version] = paths.flatMap((path) => knownTextAt(manifest, path) ?? []);
  const minor = Number(/^1\.(\d{1,3})$/.exec(version ?? '')?.[1] ?? 0);
  if (minor >= 28) return minor;
  return undefined;
}
