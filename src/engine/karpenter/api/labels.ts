/**
 * Labels that have a meaning for Karpenter and its AWS provider.
 * Source: core pkg/apis/v1/labels.go, provider-aws pkg/apis/v1/labels.go and pkg/operator/operator.go, v1.14.1.
 */

/** Label keys by the name that the rest of the engine uses. */
export const label = {
  arch: 'kubernetes.io/arch',
  os: 'kubernetes.io/os',
  hostname: 'kubernetes.io/hostname',
  instanceType: 'node.kubernetes.io/instance-type',
  windowsBuild: 'node.kubernetes.io/windows-build',
  zone: 'topology.kubernetes.io/zone',
  region: 'topology.kubernetes.io/region',
  zoneId: 'topology.k8s.aws/zone-id',
  nodePool: 'karpenter.sh/nodepool',
  capacityType: 'karpenter.sh/capacity-type',
  initialized: 'karpenter.sh/initialized',
  registered: 'karpenter.sh/registered',
  doNotSyncTaints: 'karpenter.sh/do-not-sync-taints',
  nodeClass: 'karpenter.k8s.aws/ec2nodeclass',
  capacityReservationId: 'karpenter.k8s.aws/capacity-reservation-id',
  capacityReservationType: 'karpenter.k8s.aws/capacity-reservation-type',
  capacityReservationInterruptible: 'karpenter.k8s.aws/capacity-reservation-interruptible',
  instanceAcceleratorCount: 'karpenter.k8s.aws/instance-accelerator-count',
  instanceAcceleratorManufacturer: 'karpenter.k8s.aws/instance-accelerator-manufacturer',
  instanceAcceleratorName: 'karpenter.k8s.aws/instance-accelerator-name',
  instanceCapabilityFlex: 'karpenter.k8s.aws/instance-capability-flex',
  instanceCategory: 'karpenter.k8s.aws/instance-category',
  instanceCpu: 'karpenter.k8s.aws/instance-cpu',
  instanceCpuManufacturer: 'karpenter.k8s.aws/instance-cpu-manufacturer',
  instanceCpuSustainedClockSpeedMhz: 'karpenter.k8s.aws/instance-cpu-sustained-clock-speed-mhz',
  instanceEbsBandwidth: 'karpenter.k8s.aws/instance-ebs-bandwidth',
  instanceEncryptionInTransitSupported: 'karpenter.k8s.aws/instance-encryption-in-transit-supported',
  instanceFamily: 'karpenter.k8s.aws/instance-family',
  instanceGeneration: 'karpenter.k8s.aws/instance-generation',
  instanceGpuCount: 'karpenter.k8s.aws/instance-gpu-count',
  instanceGpuManufacturer: 'karpenter.k8s.aws/instance-gpu-manufacturer',
  instanceGpuMemory: 'karpenter.k8s.aws/instance-gpu-memory',
  instanceGpuName: 'karpenter.k8s.aws/instance-gpu-name',
  instanceHypervisor: 'karpenter.k8s.aws/instance-hypervisor',
  instanceLocalNvme: 'karpenter.k8s.aws/instance-local-nvme',
  instanceMemory: 'karpenter.k8s.aws/instance-memory',
  instanceNetworkBandwidth: 'karpenter.k8s.aws/instance-network-bandwidth',
  instanceSize: 'karpenter.k8s.aws/instance-size',
  instanceTenancy: 'karpenter.k8s.aws/instance-tenancy',
  placementGroupId: 'karpenter.k8s.aws/placement-group-id',
  placementGroupPartition: 'karpenter.k8s.aws/placement-group-partition',
} as const;

/** Node labels that requirements cannot use: Karpenter sets them itself, or they identify one node. */
const setOnNodesOnly: ReadonlySet<string> = new Set([
  label.hostname,
  label.initialized,
  label.registered,
  label.doNotSyncTaints,
  label.nodeClass,
]);

