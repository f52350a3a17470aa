import { helmReleasesOf } from '../../karpenter/installation/helm-releases.ts';
import { asMapping, asText, groupOf, type Manifest } from '../../manifest/model/manifest.ts';

/** Who runs a cluster's control plane. */
export type ControlPlane = 'eks' | 'kops' | 'self-managed';

/** API groups of EKS clusters, as eksctl, ACK, Crossplane and Cluster API define them. */
const eksGroups = new Set(['eksctl.io', 'eks.services.k8s.aws', 'eks.aws.upbound.io', 'eks.aws.m.upbound.io']);

/** Kinds of Cluster API, and of kubeadm, for control planes that run on instances. */
const selfManagedKinds = new Set([
  ...['AWSCluster', 'ClusterConfiguration', 'InitConfiguration', 'K3sControlPlane', 'KThreesControlPlane'],
  ...['KubeadmControlPlane', 'RKE2ControlPlane', 'TalosControlPlane'],
]);

const isKops = ({ apiVersion, kind, object }: Manifest): boolean =>
  groupOf(apiVersion) === 'kops.k8s.io' ||
  (kind === 'EC2NodeClass' && JSON.stringify(object.spec ?? null).includes('"kops.k8s.io/'));

const isSelfManaged = ({ apiVersion, kind }: Manifest): boolean =>
  selfManagedKinds.has(kind) && /(?:\.cluster\.x-k8s\.io|\.k8s\.io)$/.test(groupOf(apiVersion));

/** Inputs that the EKS module has, and other modules do not. */
const isEksModule = (manifest: Manifest): boolean =>
  manifest.kind === 'module' &&
  [
    'eks_managed_node_groups',
    'cluster_addons',
    'addons',
    'cluster_endpoint_public_access',
    'endpoint_public_access',
  ].some((input) => manifest.get(['spec', input]) !== undefined);

function isEks(manifest: Manifest): boolean {
  const { apiVersion, kind } = manifest;
  const group = groupOf(apiVersion);
  if (group === 'terraform') return kind === 'ManagedNodeGroup' || kind.startsWith('aws_eks_') || isEksModule(manifest);
  if (eksGroups.has(group) || kind === 'AWSManagedControlPlane') return true;

  // Only EKS signs tokens with an issuer of its own, and has an endpoint of its own.
  return (
    kind === 'HelmValues' &&
    /\.eks\.amazonaws\.com/.test(asText(asMapping(manifest.get(['settings']))?.clusterEndpoint) ?? '')
  );
}

/** kOps gives a cluster without DNS a name that ends like this. */
const hasGossipName = (manifests: readonly Manifest[]): boolean =>
  helmReleasesOf({ files: [], manifests }).some(({ manifest, values }) =>
    asText(manifest.get([...values, 'settings', 'clusterName']))?.endsWith('.k8s.local'),
  );

/** Who runs the control plane of the cluster that the objects define; undefined if nothing says so. EKS counts if it is one of several. */
export function controlPlaneOf(manifests: readonly Manifest[]): ControlPlane | undefined {
  if (manifests.some(isEks)) return 'eks';
  if (manifests.some(isKops) || hasGossipName(manifests)) return 'kops';
  if (manifests.some(isSelfManaged)) return 'self-managed';
  return undefined;
}
