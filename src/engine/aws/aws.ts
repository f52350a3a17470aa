import type { CloudProvider, Launching, NodeClassDrift } from '../karpenter/cloud-provider/cloud-provider.ts';
import { isFirstWithoutKarpenter } from './auto-mode/auto-mode-settings.ts';
import { regionsWithoutCatalog } from './catalog/aws-regions.ts';
import type { Ec2Catalog } from './catalog/ec2-catalog.ts';
import { isRunByEks } from './catalog/eks-versions.ts';
import { runsOnFargate } from './cluster/fargate-profiles.ts';
import { networkRequests } from './cluster/network-requests.ts';
import { subnetAddresses } from './cluster/subnet-addresses.ts';
import { systemPods } from './cluster/system-pods.ts';
import { emptyQuotaCode, vcpuQuotaOf } from './cluster/vcpu-quotas.ts';
import { billing } from './costs/billing.ts';
import { clusterEvidence } from './fields/cluster-evidence.ts';
import { imagesNamedIn } from './fields/image-names.ts';
import { classRemedies } from './instance-types/class-remedies.ts';
import { labelsOfRunning } from './instance-types/labels-of-running.ts';
import { resolveInstanceTypes } from './instance-types/resolve-instance-types.ts';
import { unusualType } from './instance-types/unusual-types.ts';
import { widerRequirements } from './instance-types/wider-requirements.ts';
import { amiFamilyOf } from './node-class/ami-family.ts';
import { asConverted } from './node-class/converted-node-class.ts';
import type { EC2NodeClass } from './node-class/ec2-node-class.ts';
import { nodeClassEffects } from './node-class/field-effects.ts';
import { hasNoImages, kubernetesImages } from './node-class/kubernetes-images.ts';
import { ec2NodeClassHash, isSameFamily, isSameNodeClassHash } from './node-class/node-class-hash.ts';
import { isNotReadyAsWell, readNodeClass } from './node-class/read-node-class.ts';
import { missingSelection, selectedChanges } from './node-class/selected-changes.ts';
import { changedSelection } from './node-class/selector-terms.ts';
import { installsNoChart } from './rules/chart-version.ts';
import { awsResources } from './terraform/aws-resources.ts';

/** https://docs.aws.amazon.com/eks/latest/userguide/managed-node-groups.html */
const nodeGroupLabels = { group: 'eks.amazonaws.com/nodegroup', capacityType: 'eks.amazonaws.com/capacityType' };

const launching: Launching<EC2NodeClass, Ec2Catalog> = {
  plainNodeClass: { metadata: { name: '' }, spec: { amiFamily: 'AL2023' } },
  plainNodeClassTitle: 'AL2023 with its defaults',
  readNodeClass,
  isNotReadyAsWell,
  instanceTypes: resolveInstanceTypes,
  labelsOfRunning,
  unusualType,
  // Images for Bottlerocket with GPUs contain the plugin. What a custom image contains is unknown.
  needsDevicePlugin: (nodeClass) => ['AL2', 'AL2023'].includes(amiFamilyOf(nodeClass).name),
  widerRequirements,
  classRemedies,
  addedRequests: networkRequests,
  takenBy: runsOnFargate,
  // Labels that EKS sets on nodes of managed node groups, hybrid nodes and Fargate, and that Karpenter never sets.
  foreignLabels: [
    nodeGroupLabels.capacityType,
    'eks.amazonaws.com/compute-type',
    nodeGroupLabels.group,
    'eks.amazonaws.com/nodegroup-image',
    'eks.amazonaws.com/sourceLaunchTemplateId',
    'eks.amazonaws.com/sourceLaunchTemplateVersion',
  ],
};

const drift: NodeClassDrift = {
  effects: nodeClassEffects,
  settingEffects: new Map([
    [
      'clusterCABundle',
      'From Karpenter 1.12 on, the hash of every EC2NodeClass includes the certificate, so Karpenter replaces nodes that were launched with another certificate.',
    ],
    [
      'vmMemoryOverheadPercent',
      'Karpenter replaces no running nodes because of it. For instance types that it has launched before, it uses the memory that their nodes reported.',
    ],
  ]),
  changedSelection,
  hasNoImages,
  selectedChanges,
  missingSelection,
  hasImagesFor: ({ nodeClass, cluster }, kubernetes) =>
    imagesNamedIn(nodeClass, { clusterOf: () => cluster })?.every((image) => image.kubernetes === kubernetes) === true,
  kubernetesChanges: kubernetesImages,
  hash: (nodeClass, { nodeClassHashVersion }, clusterCABundle) =>
    ec2NodeClassHash(nodeClass as unknown as EC2NodeClass, nodeClassHashVersion, clusterCABundle),
  isSameHash: isSameNodeClassHash,
  keepsHash: (field, before, after) => field === 'spec.amiFamily' && isSameFamily(before, after),
  asConverted,
};

/** Amazon Web Services. */
export const aws: CloudProvider = {
  name: 'aws',
  title: 'AWS',
  nodeClasses: [{ group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', plural: 'ec2nodeclasses' }],
  nodeTemplate: { group: 'karpenter.k8s.aws', kind: 'AWSNodeTemplate', plural: 'awsnodetemplates' },
  launching,
  drift,
  billing,
  terraform: awsResources,
  ownFeatureGates: 'awsFeatureGates',
  regionsWithoutCatalog,
  kubernetes: {
    name: 'EKS',
    nodeGroups: { title: 'EKS managed node groups', labels: nodeGroupLabels },
    systemPods,
    isRun: isRunByEks,
  },
  addresses: subnetAddresses,
  vcpuQuota: vcpuQuotaOf,
  emptyQuotaCode,
  stopping: {
    because: 'no Karpenter runs next to EKS Auto Mode',
    isStopped: (manifests, others) => {
      if (isFirstWithoutKarpenter(manifests, others) === false) return false;
      return undefined;
    },
  },
  clusterEvidence,
  installsNoChart,
};
