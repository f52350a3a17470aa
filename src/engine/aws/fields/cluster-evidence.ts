import type { ClusterEvidence, ClusterName } from '../../karpenter/cloud-provider/cluster-evidence.ts';
import { helmReleasesIn, settingPaths } from '../../karpenter/installation/helm-releases.ts';
import { asMapping, asText, groupOf, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { ownValue } from '../../text/own-value.ts';
import { clusterNameInTag, clusterTagsOf, selectorTermsOf, selectsNetwork } from './selector-fields.ts';
import { calledModule, type PublicModule } from './terraform-modules.ts';

/** Where Terraform's objects write the name of their cluster. */
const terraformNames: Readonly<Record<string, readonly string[]>> = {
  aws_eks_cluster: ['name'],
  aws_eks_addon: ['cluster_name'],
  aws_eks_access_entry: ['cluster_name'],
  aws_eks_access_policy_association: ['cluster_name'],
  aws_eks_pod_identity_association: ['cluster_name'],
};

const moduleNames = {
  eks: ['cluster_name', 'name'],
  'aws-auth': [],
  'eks-managed-node-group': ['cluster_name'],
  'eks-pod-identity': [],
  karpenter: ['cluster_name'],
  vpc: [],
} as const satisfies Readonly<Record<PublicModule, readonly string[]>>;

/** What an object in AWS's terms says about its cluster: names of clusters in EKS, eksctl, kOps, Karpenter's settings and tags. */
export function clusterEvidence(manifest: Manifest): ClusterEvidence | undefined {
  const names = [...definedNames(manifest), ...taggedNames(manifest)].filter(
    ({ name }) => !isFlag.test(name) && !hasPlaceholder(name),
  );
  const creates = createsCluster(manifest);
  if (names.length > 0 || creates) return { names, ...(creates && { createsCluster: creates }) };
  return undefined;
}

/** Values of tags that do not name anything. */
const isFlag = /^(?:|true|false|yes|no|enabled|owned|shared|\d+)$/i;

/** Whether an object creates a cluster. */
export const createsCluster = (manifest: Manifest): boolean => isCluster(manifest) || isDeclaredCluster(manifest);

/** Whether an object of Terraform is an EKS cluster, or a call of the module that creates one. */
export const isCluster = (manifest: Manifest): boolean =>
  manifest.kind === 'aws_eks_cluster' || calledModule(manifest) === 'eks';

/** The input of the module that decides whether it creates anything. */
export const clusterSwitch: Path = ['spec', 'create'];

/** Whether a call of the module creates nothing. Source: `count = local.create ? 1 : 0` of `aws_eks_cluster` in main.tf of terraform-aws-eks. */
export const isSwitchedOff = (cluster: Manifest): boolean =>
  calledModule(cluster) === 'eks' && String(cluster.get(clusterSwitch)) === 'false';

/** Clusters of eksctl and kOps. */
const isDeclaredCluster = ({ kind, apiVersion }: Manifest): boolean =>
  (kind === 'ClusterConfig' && groupOf(apiVersion) === 'eksctl.io') ||
  (kind === 'Cluster' && groupOf(apiVersion) === 'kops.k8s.io');

function definedNames(manifest: Manifest): ClusterName[] {
  const releases = helmReleasesIn(manifest);
  const paths = [...createdNamePaths(manifest), ...releases.flatMap((release) => settingPaths(release, 'clusterName'))];
  return paths.flatMap((path) => {
    const name = asText(manifest.get(path));
    if (name === undefined) return [];
    return [{ name, isDefined: true }];
  });
}

/** Where an object writes the name of its cluster, other than in settings of Karpenter. */
export function createdNamePaths(manifest: Manifest): Path[] {
  const { kind } = manifest;
  if (isDeclaredCluster(manifest)) return [['metadata', 'name']];
  if (kind === 'InstanceGroup') return [['metadata', 'labels', 'kops.k8s.io/cluster']];
  const called = calledModule(manifest);
  const names = called ? moduleNames[called] : (ownValue(terraformNames, kind) ?? []);
  return names.map((name) => ['spec', name]);
}

/** Names in the tags that a node class selects by, and in the tags of Terraform's resources. */
function taggedNames(manifest: Manifest): ClusterName[] {
  const selected = () => {
    if (selectsNetwork(manifest))
      return (['subnet', 'securityGroup'] as const).flatMap((what) =>
        selectorTermsOf(manifest, what).flatMap((term) =>
          clusterTagsOf(term).flatMap(({ cluster }) => {
            if (/[*,]/.test(cluster)) return [];
            return [cluster];
          }),
        ),
      );
    return [];
  };

  return [...selected(), ...tagsIn(manifest)].map((name) => ({ name, isDefined: false }));
}

function tagsIn(manifest: Manifest): string[] {
  if (manifest.apiVersion !== 'terraform/v1') return [];
  const spec = asMapping(manifest.get(['spec'])) ?? {};

  return Object.entries(spec).flatMap(([field, tags]) => {
    if (/(?:^|_)tags$/.test(field))
      return Object.entries(asMapping(tags) ?? {}).flatMap(
        ([key, value]) => clusterNameInTag(key, asText(value)) ?? [],
      );

    return [];
  });
}