/** Labels that Karpenter sets on each of its nodes, and no one else on others. It launches nothing for pods that require one. */
export const karpenterNodeLabels: ReadonlySet<string> = new Set([label.initialized, label.registered, label.nodeClass]);

/** Labels that Karpenter sets from the instance type, so a NodePool does not need to define them. */
export const wellKnownLabels: ReadonlySet<string> = new Set(
  Object.values(label).filter((key) => !setOnNodesOnly.has(key)),
);

/** The labels that EKS Auto Mode sets from the instance type of its nodes. */
export const autoModeLabel = /^eks\.amazonaws\.com\/instance-/;
const karpenterLabel = /^karpenter\.k8s\.aws\/instance-/;

/** A label of instances in the domain of EKS Auto Mode, which has the same labels as Karpenter. Other keys stay as they are. */
export const autoModeKey = (key: string): string => key.replace(karpenterLabel, 'eks.amazonaws.com/instance-');

/** A label of instances in the domain of Karpenter's AWS provider. Other keys stay as they are. */
export const karpenterKey = (key: string): string => key.replace(autoModeLabel, 'karpenter.k8s.aws/instance-');

/** The labels of instances in the domain of Karpenter's AWS provider, and the same in that of EKS Auto Mode. */
export const karpenterInstanceLabels: readonly string[] = [...wellKnownLabels].filter((key) =>
  karpenterLabel.test(key),
);
export const autoModeInstanceLabels: readonly string[] = karpenterInstanceLabels.map(autoModeKey);

/** The labels that pods may require although no NodePool defines them. Each mode sets only its own. */
export const schedulingLabels: ReadonlySet<string> = new Set([
  ...wellKnownLabels,
  ...autoModeInstanceLabels,
  'eks.amazonaws.com/compute-type',
]);

/** Legacy label → the label that it means. The AWS provider adds the last one. */
const normalizedLabels: ReadonlyMap<string, string> = new Map([
  ['failure-domain.beta.kubernetes.io/zone', label.zone],
  ['failure-domain.beta.kubernetes.io/region', label.region],
  ['beta.kubernetes.io/arch', label.arch],
  ['beta.kubernetes.io/os', label.os],
  ['beta.kubernetes.io/instance-type', label.instanceType],
  ['topology.ebs.csi.aws.com/zone', label.zone],
]);

/** The label that a key means. Legacy keys are translated, others are returned unchanged. */
export const normalizeLabel = (key: string): string => normalizedLabels.get(key) ?? key;

/** Domains that Karpenter reserves, including their subdomains. */
export const restrictedLabelDomains: readonly string[] = ['karpenter.sh', 'karpenter.k8s.aws'];

/** The valid values of labels for which Karpenter knows all values. */
export const wellKnownValues: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [label.capacityType, new Set(['on-demand', 'reserved', 'spot'])],
  [label.instanceTenancy, new Set(['dedicated', 'default'])],
]);

/** The part of a label key before the slash, or the empty string. */
export function labelDomain(key: string): string {
  const slash = key.indexOf('/');
  if (slash < 0) return '';
  return key.slice(0, slash);
}

/** Whether Karpenter refuses the label in a NodePool or a pod: the hostname, or a label in a reserved domain that is not well-known. */
export function isRestrictedLabel(key: string): boolean {
  if (wellKnownLabels.has(key)) return false;
  if (key === label.hostname) return true;
  const domain = labelDomain(key);
  return restrictedLabelDomains.some((restricted) => domain === restricted || domain.endsWith(`.${restricted}`));
}

/** Labels whose values each region has for itself: zones, and the instance types that the region offers. */
const regionalLabels: ReadonlySet<string> = new Set([
  label.zone,
  label.zoneId,
  label.region,
  label.instanceType,
  label.instanceFamily,
]);

/** Whether only the region decides what a label's values are. */
export const isRegional = (key: string): boolean => regionalLabels.has(normalizeLabel(key));
