import { groupOf } from './manifest.ts';

/** A kind that belongs to a provider of Karpenter and to none of Karpenter's own releases. */
interface ProviderKind {
  /** The name of a `CloudProvider`. */
  readonly provider: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  /** Node classes refer to it. NodePools do not. */
  readonly isTemplate?: true;
}

/** The node classes of EKS Auto Mode. */
export const autoModeGroup = 'eks.amazonaws.com';

const proxmox = { provider: 'proxmox', group: 'karpenter.proxmox.sinextra.dev' };

/** All such kinds. Their definitions are in data/node-classes. */
export const providerKinds: readonly ProviderKind[] = [
  { provider: 'eks-auto-mode', group: autoModeGroup, kind: 'NodeClass', plural: 'nodeclasses' },
  { provider: 'azure', group: 'karpenter.azure.com', kind: 'AKSNodeClass', plural: 'aksnodeclasses' },
  { provider: 'gcp', group: 'karpenter.k8s.gcp', kind: 'GCENodeClass', plural: 'gcenodeclasses' },
  {
    provider: 'cluster-api',
    group: 'karpenter.cluster.x-k8s.io',
    kind: 'ClusterAPINodeClass',
    plural: 'clusterapinodeclasses',
  },
  { provider: 'alibaba', group: 'karpenter.alibabacloud.com', kind: 'ECSNodeClass', plural: 'ecsnodeclasses' },
  { provider: 'alibaba', group: 'karpenter.k8s.alibabacloud', kind: 'ECSNodeClass', plural: 'ecsnodeclasses' },
  { provider: 'oci', group: 'oci.oraclecloud.com', kind: 'OCINodeClass', plural: 'ocinodeclasses' },
  { provider: 'ibm', group: 'karpenter-ibm.sh', kind: 'IBMNodeClass', plural: 'ibmnodeclasses' },
  { ...proxmox, kind: 'ProxmoxNodeClass', plural: 'proxmoxnodeclasses' },
  { ...proxmox, kind: 'ProxmoxTemplate', plural: 'proxmoxtemplates', isTemplate: true },
  { ...proxmox, kind: 'ProxmoxUnmanagedTemplate', plural: 'proxmoxunmanagedtemplates', isTemplate: true },
  { provider: 'exoscale', group: 'karpenter.exoscale.com', kind: 'ExoscaleNodeClass', plural: 'exoscalenodeclasses' },
  { provider: 'tencent', group: 'karpenter.k8s.tke', kind: 'TKEMachineNodeClass', plural: 'tkemachinenodeclasses' },
  { provider: 'linode', group: 'karpenter.k8s.linode', kind: 'LinodeNodeClass', plural: 'linodenodeclasses' },
  { provider: 'huawei', group: 'karpenter.k8s.huawei', kind: 'CCENodeClass', plural: 'ccenodeclasses' },
];

/** The kind of an object, by kind and group. */
export const providerKindOf = (object: {
  readonly apiVersion: string;
  readonly kind: string;
}): ProviderKind | undefined =>
  providerKinds.find(({ kind, group }) => kind === object.kind && group === groupOf(object.apiVersion));

/** A regular expression for API versions of these kinds. Labels and annotations may start with the same groups. */
export const providerApiPattern = String.raw`(?:${[...new Set(providerKinds.map(({ group }) => group.replaceAll('.', String.raw`\.`)))].join('|')})/v\d`;
